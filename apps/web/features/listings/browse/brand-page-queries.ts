import type { User } from '@carhouse/contract/accounts';
import type { Client } from '@carhouse/contract/client';
import { audiDatas, ferrariDatas, mercedesDatas, rollsDatas, teslaDatas } from '@carhouse/contract/listings';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { makeQueryKey } from '../../../app/call-query.ts';
import type { BrandPage } from '../../../app/paths.ts';
import { prefetch, type RouterContext } from '../../../app/prefetch.ts';
import { wishedCarsQuery } from '../../wishes/wish-queries.ts';
import { type BrandView, carsPerStep, type ListingFilters, makeBrandView } from './listing-filters.ts';

const brandCalls = {
  mercedes: mercedesDatas,
  rolls: rollsDatas,
  tesla: teslaDatas,
  ferrari: ferrariDatas,
  audi: audiDatas,
} as const;

/**
 * Queries the cars of a brand page with the visitor's filters. The server-rendered page contains only the cars that it
 * shows. The browser loads the whole list, at most 200 cars, when the page first shows more cars than the server
 * rendered.
 */
export function brandCarsQuery(client: Client, brand: BrandPage, filters: ListingFilters) {
  const { cars, ...choices } = filters;
  return queryOptions({
    queryKey: makeQueryKey(brandCalls[brand], brand, choices),
    queryFn: async ({ client: queryClient }): Promise<BrandView> => {
      if (typeof window === 'undefined')
        return makeBrandView(await client(brandCalls[brand]), choices, cars ?? carsPerStep);
      return makeBrandView(await fetchAllBrandCars(queryClient, client, brand), choices);
    },
    // The previous result remains visible while the next result loads.
    placeholderData: (previousView: BrandView | undefined, query) =>
      query?.queryKey[1] === brand ? previousView : undefined,
  });
}

function fetchAllBrandCars(queryClient: QueryClient, client: Client, brand: BrandPage) {
  return queryClient.fetchQuery({
    queryKey: makeQueryKey(brandCalls[brand]),
    queryFn: () => client(brandCalls[brand]),
    // `brandCarsQuery` already retries failed requests.
    retry: false,
  });
}

/** Fetches what a brand page shows: its cars, and which of them are on the user's wish list. */
export async function prefetchBrand(
  { queryClient, client, user }: RouterContext & { readonly user: User },
  brand: BrandPage,
  filters: ListingFilters,
): Promise<void> {
  await Promise.all([
    prefetch(queryClient, brandCarsQuery(client, brand, filters)),
    prefetch(queryClient, wishedCarsQuery(client, user.email)),
  ]);
}
