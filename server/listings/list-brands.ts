import { type BrandOnOffer, listBrandPrices, listBrands as selectBrands } from '@carhouse/database/brands';
import type { Context } from '../context.ts';

/**
 * All brands in the order of the menus, with what is on offer of each. The catalogue keeps their counts anyway; the database would
 * have to count every car for every page. It does while there is no catalogue.
 */
export async function listBrands(context: Context): Promise<readonly BrandOnOffer[]> {
  const cars = await countByBrand(context);
  if (cars === undefined) return selectBrands(context.database);
  const brands = await listBrandPrices(context.database);
  return brands.map((brand) => ({ ...brand, cars: cars.get(brand.wireName) ?? 0 }));
}

/** Undefined while the catalogue cannot say. */
async function countByBrand({ catalogue }: Context): Promise<ReadonlyMap<string, number> | undefined> {
  if (catalogue.thread() === null || !catalogue.isReady()) return undefined;
  const query = {
    text: '',
    words: {},
    numbers: {},
    order: { by: 'newest', descending: true },
    after: null,
    limit: 1,
    facets: ['brand'],
  } as const;
  try {
    const { words } = await catalogue.ask('search', { query });
    return new Map((words.brand ?? []).map(({ value, count }) => [value, count]));
  } catch {
    // It has just ended, or is busy: the database knows as well.
    return undefined;
  }
}
