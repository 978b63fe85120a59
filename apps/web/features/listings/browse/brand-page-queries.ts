import type { User } from '@carhouse/contract/accounts';
import type { Client } from '@carhouse/contract/client';
import { audiDatas, ferrariDatas, mercedesDatas, rollsDatas, teslaDatas } from '@carhouse/contract/listings';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { callKey } from '../../../app/call-query.ts';
import type { BrandPage } from '../../../app/paths.ts';
import { prefetch, type RouterContext } from '../../../app/prefetch.ts';
import { wishedCarsQuery } from '../../wishes/wish-queries.ts';
import { type BrandView, type ListingFilters, step, viewBrand } from './listing-filters.ts';

const datas = {
  mercedes: mercedesDatas,
  rolls: rollsDatas,
  tesla: teslaDatas,
  ferrari: ferrariDatas,
  audi: audiDatas,
} as const;

/**
 * The cars of a brand page under the visitor's choices. The page of the server carries those that it shows; the browser
 * keeps the whole list, 200 cars at most, from the first time that it needs more.
 */
export function brandCarsQuery(client: Client, brand: BrandPage, filters: ListingFilters) {
  const { cars, ...choices } = filters;
  return queryOptions({
    queryKey: callKey(datas[brand], brand, choices),
    queryFn: async ({ client: queryClient }): Promise<BrandView> => {
      if (typeof window === 'undefined') return viewBrand(await client(datas[brand]), choices, cars ?? step);
      return viewBrand(await wholeBrand(queryClient, client, brand), choices);
    },
    // The last choice stays on the screen while the next one comes.
    placeholderData: (previous: BrandView | undefined, query) => (query?.queryKey[1] === brand ? previous : undefined),
  });
}

function wholeBrand(queryClient: QueryClient, client: Client, brand: BrandPage) {
  return queryClient.fetchQuery({
    queryKey: callKey(datas[brand]),
    queryFn: () => client(datas[brand]),
    // The query above repeats what fails.
    retry: false,
  });
}

/** What a brand page shows: its cars, and which of them are wished for. */
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
