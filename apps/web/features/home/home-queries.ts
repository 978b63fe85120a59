import type { Client } from '@carhouse/contract/client';
import { queryOptions } from '@tanstack/react-query';
import { makeQueryKey, query } from '../../app/call-query.ts';
import type { RouterContext } from '../../app/prefetch.ts';
import { advertisementGrid, advertisementStrip, searchListings } from '../../app/start-calls.ts';
import { brandsQuery, previewQuery } from '../listings/browse/listing-queries.ts';

/** Query options for data that the route has already loaded: hydration does not request the data again. */
const routeLoadedQueryOptions = { refetchOnMount: false } as const;

/** Queries the advertised cars of the moving row. */
export function advertStripQuery(client: Client) {
  return query(client, advertisementStrip);
}

/** Queries the advertised cars of the grid. */
export function advertGridQuery(client: Client) {
  return { ...query(client, advertisementGrid), ...routeLoadedQueryOptions };
}

/** Queries the number of cars in each price range. */
export function priceHistogramQuery(client: Client) {
  return queryOptions({
    ...routeLoadedQueryOptions,
    queryKey: makeQueryKey(searchListings, 'prices'),
    queryFn: async () => {
      const { total, facets } = await client(searchListings, { query: { facets: 'price', limit: 1 } });
      return { total, bars: facets.price };
    },
  });
}

/**
 * Fetches everything that the home page shows. When a query fails, the section with its data stays empty
 * (specification, section 8).
 */
export async function prefetchHome({ queryClient, client }: RouterContext): Promise<void> {
  await Promise.all([
    queryClient.prefetchQuery(advertStripQuery(client)),
    queryClient.prefetchQuery(advertGridQuery(client)),
    queryClient.prefetchQuery(priceHistogramQuery(client)),
    queryClient.prefetchQuery(brandsQuery(client)),
    queryClient.prefetchQuery(previewQuery(client, 'rolls')),
    queryClient.prefetchQuery(previewQuery(client, 'mercedes')),
    queryClient.prefetchQuery(previewQuery(client, 'tesla')),
  ]);
}
