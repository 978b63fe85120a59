import type { CurrentAdmin } from '@carhouse/domain/account/current-actor';
import type { Brand } from '@carhouse/domain/brand/brand';
import type { Cents } from '@carhouse/domain/money/money';
import { sql } from 'kysely';
import type { Database } from '../connection/connect.ts';
import type { Transaction } from '../connection/transaction.ts';

export type BrandWithOffers = Brand & {
  readonly cars: number;
  readonly lowest: Cents | null;
  readonly highest: Cents | null;
};

/** Lists all brands in the order of the menus, with the number of listings on sale. */
export async function listBrands(database: Database): Promise<readonly BrandWithOffers[]> {
  const rows = await database
    .selectFrom('brand')
    .leftJoin(
      (from) =>
        from
          .selectFrom('listing')
          .innerJoin('account', 'account.id', 'listing.seller_id')
          .where('listing.status', '=', 'available')
          .where('account.status', '=', 'active')
          .groupBy('listing.brand')
          .select([
            'listing.brand',
            sql<number>`count(*)::int`.as('cars'),
            sql<Cents>`min(listing.resale_price_cents)`.as('lowest'),
            sql<Cents>`max(listing.resale_price_cents)`.as('highest'),
          ])
          .as('offer'),
      (join) => join.onRef('offer.brand', '=', 'brand.api_name'),
    )
    .select(['api_name', 'name', 'page_path', 'listable', 'offer.cars', 'offer.lowest', 'offer.highest'])
    .orderBy(sql`position nulls last`)
    .orderBy('name')
    .execute();
  return rows.map((row) => ({
    apiName: row.api_name,
    name: row.name,
    pagePath: row.page_path,
    listable: row.listable,
    cars: row.cars ?? 0,
    lowest: row.lowest,
    highest: row.highest,
  }));
}

export type BrandPrices = Pick<BrandWithOffers, 'apiName' | 'lowest' | 'highest'>;

/**
 * Lists the lowest and highest price of each brand's listings on sale. Both prices are read from the ends of an index,
 * so the cost does not depend on the number of listings.
 */
export async function listBrandPrices(database: Database): Promise<readonly BrandPrices[]> {
  const makeCheapestOrDearestSql = (direction: 'asc' | 'desc') => sql`(
    select listing.resale_price_cents from listing join account on account.id = listing.seller_id
    where listing.brand = brand.api_name and listing.status = 'available' and account.status = 'active'
    order by listing.resale_price_cents ${sql.raw(direction)}, listing.id ${sql.raw(direction)} limit 1)`;
  return database
    .selectFrom('brand')
    .select('api_name as apiName')
    .select([
      sql<Cents | null>`${makeCheapestOrDearestSql('asc')}`.as('lowest'),
      sql<Cents | null>`${makeCheapestOrDearestSql('desc')}`.as('highest'),
    ])
    .execute();
}

/** Lists all brands in the order of the menus. */
export async function listBrandNames(database: Database): Promise<readonly Brand[]> {
  return database
    .selectFrom('brand')
    .select(['api_name as apiName', 'name', 'page_path as pagePath', 'listable'])
    .orderBy(sql`position nulls last`)
    .orderBy('name')
    .execute();
}

/** Returns the display name of a brand, which an admin chose; undefined for an unknown brand. */
export async function findBrandName(database: Database | Transaction, apiName: string): Promise<string | undefined> {
  const row = await database.selectFrom('brand').select('name').where('api_name', '=', apiName).executeTakeFirst();
  return row?.name;
}

/** Whether sellers may list cars of the brand with exactly this API name. */
export async function isListableBrand(trx: Transaction, apiName: string): Promise<boolean> {
  const row = await trx.selectFrom('brand').select('listable').where('api_name', '=', apiName).executeTakeFirst();
  return row?.listable ?? false;
}

/**
 * Adds a brand, or changes whether an existing brand may be listed. Names that differ only in spaces, hyphens,
 * underscores or capitals are the same brand.
 * @returns the brand after and before the change; `before` is null for a new brand.
 */
export async function saveBrand(
  trx: Transaction,
  _by: CurrentAdmin,
  brand: Pick<Brand, 'apiName' | 'name' | 'listable'>,
): Promise<{ readonly apiName: string; readonly before: { readonly listable: boolean } | null }> {
  const insertedBrand = await trx
    .insertInto('brand')
    .values({ api_name: brand.apiName, name: brand.name, page_path: null, listable: brand.listable, position: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning('api_name')
    .executeTakeFirst();
  if (insertedBrand !== undefined) return { apiName: insertedBrand.api_name, before: null };
  const existingBrand = await trx
    .selectFrom('brand')
    .select(['api_name', 'listable'])
    .where(sql`lower(regexp_replace(api_name, '[\\s_-]+', '', 'g'))`, '=', makeSpellingKey(brand.apiName))
    .forUpdate()
    .executeTakeFirstOrThrow();
  await trx
    .updateTable('brand')
    .set({ listable: brand.listable })
    .where('api_name', '=', existingBrand.api_name)
    .execute();
  return { apiName: existingBrand.api_name, before: { listable: existingBrand.listable } };
}

/**
 * Returns a key of a brand's name; all spellings of one brand have an equal key. The unique index `brand_spelling_key`
 * computes the same text.
 */
function makeSpellingKey(name: string): string {
  return name.replace(/[\s_-]+/g, '').toLowerCase();
}
