import { isFactorProved } from '@carhouse/database/accounts/second-factors';
import type { Database } from '@carhouse/database/connection/connect';
import type { Transaction } from '@carhouse/database/connection/transaction';
import type { Actor } from '@carhouse/domain/account/account';
import type { CurrentActor } from '@carhouse/domain/account/current-actor';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { authoriseActor } from '../accounts/authorise-actor.ts';
import type { Context } from '../context.ts';

/** Milliseconds after a proof of a second factor during which its session may change the factors (decision 0045). */
const factorProofLifetimeMs = 5 * 60_000;

/**
 * Locks the actor's account in order to change its second factors or other sign-in methods. If the account has a second
 * factor, this session must have proved a second factor recently. The sign-in itself does not count as such a proof,
 * because an attacker may have stolen the session.
 * @throws DomainError SECOND_FACTOR_PROOF_REQUIRED, and the errors of `authoriseActor`.
 */
export async function authoriseFactorChange(context: Context, trx: Transaction, actor: Actor): Promise<CurrentActor> {
  const currentActor = await authoriseActor(context, trx, actor);
  await assertFactorProved(context, trx, actor);
  return currentActor;
}

/**
 * Makes the same check as `authoriseFactorChange` without locking the account, for a call that changes nothing.
 * @throws DomainError SECOND_FACTOR_PROOF_REQUIRED
 */
export async function assertFactorProved(
  context: Context,
  database: Database | Transaction,
  { accountId, sessionId }: Actor,
): Promise<void> {
  const proofPeriodStart = new Date(context.now().getTime() - factorProofLifetimeMs);
  if (await isFactorProved(database, { accountId, id: sessionId }, proofPeriodStart)) return;
  throw new DomainError('SECOND_FACTOR_PROOF_REQUIRED');
}
