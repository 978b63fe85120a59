import { feedbackStates } from '@carhouse/domain/feedback/feedback';
import { z } from 'zod/mini';
import { call } from './call.ts';
import { email, id, makeFreeTextSchema, makePublicTextSchema } from './fields.ts';

/**
 * Sends the feedback form of the home page. Both fields are required, but the specification has no error text for a
 * missing field.
 */
export const sendFeedback = call({
  method: 'POST',
  path: '/api/v1/feedback',
  summary: 'Leaves feedback for the server. Ten an hour from one address',
  noun: 'feedback',
  access: 'anyone',
  body: z.strictObject({ email, text: makePublicTextSchema(2000, 1) }),
  answers: { 201: z.object({ insertedId: id }) },
});

export const feedbackEntry = z.object({
  _id: id,
  /** The sender's e-mail address as they typed it; it is not verified. */
  email: z.string(),
  text: z.string(),
  /** The account of a signed-in sender; null for a visitor. */
  accountId: z.nullable(id),
  createdAt: z.string(),
  readAt: z.nullable(z.string()),
  archivedAt: z.nullable(z.string()),
});

export type FeedbackEntry = z.infer<typeof feedbackEntry>;

/**
 * Lists feedback for admins. Without `state`, the call lists all feedback that is not archived. `next` is the cursor to
 * send as `before` in the next call.
 */
export const listFeedback = call({
  method: 'GET',
  path: '/api/v1/feedback',
  summary: 'Feedback, newest first, 50 at a time, with the number of unread; `next` is the cursor of the page after',
  noun: 'feedback',
  access: 'admin',
  showsPeople: true,
  securityEvent: 'personal-data',
  query: z.strictObject({ state: z.optional(z.enum(feedbackStates)), before: z.optional(makeFreeTextSchema(80, 1)) }),
  answers: {
    200: z.object({ unread: z.number(), feedback: z.array(feedbackEntry), next: z.nullable(z.string()) }),
  },
});

/**
 * Counts the unread feedback for admins. The response has no personal data, so the audit log does not record the call.
 */
export const unreadFeedback = call({
  method: 'GET',
  path: '/api/v1/feedback/unread',
  summary: 'How much feedback is unread',
  noun: 'feedback',
  access: 'admin',
  answers: { 200: z.object({ unread: z.number() }) },
});

function makeFeedbackMarkCall<const Path extends `/api/${string}`>(path: Path, summary: string) {
  return call({
    method: 'POST',
    path,
    summary,
    noun: 'feedback',
    access: 'admin',
    params: z.object({ id: z.string() }),
    body: z.strictObject({}),
    answers: { 200: z.object({ modifiedCount: z.number() }) },
  });
}

export const readFeedback = makeFeedbackMarkCall(
  '/api/v1/feedback/:id/reading',
  'Marks feedback as read; modifiedCount is 0 when it was read or archived before',
);
export const archiveFeedback = makeFeedbackMarkCall(
  '/api/v1/feedback/:id/archiving',
  'Archives feedback; it is removed a year later. modifiedCount is 0 when it was archived before',
);
