import type { Database } from '@carhouse/database/connection/connect';
import type { AccountId } from '@carhouse/domain/account/account';
import { ImportFault } from '../read/import-fault.ts';

/** The seller of the imported cars. */
export type ImportSeller = { readonly id: AccountId; readonly email: string };

/** The verified seller of the demo data. An import without a named seller uses this account. */
export const demoSellerEmail = 'seller@carhouse.example';

/**
 * Finds the seller with this e-mail address. Without an address, the seller of the demo data is returned.
 * @throws ImportFault when there is no such account, or the account is not allowed to sell.
 */
export async function findSeller(database: Database, email: string | undefined): Promise<ImportSeller> {
  const sellerEmail = (email ?? demoSellerEmail).trim().toLowerCase();
  const account = await database
    .selectFrom('account')
    .select(['id', 'email', 'role', 'status', 'is_demo'])
    .where('email', '=', sellerEmail)
    .executeTakeFirst();
  // The account must be marked as demo data, because on a server without demo data anyone may register this address.
  if (account?.is_demo !== true && email === undefined) {
    throw new ImportFault('Name the seller whose cars these are: --seller EMAIL.');
  }
  if (account === undefined) throw new ImportFault(`There is no account ${sellerEmail}.`);
  if (account.role !== 'Seller') throw new ImportFault(`The account ${sellerEmail} is no Seller.`);
  if (account.status !== 'active') throw new ImportFault(`The account ${sellerEmail} is ${account.status}.`);
  return { id: account.id, email: account.email };
}
