import { findAccountByEmail } from '@carhouse/database/accounts/accounts';
import type { Account, Actor } from '@carhouse/domain/account/account';
import { mayReadAccount } from '@carhouse/domain/account/account-policy';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import type { Context } from '../context.ts';

/**
 * Returns the caller's own account, or any account to an admin. For another user's e-mail address a caller who is not
 * an admin gets the same error as for an unknown address.
 * @throws DomainError NOT_FOUND.
 */
export async function showAccount(context: Context, actor: Actor, email: string): Promise<Account> {
  if (!mayReadAccount(actor, email)) throw new DomainError('NOT_FOUND');
  const account = await findAccountByEmail(context.database, email);
  if (account === undefined || account.status === 'deleted') throw new DomainError('NOT_FOUND');
  return account;
}
