import type { Client } from '@carhouse/contract/client';
import { products } from '@carhouse/contract/listings';
import { carsPerCall, ownCars, type SellerCar } from '@carhouse/contract/seller-cars';
import {
  type SellerCarSortOrder,
  type SellerCarState,
  sellerCarSortOrders,
  sellerCarStates,
} from '@carhouse/domain/listing/seller-car-states';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { makeQueryKey } from '../../../../app/call-query.ts';

/** The filters, sort order and page of the list, as the URL of My Products contains them. */
export type StockListSearch = {
  readonly state?: SellerCarState;
  readonly search?: string;
  readonly category?: string;
  readonly sort?: SellerCarSortOrder;
  readonly page?: number;
};

/** Number of cars on a page. */
export const stockPageSize = 25;

/** Reads filters, sort order and page from the URL; invalid values are ignored. */
export function readStockListSearch(urlSearch: Record<string, unknown>): StockListSearch {
  const search = toSearchText(urlSearch.search).slice(0, 100);
  const category = toSearchText(urlSearch.category).slice(0, 60);
  const state = sellerCarStates.find((sellerCarState) => sellerCarState === urlSearch.state);
  const sort = sellerCarSortOrders.find(
    (sellerCarOrder) => sellerCarOrder === urlSearch.sort && sellerCarOrder !== 'newest',
  );
  const page = Number(urlSearch.page);
  return {
    ...(state === undefined ? {} : { state }),
    ...(search === '' ? {} : { search }),
    ...(category === '' ? {} : { category }),
    ...(sort === undefined ? {} : { sort }),
    ...(Number.isInteger(page) && page > 1 && page <= 100_000 ? { page } : {}),
  };
}

/** The router parses URL values as JSON, so a search for a year arrives as a number. */
function toSearchText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/**
 * Queries one page of the seller's own cars. The query key belongs to the seller's products, so every change of their
 * cars refreshes it.
 */
export function stockQuery(client: Client, choice: StockListSearch) {
  return queryOptions({
    queryKey: makeQueryKey(products, 'stock', choice),
    queryFn: () => client(ownCars, { query: { ...choice, size: stockPageSize } }),
    placeholderData: keepPreviousData,
  });
}

/** Fetches all matching cars, from every page. */
export async function fetchAllCars(client: Client, choice: StockListSearch): Promise<readonly SellerCar[]> {
  const cars: SellerCar[] = [];
  for (let page = 1; ; page += 1) {
    const answer = await client(ownCars, { query: { ...choice, page, size: carsPerCall } });
    cars.push(...answer.cars);
    if (answer.cars.length < carsPerCall) return cars;
  }
}
