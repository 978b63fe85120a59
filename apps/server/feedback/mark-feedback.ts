import { recordAudit } from '@carhouse/database/audit/audit';
import { inTransaction } from '@carhouse/database/connection/transaction';
import { lockFeedback, markFeedback as saveMarks } from '@carhouse/database/feedback/feedback';
import type { Actor } from '@carhouse/domain/account/account';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import type { Feedback, FeedbackState } from '@carhouse/domain/feedback/feedback';
import { requireId } from '@carhouse/domain/ids/id';
import { authoriseAdmin } from '../accounts/authorise-actor.ts';
import type { Context } from '../context.ts';

/**
 * Marks feedback as read, or archives it, for an admin.
 * @returns the number of changed records: 1, or 0 when the feedback was already marked or archived.
 * @throws DomainError NOT_FOUND, and the errors of `authoriseAdmin`.
 */
export async function markFeedbackEntry(
  context: Context,
  actor: Actor,
  id: string,
  to: Exclude<FeedbackState, 'unread'>,
): Promise<0 | 1> {
  const feedbackId = requireId<'feedback'>(id);
  return inTransaction(context.database, async (trx) => {
    const admin = await authoriseAdmin(context, trx, actor);
    const feedback = await lockFeedback(trx, feedbackId);
    if (feedback === undefined) throw new DomainError('NOT_FOUND');
    const currentState = findFeedbackState(feedback);
    if (currentState === to || currentState === 'archived') return 0;
    const now = context.now();
    await saveMarks(trx, admin, feedbackId, {
      readAt: feedback.readAt ?? now,
      archivedAt: to === 'archived' ? now : null,
    });
    await recordAudit(context, trx, {
      actorId: admin.accountId,
      action: to === 'archived' ? 'archive' : 'read',
      noun: 'feedback',
      nounId: feedbackId,
      before: { state: currentState },
      after: { state: to },
    });
    return 1;
  });
}

function findFeedbackState(feedback: Feedback): FeedbackState {
  if (feedback.archivedAt !== null) return 'archived';
  return feedback.readAt === null ? 'unread' : 'read';
}
