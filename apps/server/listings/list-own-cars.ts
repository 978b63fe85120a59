import {
  countSellerCars,
  listSellerBrands,
  listSellerCars,
  type SellerCarCounts,
} from '@carhouse/database/listings/seller-cars';
import type { Actor } from '@carhouse/domain/account/account';
import type { SellerCarSortOrder, SellerCarState } from '@carhouse/domain/listing/seller-car-states';
import type { Context } from '../context.ts';
import { addOfferFacts, type OwnListing } from './list-own.ts';

export type OwnCarsQuery = {
  readonly state?: SellerCarState | undefined;
  readonly search?: string | undefined;
  readonly category?: string | undefined;
  readonly sort?: SellerCarSortOrder | undefined;
  readonly page?: number | undefined;
  readonly size?: number | undefined;
};

/** Default number of cars on a page. */
const pageSize = 25;

/**
 * Maximum number of words of a search text that are used. A limit on the number of words bounds the cost of a search,
 * because each word is looked for in every car of the seller.
 */
const searchWordMaximum = 8;

export type OwnCarsPage = {
  readonly cars: readonly (OwnListing & { readonly wishes: number })[];
  readonly total: number;
  readonly counts: SellerCarCounts;
  readonly brands: readonly { readonly brand: string; readonly cars: number }[];
};

/**
 * Returns a page of the caller's own cars, with the number of their cars in each state. The query reads only the
 * caller's cars.
 */
export async function listOwnCars(context: Context, actor: Actor, query: OwnCarsQuery): Promise<OwnCarsPage> {
  const { database } = context;
  const searchWords = (query.search ?? '').toLowerCase().split(/\s+/).filter(Boolean).slice(0, searchWordMaximum);
  const listingFilter = { state: query.state, words: searchWords, brand: query.category };
  const pageRequest = { order: query.sort ?? 'newest', page: query.page ?? 1, size: query.size ?? pageSize };
  const { rows, total } = await listSellerCars(database, actor.accountId, listingFilter, pageRequest);
  const wishes = new Map(rows.map((row) => [row.id, row.wishes]));
  const carsWithOffers = await addOfferFacts(context, rows);
  return {
    cars: carsWithOffers.map((car) => ({ ...car, wishes: wishes.get(car.id) ?? 0 })),
    total,
    counts: await countSellerCars(database, actor.accountId),
    brands: await listSellerBrands(database, actor.accountId),
  };
}
