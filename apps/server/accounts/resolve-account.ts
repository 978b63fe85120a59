import type { Account, AccountId } from '@carhouse/domain/account/account';
import { DomainError } from '@carhouse/domain/errors/domain-error';

/**
 * Returns the id of the seller whose account an admin changes.
 * @throws DomainError NOT_FOUND for an account that is not a seller's or that is deleted.
 */
export function requireSellerId(account: Account | undefined): AccountId {
  if (account === undefined || account.role !== 'Seller' || account.status === 'deleted')
    throw new DomainError('NOT_FOUND');
  return account.id;
}
