import { generateRecoveryCodes } from '@carhouse/auth/recovery-codes';
import { readFactors, saveRecoveryCodes } from '@carhouse/database/accounts/second-factors';
import { inTransaction } from '@carhouse/database/connection/transaction';
import type { Actor } from '@carhouse/domain/account/account';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import type { Context } from '../context.ts';
import { authoriseFactorChange } from './authorise-factor-change.ts';
import { recordFactorChange } from './record-factor-change.ts';

/**
 * Makes ten new recovery codes for the caller's account. All earlier codes become invalid.
 * @throws DomainError NOT_FOUND when the account has no second factor.
 */
export async function replaceRecoveryCodes(context: Context, actor: Actor): Promise<readonly string[]> {
  const { codes, hashes } = generateRecoveryCodes();
  await inTransaction(context.database, async (trx) => {
    const currentAccount = await authoriseFactorChange(context, trx, actor);
    const { accountId } = currentAccount;
    const { appAddedAt, passkeys } = await readFactors(trx, accountId);
    if (appAddedAt === null && passkeys === 0) throw new DomainError('NOT_FOUND');
    await saveRecoveryCodes(trx, accountId, hashes, context.now());
    await recordFactorChange(context, trx, currentAccount, {
      action: 'replace-recovery-codes',
      notice: 'recovery-codes-replaced',
    });
  });
  return codes;
}
