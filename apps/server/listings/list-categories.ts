import { listBrandNames } from '@carhouse/database/brands/brands';
import { categoryOrder, comingSoonBrands } from '@carhouse/domain/brand/categories';
import type { Context } from '../context.ts';

export type Category = { readonly category: string; readonly name: string; readonly listable: boolean };

/**
 * Returns the categories of the add-product form: those of the specification in its order, then other brands, then those
 * that are coming soon.
 */
export async function listCategories(context: Context): Promise<readonly Category[]> {
  const brands = await context.readDatabase.read(({ database }) => listBrandNames(database));
  const brandNames = new Set(brands.map(({ apiName }) => apiName));
  const missingComingSoonBrands = comingSoonBrands.filter(({ apiName }) => !brandNames.has(apiName));
  return [
    ...brands
      .toSorted((a, b) => findOrderRank(a.apiName) - findOrderRank(b.apiName))
      .map(({ apiName, name, listable }) => ({ category: apiName, name, listable })),
    ...missingComingSoonBrands.map(({ apiName, name }) => ({ category: apiName, name, listable: false })),
  ];
}

/**
 * Returns the rank of a brand in the order of the specification. All brands that the specification does not name have
 * the same rank, so sorting keeps their order.
 */
function findOrderRank(apiName: string): number {
  const specificationIndex = categoryOrder.indexOf(apiName);
  return specificationIndex === -1 ? categoryOrder.length : specificationIndex;
}
