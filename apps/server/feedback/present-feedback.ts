import type { FeedbackEntry } from '@carhouse/contract/feedback';
import type { Feedback } from '@carhouse/domain/feedback/feedback';

/** Returns feedback as an admin sees it. */
export function presentFeedback(feedback: Feedback): FeedbackEntry {
  return {
    _id: feedback.id,
    email: feedback.email,
    text: feedback.text,
    accountId: feedback.accountId,
    createdAt: feedback.createdAt.toISOString(),
    readAt: feedback.readAt?.toISOString() ?? null,
    archivedAt: feedback.archivedAt?.toISOString() ?? null,
  };
}
