import { inTransaction } from '@carhouse/database/connection/transaction';
import { insertFeedback } from '@carhouse/database/feedback/feedback';
import type { Actor } from '@carhouse/domain/account/account';
import type { FeedbackId } from '@carhouse/domain/feedback/feedback';
import { authoriseActor } from '../accounts/authorise-actor.ts';
import type { Context } from '../context.ts';

export type NewFeedbackInput = {
  /**
   * The id of the new feedback. All repetitions of a request under one idempotency key have the same id, so the
   * feedback is stored only once.
   */
  readonly id: FeedbackId;
  readonly email: string;
  readonly text: string;
};

/**
 * Stores feedback of a user or a visitor.
 * @throws DomainError UNAUTHENTICATED when the account has just been deleted.
 */
export async function sendFeedback(
  context: Context,
  actor: Actor | null,
  input: NewFeedbackInput,
): Promise<FeedbackId> {
  const accountId = actor?.accountId ?? null;
  await inTransaction(context.database, async (trx) => {
    // The lock makes this transaction wait for a deletion of the account, which also deletes its feedback.
    if (actor !== null) await authoriseActor(context, trx, actor, 'shared');
    await insertFeedback(trx, { accountId, createdAt: context.now(), ...input });
  });
  return input.id;
}
