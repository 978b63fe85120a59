import { type SearchQuery, type SearchSort, searchPage } from '@carhouse/contract/search';
import { DomainError } from '@carhouse/core/errors/domain-error';
import { parseId } from '@carhouse/core/ids/id';
import type { Listing, ListingId } from '@carhouse/core/listing/listing';
import { centsFromDollars } from '@carhouse/core/money/money';
import { searchWords } from '@carhouse/core/text/search-words';
import { type SearchOrder, searchListings as selectListings } from '@carhouse/database/search-listings';
import type { Context } from '../context.ts';

const orders: Readonly<Partial<Record<SearchSort, SearchOrder>>> & { readonly newest: SearchOrder } = {
  newest: { by: 'posted', descending: true },
  price: { by: 'price', descending: false },
  '-price': { by: 'price', descending: true },
  year: { by: 'year', descending: false },
  '-year': { by: 'year', descending: true },
  mileage: { by: 'mileage', descending: false },
};

export type FoundListings = {
  readonly listings: readonly Listing[];
  readonly total: number;
  readonly next: string | null;
};

/** The cars on offer that match a search, one page of them. @throws DomainError INVALID for a cursor that is not of this order. */
export async function searchListings(context: Context, query: SearchQuery): Promise<FoundListings> {
  const sort = query.sort ?? 'newest';
  const limit = query.limit ?? searchPage;
  const cents = (dollars: number | undefined) => (dollars === undefined ? undefined : centsFromDollars(dollars));
  const { rows, total } = await selectListings(context.database, {
    words: query.q === undefined || query.q.trim() === '' ? null : searchWords(query.q),
    brand: query.brand?.[0],
    minPrice: cents(query.minPrice),
    maxPrice: cents(query.maxPrice),
    order: orders[sort] ?? orders.newest,
    after: query.before === undefined ? undefined : readCursor(sort, query.before),
    // One more than fits tells whether there is a next page.
    limit: limit + 1,
  });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    listings: page.map(({ listing }) => listing),
    total,
    next: rows.length > limit && last !== undefined ? `${sort}_${last.place}_${last.listing.id}` : null,
  };
}

/** Only what was written above: PostgreSQL must never be asked to read a number or a time that is none. */
const cursorForm = /^(-?[a-z]+)_([^_]+)_([^_]+)$/;

function readCursor(sort: SearchSort, text: string): { readonly place: string; readonly id: ListingId } {
  const [, order, place = '', rest = ''] = cursorForm.exec(text) ?? [];
  const id = parseId<'listing'>(rest);
  if (order !== sort || id === undefined || !isPlace(orders[sort] ?? orders.newest, place)) {
    const message = 'Not the cursor of a page in this order';
    throw new DomainError('INVALID', { errors: [{ path: 'before', code: 'invalid', message }] });
  }
  return { place, id };
}

function isPlace({ by }: SearchOrder, place: string): boolean {
  if (by === 'posted') return isTime(place);
  const largest = { price: 100_000_000_00, year: 9_999, mileage: 2_147_483_647 }[by];
  return /^\d{1,12}$/.test(place) && Number(place) <= largest;
}

/** A moment as the database writes it, with the microseconds that `Date` does not know. */
function isTime(text: string): boolean {
  const [, whole = ''] = /^(2\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3})\d{3}Z$/.exec(text) ?? [];
  const read = new Date(`${whole}Z`);
  return !Number.isNaN(read.getTime()) && read.toISOString() === `${whole}Z`;
}
