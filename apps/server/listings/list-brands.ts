import { type BrandWithOffers, listBrandNames, listBrandPrices, listBrands } from '@carhouse/database/brands/brands';
import type { Context } from '../context.ts';

const emptyPriceRange = { lowest: null, highest: null } as const;

/**
 * Returns all brands in the order of the menus, with the number of their listings on sale. The numbers of listings come
 * from the catalogue. While the catalogue is not loaded, the database counts the listings.
 */
export async function listBrandsOnOffer(context: Context): Promise<readonly BrandWithOffers[]> {
  const cars = await countListingsByBrand(context);
  if (cars === undefined) return context.readDatabase.read(({ database }) => listBrands(database));
  const [brands, prices] = await context.readDatabase.read(({ database }) =>
    Promise.all([listBrandNames(database), listBrandPrices(database)]),
  );
  const pricesByBrand = new Map(prices.map(({ apiName, ...each }) => [apiName, each]));
  return brands.map((brand) => ({
    ...brand,
    ...(pricesByBrand.get(brand.apiName) ?? emptyPriceRange),
    cars: cars.get(brand.apiName) ?? 0,
  }));
}

/** Returns the number of listings of each brand from the catalogue; undefined while the catalogue is not loaded. */
async function countListingsByBrand({ catalogue }: Context): Promise<ReadonlyMap<string, number> | undefined> {
  if (catalogue.findThread() === null || !catalogue.isReady()) return undefined;
  const query = {
    text: '',
    facetFilters: {},
    rangeFilters: {},
    order: { by: 'newest', descending: true },
    after: null,
    limit: 1,
    facets: ['brand'],
  } as const;
  try {
    const { facetCounts } = await catalogue.ask('search', { query });
    return new Map((facetCounts.brand ?? []).map(({ value, count }) => [value, count]));
  } catch {
    // The catalogue's thread has ended or is busy, so the database counts instead.
    return undefined;
  }
}
