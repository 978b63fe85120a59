import type { Listing } from '@carhouse/core/listing/listing';
import { listBrand as selectBrand } from '@carhouse/database/listings';
import type { Context } from '../context.ts';
import { readCursor, writeCursor } from '../http/page-cursor.ts';

/** The most that one answer holds (ARCHITECTURE: legacy arrays). */
export const pageSize = 200;

export type BrandPage = {
  readonly listings: readonly Listing[];
  /** Null on the last page. */
  readonly next: string | null;
};

/** A page of the available cars of a brand, newest first. @throws DomainError BAD_REQUEST for a cursor that is not ours. */
export async function listBrand(context: Context, brand: string, before: string | undefined): Promise<BrandPage> {
  const after = before === undefined ? undefined : readCursor<'listing'>(before);
  const cursor = after === undefined ? undefined : { postedAt: after.at, id: after.id };
  const rows = await selectBrand(context.database, brand, pageSize + 1, cursor);
  const listings = rows.slice(0, pageSize);
  const last = listings.at(-1);
  return { listings, next: rows.length > pageSize && last !== undefined ? writeCursor(last.postedAt, last.id) : null };
}
