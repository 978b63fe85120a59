import type { Brand } from '@carhouse/core/brand/brand';
import type { Cents } from '@carhouse/core/money/money';
import { sql } from 'kysely';
import type { Database } from './connect.ts';

export type BrandOnOffer = Brand & {
  readonly cars: number;
  readonly lowest: Cents | null;
  readonly highest: Cents | null;
};

/** All brands in the order of the menus, with what is on offer of each. */
export async function listBrands(database: Database): Promise<readonly BrandOnOffer[]> {
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
      (join) => join.onRef('offer.brand', '=', 'brand.wire_name'),
    )
    .select(['wire_name', 'name', 'page_path', 'listable', 'offer.cars', 'offer.lowest', 'offer.highest'])
    .orderBy(sql`position nulls last`)
    .orderBy('name')
    .execute();
  return rows.map((row) => ({
    wireName: row.wire_name,
    name: row.name,
    pagePath: row.page_path,
    listable: row.listable,
    cars: row.cars ?? 0,
    lowest: row.lowest,
    highest: row.highest,
  }));
}
