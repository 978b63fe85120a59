import type { Database } from '@carhouse/database/connection/connect';
import type { AccountId } from '@carhouse/domain/account/account';
import type { ListingId } from '@carhouse/domain/listing/listing';

/** Cars on offer from earlier files that are not in this file. */
export type MissingCars = {
  readonly ids: readonly ListingId[];
  /**
   * Whether the file may be less than the whole stock. When the file is incomplete, a car that is missing from it may
   * still be on offer.
   */
  readonly isIncomplete: boolean;
};

const pageSize = 2_000;

/** Finds the seller's cars on offer that are not in the file. The references are read page by page. */
export async function findMissingCars(
  database: Database,
  sellerId: AccountId,
  isInFile: (ref: string) => boolean,
  { isIncomplete }: { readonly isIncomplete: boolean },
): Promise<MissingCars> {
  const ids: ListingId[] = [];
  if (isIncomplete) return { ids, isIncomplete };
  for (let lastReadRef = ''; ; ) {
    const listingsOfPage = await database
      .selectFrom('listing')
      .select(['id', 'dealer_ref as ref', 'status'])
      .where('seller_id', '=', sellerId)
      .where('dealer_ref', '>', lastReadRef)
      .orderBy('dealer_ref')
      .limit(pageSize)
      .execute();
    for (const { id, ref, status } of listingsOfPage) {
      if (status === 'available' && ref !== null && !isInFile(ref)) ids.push(id);
    }
    const lastRef = listingsOfPage.at(-1)?.ref;
    if (listingsOfPage.length < pageSize || lastRef === undefined || lastRef === null) return { ids, isIncomplete };
    lastReadRef = lastRef;
  }
}
