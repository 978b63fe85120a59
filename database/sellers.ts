import type { AccountId } from '@carhouse/core/account/account';
import type { Database } from './connect.ts';

/** Who sells from a list is a dealer: the search tells his cars from those of private people. */
export async function becomeDealer(database: Database, id: AccountId, now: Date): Promise<void> {
  await database
    .updateTable('account')
    .set({ seller_kind: 'dealer', updated_at: now })
    .where('id', '=', id)
    .where('seller_kind', '<>', 'dealer')
    .execute();
}

/** Who may sell now: undefined for an account that is suspended or deleted. */
export async function findActiveSeller(
  database: Database,
  id: AccountId,
): Promise<{ readonly name: string; readonly email: string } | undefined> {
  return database
    .selectFrom('account')
    .select(['name', 'email'])
    .where('id', '=', id)
    .where('role', '=', 'Seller')
    .where('status', '=', 'active')
    .executeTakeFirst();
}
