import type { Client } from '@carhouse/contract/client';
import { listFeedback, unreadFeedback } from '@carhouse/contract/feedback';
import { type FeedbackState, feedbackStates } from '@carhouse/domain/feedback/feedback';
import { queryOptions } from '@tanstack/react-query';
import { makePagedQuery, makeQueryKey } from '../../app/call-query.ts';

/** The filters in the page's URL; without a state, all feedback that is not archived is listed. */
export type InboxFilters = { readonly state?: FeedbackState };

/** The query key of the pages of one list. */
export function makeInboxKey(state: FeedbackState | undefined) {
  return makeQueryKey(listFeedback, state ?? 'inbox');
}

/** Queries feedback, newest first, page by page. */
export function inboxQuery(client: Client, { state }: InboxFilters) {
  return makePagedQuery(makeInboxKey(state), (cursor) => client(listFeedback, { query: { state, before: cursor } }));
}

/** Queries the number of unread messages. */
export function unreadFeedbackQuery(client: Client) {
  return queryOptions({
    queryKey: makeQueryKey(unreadFeedback),
    queryFn: async () => (await client(unreadFeedback)).unread,
  });
}

/** Reads the filters from the URL; invalid filters are ignored. */
export function readInboxFilters(search: Record<string, unknown>): InboxFilters {
  const state = feedbackStates.find((feedbackState) => feedbackState === search.state);
  return state === undefined ? {} : { state };
}
