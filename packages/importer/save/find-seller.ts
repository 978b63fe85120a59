import type { Database } from '@carhouse/database/connection/connect';
import type { AccountId } from '@carhouse/domain/account/account';
import { ImportFault } from '../read/import-fault.ts';

/** Whose cars they become. */
export type ImportSeller = { readonly id: AccountId; readonly email: string };

/** The verified seller of the demo data, who takes an import when none is named. */
export const demoSeller = 'seller@carhouse.example';

/**
 * The seller named by their e-mail address, or where the demo data is, its seller.
 * @throws ImportFault when there is none, or the account may not sell.
 */
export async function findSeller(database: Database, email: string | undefined): Promise<ImportSeller> {
  const wanted = (email ?? demoSeller).trim().toLowerCase();
  const account = await database
    .selectFrom('account')
    .select(['id', 'email', 'role', 'status', 'is_demo'])
    .where('email', '=', wanted)
    .executeTakeFirst();
  // By the mark too: any person may register the address where no demo is.
  if (account?.is_demo !== true && email === undefined) {
    throw new ImportFault('Name the seller whose cars these are: --seller EMAIL.');
  }
  if (account === undefined) throw new ImportFault(`There is no account ${wanted}.`);
  if (account.role !== 'Seller') throw new ImportFault(`The account ${wanted} is no Seller.`);
  if (account.status !== 'active') throw new ImportFault(`The account ${wanted} is ${account.status}.`);
  return { id: account.id, email: account.email };
}
