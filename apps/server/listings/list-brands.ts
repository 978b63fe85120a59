import { type BrandOnOffer, listBrandNames, listBrandPrices, listBrands } from '@carhouse/database/brands/brands';
import type { Context } from '../context.ts';

/** What is on offer of each brand, by its API name. */
type Offers = ReadonlyMap<string, Pick<BrandOnOffer, 'cars' | 'lowest' | 'highest'>>;

/** Milliseconds for which counts and prices are remembered: every page that is rendered asks for them (decision 0026). */
const remembered = 500;

/**
 * All brands in the order of the menus, with what is on offer of each. The catalogue keeps their counts anyway; the database would
 * have to count every car for every page. It does while there is no catalogue.
 */
export function rememberBrands(context: Context): () => Promise<readonly BrandOnOffer[]> {
  let readAt = Number.NEGATIVE_INFINITY;
  let offers: Promise<Offers | undefined> = Promise.resolve(undefined);
  return async () => {
    if (!canAsk(context)) return listBrands(context.database);
    const now = performance.now();
    if (now - readAt >= remembered) {
      readAt = now;
      offers = readOffers(context);
      offers.catch(() => {
        readAt = Number.NEGATIVE_INFINITY;
      });
    }
    const known = await offers;
    if (known === undefined) {
      readAt = Number.NEGATIVE_INFINITY;
      return listBrands(context.database);
    }
    // Their names are read each time: the person who has added a brand looks for it.
    const brands = await listBrandNames(context.database);
    return brands.map((brand) => ({ ...brand, ...(known.get(brand.apiName) ?? nothing) }));
  };
}

const nothing = { cars: 0, lowest: null, highest: null } as const;

async function readOffers(context: Context): Promise<Offers | undefined> {
  const cars = await countByBrand(context);
  if (cars === undefined) return undefined;
  const prices = await listBrandPrices(context.database);
  return new Map(prices.map(({ apiName, ...each }) => [apiName, { ...each, cars: cars.get(apiName) ?? 0 }]));
}

function canAsk({ catalogue }: Context): boolean {
  return catalogue.thread() !== null && catalogue.isReady();
}

/** Undefined while the catalogue cannot say. */
async function countByBrand({ catalogue }: Context): Promise<ReadonlyMap<string, number> | undefined> {
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
    // It has just ended, or is busy: the database knows as well.
    return undefined;
  }
}
