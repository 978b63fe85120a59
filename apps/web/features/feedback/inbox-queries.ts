import type { Client } from '@carhouse/contract/client';
import { listFeedback, unreadFeedback } from '@carhouse/contract/feedback';
import { type FeedbackState, feedbackStates } from '@carhouse/domain/feedback/feedback';
import { queryOptions } from '@tanstack/react-query';
import { callKey, pagedQuery } from '../../app/call-query.ts';

/** The list's filters in the address; without a state everything that is not archived. */
export type InboxChoice = { readonly state?: FeedbackState };

/** The key of the pages of one list. */
export function inboxKey(state: FeedbackState | undefined) {
  return callKey(listFeedback, state ?? 'inbox');
}

/** Feedback, newest first, page by page. */
export function inboxQuery(client: Client, { state }: InboxChoice) {
  return pagedQuery(inboxKey(state), (cursor) => client(listFeedback, { query: { state, before: cursor } }));
}

/** Number of unread entries. */
export function unreadQuery(client: Client) {
  return queryOptions({
    queryKey: callKey(unreadFeedback),
    queryFn: async () => (await client(unreadFeedback)).unread,
  });
}

/** The filters in the address; invalid ones are ignored. */
export function readInboxChoice(search: Record<string, unknown>): InboxChoice {
  const state = feedbackStates.find((one) => one === search.state);
  return state === undefined ? {} : { state };
}
