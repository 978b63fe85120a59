import type { Account, AccountId } from '@carhouse/domain/account/account';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { requireId } from '@carhouse/domain/ids/id';

/** The account id in the path. @throws DomainError NOT_FOUND. */
export function accountIdOf(id: string): AccountId {
  const accountId = requireId<'account'>(id);
  return accountId;
}

/** The seller whose account status an admin changes. @throws DomainError NOT_FOUND for any person who is no seller, or is deleted. */
export function sellerOf(account: Account | undefined): AccountId {
  if (account === undefined || account.role !== 'Seller' || account.status === 'deleted')
    throw new DomainError('NOT_FOUND');
  return account.id;
}
