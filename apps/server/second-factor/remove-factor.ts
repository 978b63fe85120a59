import { deletePasskey } from '@carhouse/database/accounts/passkeys';
import { deleteAuthenticatorApp, mustKeepFactor, readFactors } from '@carhouse/database/accounts/second-factors';
import { inTransaction, type Transaction } from '@carhouse/database/connection/transaction';
import type { Actor } from '@carhouse/domain/account/account';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { requireId } from '@carhouse/domain/ids/id';
import type { Context } from '../context.ts';
import { authoriseFactorChange } from './authorise-factor-change.ts';
import { recordFactorChange } from './record-factor-change.ts';

/**
 * Removes the authenticator app of the caller's account.
 * @returns 0 when the account has no authenticator app, 1 otherwise.
 * @throws DomainError SECOND_FACTOR_KEPT
 */
export async function removeApp(context: Context, actor: Actor): Promise<0 | 1> {
  return removeFactor(context, actor, 'app', (trx) => deleteAuthenticatorApp(trx, actor.accountId));
}

/**
 * Removes a passkey from the caller's account.
 * @throws DomainError NOT_FOUND for an unknown passkey or another user's; SECOND_FACTOR_KEPT
 */
export async function removePasskey(context: Context, actor: Actor, id: string): Promise<0 | 1> {
  const passkeyId = requireId<'passkey'>(id);
  return removeFactor(context, actor, 'passkey', async (trx) => {
    if (!(await deletePasskey(trx, actor.accountId, passkeyId))) throw new DomainError('NOT_FOUND');
    return true;
  });
}

/**
 * Removes a second factor. An admin must keep at least one factor, so removing their last one is refused.
 * @param deleteFactor deletes the factor and returns whether it existed
 */
async function removeFactor(
  context: Context,
  actor: Actor,
  factor: 'app' | 'passkey',
  deleteFactor: (trx: Transaction) => Promise<boolean>,
): Promise<0 | 1> {
  return inTransaction(context.database, async (trx) => {
    const currentAccount = await authoriseFactorChange(context, trx, actor);
    const { accountId } = currentAccount;
    if (!(await deleteFactor(trx))) return 0;
    const { appAddedAt, passkeys } = await readFactors(trx, accountId);
    const isLastFactor = appAddedAt === null && passkeys === 0;
    if (isLastFactor && (await mustKeepFactor(trx, accountId))) throw new DomainError('SECOND_FACTOR_KEPT');
    await recordFactorChange(context, trx, currentAccount, {
      action: 'remove-second-factor',
      notice: 'second-factor-removed',
      before: { factor, last: isLastFactor },
    });
    return 1;
  });
}
