import type { NewToken } from '@carhouse/auth/create-identity';
import { generateRecoveryCodes } from '@carhouse/auth/recovery-codes';
import { type Factors, markSecondFactor, saveRecoveryCodes } from '@carhouse/database/accounts/second-factors';
import type { Transaction } from '@carhouse/database/connection/transaction';
import type { CurrentActor } from '@carhouse/domain/account/current-actor';
import type { Context } from '../context.ts';
import { recordFactorChange } from './record-factor-change.ts';

/**
 * What the user gets after adding their first second factor: the recovery codes, which no other response contains, and
 * the new token of the session. When the user already had a second factor, the list of recovery codes is empty and the
 * token is absent.
 */
export type FactorGrant = { readonly recoveryCodes: readonly string[]; readonly token?: NewToken };

/**
 * Completes the addition of a second factor, in the same transaction. The function does the steps of every change of
 * sign-in methods (`recordFactorChange`). After the first factor the function also creates ten recovery codes. Adding
 * the factor counts as its proof in this session. Adding the first factor replaces the token of the session, because no
 * proof of a factor came before: a stranger may hold a copy of the old token. Adding a further factor needs a proof,
 * and that proof has already replaced the token (decision 0045).
 * @throws DomainError UNAUTHENTICATED (the session has ended)
 */
export async function grantRecoveryCodes(
  context: Context,
  trx: Transaction,
  actor: CurrentActor,
  addedFactor: { readonly previousFactors: Factors; readonly factor: 'app' | 'passkey' },
): Promise<FactorGrant> {
  const { accountId, sessionId } = actor;
  const { previousFactors, factor } = addedFactor;
  const now = context.now();
  const isFirstFactor = previousFactors.appAddedAt === null && previousFactors.passkeys === 0;
  const { codes, hashes } = generateRecoveryCodes();
  if (isFirstFactor && sessionId !== null) {
    await markSecondFactor(trx, sessionId);
    await saveRecoveryCodes(trx, accountId, hashes, now);
  }
  const isAppReplaced = factor === 'app' && previousFactors.appAddedAt !== null;
  await recordFactorChange(context, trx, actor, {
    action: 'add-second-factor',
    notice: isAppReplaced ? 'app-replaced' : 'second-factor-added',
    after: { factor, first: isFirstFactor },
  });
  if (!isFirstFactor) return { recoveryCodes: [] };
  return { recoveryCodes: codes, token: await context.identity.renewToken(trx, { id: sessionId, accountId }) };
}
