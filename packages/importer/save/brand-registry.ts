import type { Database } from '@carhouse/database/connection/connect';
import { toBrandApiName } from '@carhouse/domain/brand/brand';
import { findMakeName, makeKey, spellUnknownMake } from '@carhouse/domain/brand/brand-spellings';
import type { BatchRow } from './batch-outcome.ts';

type KnownBrand = { readonly apiName: string; readonly name: string; readonly listable: boolean };

/** The server's brands by their `makeKey`. Two spellings of one brand have the same key. */
type BrandRegistry = Map<string, KnownBrand>;

/**
 * Which unknown makes in the file are added to the server's brands: none, known car makers, or all. An import that a
 * seller starts on the site adds no brands.
 */
export type BrandPolicy = 'none' | 'known makes' | 'all';

/**
 * What the user can do about an unknown brand. The text depends on whether the import was started from the command line
 * or from the screen.
 */
const remedyTextByPolicy: Readonly<Record<BrandPolicy, string>> = {
  none: 'use --add-brands',
  'known makes': 'ask us to add it',
  all: '',
};

/** The brands that are known during one import. */
export type BrandResolver = {
  readonly has: (key: string) => boolean;
  readonly remedy: string;
  /** The brand with this key. Depending on the policy, the result may be a new brand that is added later. */
  find(key: string, spelling: string, title: string): KnownBrand | undefined;
  /** Adds the new brands, and returns the rows with their final brands. */
  resolveBrands(rows: readonly BatchRow[]): Promise<readonly BatchRow[]>;
  listAddedNames(): readonly string[];
};

/**
 * Reads the known brands.
 * @param dryRun true: new brands are recorded and not written
 */
export async function openBrandResolver(
  database: Database,
  brandPolicy: BrandPolicy,
  dryRun: boolean,
): Promise<BrandResolver> {
  let brandRegistry: BrandRegistry = await readBrands(database);
  const newBrands = new Map<string, KnownBrand>();
  const addedNames: string[] = [];
  return {
    has: (key) => brandRegistry.has(key),
    remedy: remedyTextByPolicy[brandPolicy],
    find(key, spelling, title) {
      const knownBrand = brandRegistry.get(key) ?? newBrands.get(key);
      if (knownBrand !== undefined || brandPolicy === 'none') return knownBrand;
      if (brandPolicy === 'known makes' && findMakeName(key) === undefined) return undefined;
      const brand = makeNewBrand(spelling, title);
      newBrands.set(key, brand);
      return brand;
    },
    async resolveBrands(rows) {
      // While the new brands of a batch are added, rows of the next batch are read. New brands of the next batch are
      // added when that batch is saved.
      const brandsToAdd = [...newBrands];
      if (brandsToAdd.length > 0) {
        addedNames.push(...brandsToAdd.map(([, brand]) => brand.name));
        if (dryRun) for (const [key, brand] of brandsToAdd) brandRegistry.set(key, brand);
        else
          brandRegistry = await addBrands(
            database,
            brandsToAdd.map(([, brand]) => brand),
          );
        for (const [key] of brandsToAdd) newBrands.delete(key);
      }
      return rows.map((row) => {
        const brand = brandRegistry.get(row.draft.brandKey)?.apiName ?? row.brand;
        return brand === row.brand ? row : { ...row, brand };
      });
    },
    listAddedNames: () => addedNames.toSorted((a, b) => a.localeCompare(b)),
  };
}

/** A new brand with its final spelling: `land rover` gives `Land Rover` with the API name `Land_Rover`. */
export function makeNewBrand(spelling: string, title: string): KnownBrand {
  const name = spellUnknownMake(spelling, title);
  return { apiName: toBrandApiName(name), name, listable: true };
}

/** Adds brands and reads the table again, because another import may have added the same brand in another spelling. */
async function addBrands(database: Database, brands: readonly KnownBrand[]): Promise<BrandRegistry> {
  await database
    .insertInto('brand')
    .values(
      brands.map(({ apiName, name, listable }) => ({
        api_name: apiName,
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

async function readBrands(database: Database): Promise<BrandRegistry> {
  const rows = await database.selectFrom('brand').select(['api_name', 'name', 'listable']).execute();
  const brandRegistry: BrandRegistry = new Map();
  for (const row of rows) {
    const brand = { apiName: row.api_name, name: row.name, listable: row.listable };
    brandRegistry.set(makeKey(row.api_name), brand);
    brandRegistry.set(makeKey(row.name), brand);
  }
  return brandRegistry;
}
