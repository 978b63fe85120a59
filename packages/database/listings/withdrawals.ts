import type { AccountId } from '@carhouse/domain/account/account';
import type { ListingId } from '@carhouse/domain/listing/listing';
import { sql } from 'kysely';
import type { Transaction } from '../connection/transaction.ts';

/** Whether the last withdrawal of a listing was the act of another person than its seller, that is of an admin. */
export async function isWithdrawnByAdmin(trx: Transaction, id: ListingId, sellerId: AccountId): Promise<boolean> {
  const { rows } = await sql<{ byAdmin: boolean }>`
    SELECT actor_id IS NOT NULL AND actor_id <> ${sellerId}::uuid AS "byAdmin" FROM audit_entry
    WHERE noun = 'listing' AND noun_id = ${id} AND action = 'withdraw'
    ORDER BY at DESC, id DESC LIMIT 1`.execute(trx);
  return rows[0]?.byAdmin ?? false;
}
