import type { AccountId } from '@carhouse/core/account/account';
import { DomainError } from '@carhouse/core/errors/domain-error';
import { parseId } from '@carhouse/core/ids/id';
import { lockAccount } from '@carhouse/database/accounts';
import type { Transaction } from '@carhouse/database/transaction';

/** The seller whose standing an admin changes, locked until the transaction ends. @throws DomainError NOT_FOUND for anybody who is no seller, or is deleted. */
export async function findSeller(trx: Transaction, id: string): Promise<AccountId> {
  const sellerId = parseId<'account'>(id);
  const seller = sellerId && (await lockAccount(trx, sellerId));
  if (seller === undefined || seller.role !== 'Seller' || seller.status === 'deleted')
    throw new DomainError('NOT_FOUND');
  return seller.id;
}
