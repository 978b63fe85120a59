import { listBrandNames } from '@carhouse/database/brands/brands';
import { comingSoonBrands } from '@carhouse/domain/brand/coming-soon';
import type { Context } from '../context.ts';

export type Category = { readonly category: string; readonly name: string; readonly listable: boolean };

/** The brands of the add-product form in the order of the menus, then those that are coming soon. */
export async function listCategories(context: Context): Promise<readonly Category[]> {
  const brands = await listBrandNames(context.database);
  const known = new Set(brands.map(({ apiName }) => apiName));
  const soon = comingSoonBrands.filter(({ apiName }) => !known.has(apiName));
  return [
    ...brands.map(({ apiName, name, listable }) => ({ category: apiName, name, listable })),
    ...soon.map(({ apiName, name }) => ({ category: apiName, name, listable: false })),
  ];
}
