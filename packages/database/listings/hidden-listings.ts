import type { AccountId } from '@carhouse/domain/account/account';
import type { ListingId, ListingStatus } from '@carhouse/domain/listing/listing';
import type { StatusAfterHiding } from '@carhouse/domain/listing/listing-lifecycle';
import type { Database } from '../connection/connect.ts';
import type { Transaction } from '../connection/transaction.ts';

/**
 * Hides a listing, with the reason that its seller can read. The caller must have locked the listing.
 * @param hiding `from` is the current status of the listing, and `statusAfterHiding` is the status that the listing
 * gets when the hiding ends.
 */
export async function saveHiddenListing(
  trx: Transaction,
  id: ListingId,
  hiding: { readonly from: ListingStatus; readonly statusAfterHiding: StatusAfterHiding; readonly reason: string },
  now: Date,
): Promise<void> {
  await trx
    .updateTable('listing')
    .set({ status: 'hidden', hidden_from: hiding.statusAfterHiding, hidden_reason: hiding.reason, updated_at: now })
    .where('id', '=', id)
    .where('status', '=', hiding.from)
    .execute();
}

/**
 * Ends the hiding of a listing, which gets the status `status`. The caller reads the status to restore from the column
 * `hidden_from`. The caller must have locked the listing.
 */
export async function saveListingShownAgain(
  trx: Transaction,
  id: ListingId,
  status: StatusAfterHiding,
  now: Date,
): Promise<void> {
  await trx
    .updateTable('listing')
    .set({ status, hidden_from: null, hidden_reason: null, updated_at: now })
    .where('id', '=', id)
    .where('status', '=', 'hidden')
    .execute();
}

/**
 * Finds the seller of a listing, and the status that the listing gets when its hiding ends; undefined for an unknown
 * listing. The query locks no row.
 */
export async function findHiddenListing(
  trx: Transaction,
  id: ListingId,
): Promise<{ readonly sellerId: AccountId; readonly back: StatusAfterHiding | null } | undefined> {
  return trx
    .selectFrom('listing')
    .select(['seller_id as sellerId', 'hidden_from as back'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Finds the reasons why admins have hidden these listings; listings that are not hidden are omitted. */
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
