import { newRecoveryCodes } from '@carhouse/auth/recovery-codes';
import { type Factors, markSecondFactor, saveRecoveryCodes } from '@carhouse/database/accounts/second-factors';
import type { Transaction } from '@carhouse/database/connection/transaction';
import type { CurrentActor } from '@carhouse/domain/account/current-actor';
import type { Context } from '../context.ts';
import { recordFactorChange } from './record-factor-change.ts';

/**
 * Follows an added factor, in its transaction: the steps of every change and, for the first factor, ten recovery codes. This
 * session has passed the new factor by adding it.
 * @returns the codes, which are shown once; none where there was a factor before.
 */
export async function grantRecoveryCodes(
  context: Context,
  trx: Transaction,
  actor: CurrentActor,
  given: { readonly before: Factors; readonly factor: 'app' | 'passkey' },
): Promise<readonly string[]> {
  const { accountId, sessionId } = actor;
  const { before, factor } = given;
  const now = context.now();
  const isFirst = before.appSince === null && before.passkeys === 0;
  const { codes, hashes } = newRecoveryCodes();
  if (isFirst && sessionId !== null) {
    await markSecondFactor(trx, sessionId);
    await saveRecoveryCodes(trx, accountId, hashes, now);
  }
  const replaces = factor === 'app' && before.appSince !== null;
  await recordFactorChange(context, trx, actor, {
    action: 'add-second-factor',
    notice: replaces ? 'app-replaced' : 'second-factor-added',
    after: { factor, first: isFirst },
  });
  return isFirst ? codes : [];
}
