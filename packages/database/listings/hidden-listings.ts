import type { ListingId } from '@carhouse/domain/listing/listing';
import type { Database } from '../connection/connect.ts';
import type { Transaction } from '../connection/transaction.ts';

/** Hides a listing that is on sale, with the reason for its seller. The caller has locked it. */
export async function saveHidden(trx: Transaction, id: ListingId, reason: string, now: Date): Promise<void> {
  await trx
    .updateTable('listing')
    .set({ status: 'hidden', hidden_reason: reason, updated_at: now })
    .where('id', '=', id)
    .where('status', '=', 'available')
    .execute();
}

/** Puts a hidden listing on sale again. The caller has locked it. */
export async function saveShown(trx: Transaction, id: ListingId, now: Date): Promise<void> {
  await trx
    .updateTable('listing')
    .set({ status: 'available', hidden_reason: null, updated_at: now })
    .where('id', '=', id)
    .where('status', '=', 'hidden')
    .execute();
}

/** The reasons of those of these listings that are hidden. */
export async function findHiddenReasons(
  database: Database,
  ids: readonly ListingId[],
): Promise<ReadonlyMap<ListingId, string>> {
  if (ids.length === 0) return new Map();
  const rows = await database
    .selectFrom('listing')
    .select(['id', 'hidden_reason'])
    .where('id', 'in', [...ids])
    .where('hidden_reason', 'is not', null)
    .execute();
  return new Map(rows.map((row) => [row.id, row.hidden_reason ?? '']));
}
