import { inTransaction } from '@carhouse/database/connection/transaction';
import { insertFeedback } from '@carhouse/database/feedback/feedback';
import type { Actor } from '@carhouse/domain/account/account';
import type { FeedbackId } from '@carhouse/domain/feedback/feedback';
import { authoriseActor } from '../accounts/authorise-actor.ts';
import type { Context } from '../context.ts';

export type NewFeedback = {
  /** The same for every run of one request: what an earlier run has kept is kept once. */
  readonly id: FeedbackId;
  readonly email: string;
  readonly text: string;
};

/** Keeps what a person wrote to the server, a visitor too. @throws DomainError UNAUTHENTICATED when the account has just gone. */
export async function sendFeedback(context: Context, actor: Actor | null, given: NewFeedback): Promise<FeedbackId> {
  const accountId = actor?.accountId ?? null;
  await inTransaction(context.database, async (trx) => {
    // A person who is being deleted waits here: what they sent a moment before is forgotten with them.
    if (actor !== null) await authoriseActor(context, trx, actor, 'shared');
    await insertFeedback(trx, { accountId, createdAt: context.now(), ...given });
  });
  return given.id;
}
