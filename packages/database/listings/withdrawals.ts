import type { AccountId } from '@carhouse/domain/account/account';
import type { ListingId } from '@carhouse/domain/listing/listing';
import { sql } from 'kysely';
import type { Transaction } from '../connection/transaction.ts';

/**
 * Whether the last withdrawal of a listing was the act of another person than its seller, that is of an admin. Acts of the
 * demo's accounts do not count: what a visitor of the demo withdrew must not bind a seller for ever.
 */
export async function isWithdrawnByAdmin(trx: Transaction, id: ListingId, sellerId: AccountId): Promise<boolean> {
  const { rows } = await sql<{ byAdmin: boolean }>`
    SELECT e.actor_id IS NOT NULL AND e.actor_id <> ${sellerId}::uuid AS "byAdmin"
    FROM audit_entry e LEFT JOIN account actor ON actor.id = e.actor_id
    WHERE e.noun = 'listing' AND e.noun_id = ${id} AND e.action = 'withdraw'
      AND (e.actor_id = ${sellerId}::uuid OR NOT coalesce(actor.is_demo, false))
    ORDER BY e.at DESC, e.id DESC LIMIT 1`.execute(trx);
  return rows[0]?.byAdmin ?? false;
}
