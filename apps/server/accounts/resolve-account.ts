import type { Account, AccountId } from '@carhouse/domain/account/account';
import { DomainError } from '@carhouse/domain/errors/domain-error';

/** The seller whose account status an admin changes. @throws DomainError NOT_FOUND for any person who is no seller, or is deleted. */
export function sellerOf(account: Account | undefined): AccountId {
  if (account === undefined || account.role !== 'Seller' || account.status === 'deleted')
    throw new DomainError('NOT_FOUND');
  return account.id;
}
