import type { Actor } from '@carhouse/core/account/account';
import { DomainError } from '@carhouse/core/errors/domain-error';
import type { FeedbackId } from '@carhouse/core/feedback/feedback';
import { shareAccount } from '@carhouse/database/accounts';
import { insertFeedback } from '@carhouse/database/feedback';
import { inTransaction } from '@carhouse/database/transaction';
import type { Context } from '../context.ts';

export type NewFeedback = {
  /** The same for every run of one request: what an earlier run has kept is kept once. */
  readonly id: FeedbackId;
  readonly email: string;
  readonly text: string;
};

/** Keeps what somebody wrote to the house, a visitor too. @throws DomainError UNAUTHENTICATED when the account has just gone. */
export async function sendFeedback(context: Context, actor: Actor | null, given: NewFeedback): Promise<FeedbackId> {
  const accountId = actor?.accountId ?? null;
  await inTransaction(context.database, async (trx) => {
    // Whoever is being deleted waits here: what he sent a moment before is forgotten with him.
    const sender = accountId === null ? undefined : await shareAccount(trx, accountId);
    if (accountId !== null && sender?.status !== 'active') throw new DomainError('UNAUTHENTICATED');
    await insertFeedback(trx, { accountId, createdAt: context.now(), ...given });
  });
  return given.id;
}
