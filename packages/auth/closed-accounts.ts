import type { Database } from '@carhouse/database/connection/connect';
import type { AccountId } from '@carhouse/domain/account/account';
import { DomainError } from '@carhouse/domain/errors/domain-error';

/**
 * Refuses the sign-in of suspended and deleted accounts. The check runs after the password was found right, so the
 * refusal reveals the account's status only to its owner.
 * @throws DomainError INVALID_CREDENTIALS
 */
export async function refuseClosedAccount(database: Database, accountId: string): Promise<void> {
  const closedAccount = await database
    .selectFrom('account')
    .select('status')
    .where('id', '=', accountId as AccountId)
    .where('status', '<>', 'active')
    .executeTakeFirst();
  if (closedAccount?.status === 'suspended')
    throw new DomainError('INVALID_CREDENTIALS', { detail: 'This account is suspended.' });
  if (closedAccount !== undefined) throw new DomainError('INVALID_CREDENTIALS');
}

/** Whether a sign-in to the account requires a second factor. */
export async function needsSecondFactor(database: Database, accountId: string): Promise<boolean> {
  const row = await database
    .selectFrom('account')
    .select('id')
    .where('id', '=', accountId as AccountId)
    .where('second_factor_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}
