import type { Listing } from '@carhouse/core/listing/listing';
import { listBrand as selectBrand } from '@carhouse/database/listings';
import type { Context } from '../context.ts';
import { type Page, readPage } from '../http/page-cursor.ts';

/** A page of the available cars of a brand, newest first. @throws DomainError BAD_REQUEST for a cursor that is not ours. */
export function listBrand(context: Context, brand: string, before: string | undefined): Promise<Page<Listing>> {
  return readPage({
    before,
    timeOf: (listing: Listing) => listing.postedAt,
    select: (limit, after) => selectBrand(context.database, brand, limit, after),
  });
}
