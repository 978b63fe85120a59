import type { AccountId } from '../account/account.ts';
import type { Id } from '../ids/id.ts';

/** The states by which admins filter feedback. Archived feedback counts as read. */
export const feedbackStates = ['unread', 'read', 'archived'] as const;
export type FeedbackState = (typeof feedbackStates)[number];
export type FeedbackId = Id<'feedback'>;

/** A feedback message of a user or a visitor to the operator. */
export type Feedback = {
  readonly id: FeedbackId;
  /** The e-mail address that the sender typed; the address is not verified. */
  readonly email: string;
  readonly text: string;
  /** The account of the sender; null for a visitor. */
  readonly accountId: AccountId | null;
  readonly createdAt: Date;
  readonly readAt: Date | null;
  readonly archivedAt: Date | null;
};
