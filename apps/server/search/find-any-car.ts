import type { CatalogueQuery } from '@carhouse/search/query/query';
import type { SearchContext } from '../catalogue/catalogue-client.ts';

/** Whether no car on sale matches a query. */
export async function isWithoutCars({ catalogue }: SearchContext, query: CatalogueQuery): Promise<boolean> {
  return (await catalogue.ask('quantile', { query, of: 'price', share: 0.5 })) === null;
}
