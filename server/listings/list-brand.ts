import { DomainError } from '@carhouse/core/errors/domain-error';
import { type Id, parseId } from '@carhouse/core/ids/id';
import type { Listing } from '@carhouse/core/listing/listing';
import { type ListingCursor, listBrand as selectBrand } from '@carhouse/database/listings';
import type { Context } from '../context.ts';

/** The most that one answer holds (ARCHITECTURE: legacy arrays). */
export const pageSize = 200;

export type BrandPage = {
  readonly listings: readonly Listing[];
  /** Null on the last page. */
  readonly next: string | null;
};

/** A page of the available cars of a brand, newest first. @throws DomainError BAD_REQUEST for a cursor that is not ours. */
export async function listBrand(context: Context, brand: string, before: string | undefined): Promise<BrandPage> {
  const rows = await selectBrand(
    context.database,
    brand,
    pageSize + 1,
    before === undefined ? undefined : readCursor(before),
  );
  const listings = rows.slice(0, pageSize);
  const last = listings.at(-1);
  return { listings, next: rows.length > pageSize && last !== undefined ? writeCursor(last) : null };
}

function writeCursor(last: Listing): string {
  return `${last.postedAt.toISOString()}_${last.id}`;
}

/** Only what `writeCursor` wrote: other texts that JavaScript takes for a date may be none for the database. */
const cursorForm = /^(2\d{3}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z)_(.+)$/;

function readCursor(text: string): ListingCursor {
  const [, time = '', rest = ''] = cursorForm.exec(text) ?? [];
  const postedAt = new Date(time);
  const id: Id<'listing'> | undefined = parseId(rest);
  if (Number.isNaN(postedAt.getTime()) || id === undefined) throw new DomainError('BAD_REQUEST');
  return { postedAt, id };
}
