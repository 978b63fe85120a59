import { brandWireName } from '@carhouse/core/brand/brand';
import type { Database } from '../connect.ts';
import { makeKey, properName } from './known-makes.ts';

export type KnownBrand = { readonly wireName: string; readonly name: string; readonly listable: boolean };

/** The brands of the house by `makeKey`, so that no spelling makes a second one. */
export type BrandRegistry = Map<string, KnownBrand>;

export async function readBrands(database: Database): Promise<BrandRegistry> {
  const rows = await database.selectFrom('brand').select(['wire_name', 'name', 'listable']).execute();
  const registry: BrandRegistry = new Map();
  for (const row of rows) {
    const brand = { wireName: row.wire_name, name: row.name, listable: row.listable };
    registry.set(makeKey(row.wire_name), brand);
    registry.set(makeKey(row.name), brand);
  }
  return registry;
}

/** The brand that a row asks for, as it would be written: `land rover` → `Land Rover`, wire name `Land_Rover`. */
export function newBrand(spelling: string, title: string): KnownBrand {
  const name = properName(spelling, title);
  return { wireName: brandWireName(name), name, listable: true };
}

/** Adds brands and reads the table again: another import may have added one a moment before in another spelling. */
export async function addBrands(database: Database, brands: readonly KnownBrand[]): Promise<BrandRegistry> {
  await database
    .insertInto('brand')
    .values(
      brands.map(({ wireName, name, listable }) => ({
        wire_name: wireName,
        name,
        listable,
        page_path: null,
        position: null,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return readBrands(database);
}
