import type { AccountId } from '../account/account.ts';
import type { Id } from '../ids/id.ts';

/** The state of feedback for the admins. Archived feedback counts as read. */
export const feedbackStates = ['unread', 'read', 'archived'] as const;
export type FeedbackState = (typeof feedbackStates)[number];
export type FeedbackId = Id<'feedback'>;

/** A message of a user to the server. */
export type Feedback = {
  readonly id: FeedbackId;
  /** The e-mail address that the sender wrote; it is not verified. */
  readonly email: string;
  readonly text: string;
  /** Null for a visitor. */
  readonly accountId: AccountId | null;
  readonly createdAt: Date;
  readonly readAt: Date | null;
  readonly archivedAt: Date | null;
};
