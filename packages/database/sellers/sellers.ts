import type { AccountId, SellerKind } from '@carhouse/domain/account/account';
import { countedSellerCarsMaximum, type ListedCar } from '@carhouse/domain/listing/listing';
import { type Cents, cents } from '@carhouse/domain/money/money';
import type { Statement, StatementValue } from '../connection/statement.ts';
import { type ListingRow, listedCarFromRow } from '../listings/listing-row.ts';
import { cardColumnsSql } from '../listings/listing-text.ts';
import type { ListingCursor } from '../listings/listings.ts';

/** The public facts about a seller, which are computed from their listings and payments. */
export type SellerFacts = {
  readonly id: AccountId;
  readonly name: string;
  readonly kind: SellerKind;
  readonly since: Date;
  readonly verifiedAt: Date | null;
  readonly carsOnOffer: number;
  readonly withPhotos: number;
  readonly lowestPrice: Cents | null;
  readonly highestPrice: Cents | null;
  readonly brands: readonly { readonly category: string; readonly cars: number }[];
  readonly places: readonly { readonly location: string; readonly cars: number }[];
  /** Months with a paid booking, such as `2026-11`, in any order. */
  readonly sales: readonly { readonly month: string; readonly cars: number }[];
};

const locationsMaximum = 6;

/** Returns SQL that counts the cars on sale by the values of one column, with the largest number first. */
const makeCountByColumnSql = (column: string, key: string, limit = ''): string => `(
  SELECT coalesce(json_agg(json_build_object('${key}', grouped.value, 'cars', grouped.cars) ORDER BY grouped.cars DESC, grouped.value), '[]')
  FROM (SELECT ${column} AS value, count(*)::int AS cars FROM offer GROUP BY 1 ORDER BY 2 DESC, 1 ${limit}) AS grouped)`;

const sellerFactsSql = `WITH offer AS (
    SELECT listing.id, listing.brand, listing.location, listing.resale_price_cents FROM listing
    WHERE listing.seller_id = $1 AND listing.status = 'available'
    ORDER BY listing.posted_at DESC, listing.id DESC LIMIT ${countedSellerCarsMaximum})
  SELECT account.id, account.name, account.created_at AS since, account.verified_at AS "verifiedAt",
    CASE WHEN account.verified_at IS NULL THEN 'private' ELSE account.seller_kind END AS kind,
    (SELECT count(*)::int FROM offer) AS "carsOnOffer",
    (SELECT count(*)::int FROM offer
      WHERE EXISTS (SELECT FROM listing_image WHERE listing_image.listing_id = offer.id)) AS "withPhotos",
    (SELECT min(resale_price_cents) FROM offer) AS lowest, (SELECT max(resale_price_cents) FROM offer) AS highest,
    ${makeCountByColumnSql('brand', 'category')} AS brands,
    ${makeCountByColumnSql('location', 'location', `LIMIT ${locationsMaximum}`)} AS places,
    (SELECT coalesce(json_agg(json_build_object('month', sold.month, 'cars', sold.cars)), '[]') FROM (
      SELECT to_char(booking.paid_at AT TIME ZONE 'Asia/Singapore', 'YYYY-MM') AS month, count(*)::int AS cars
      FROM booking WHERE booking.seller_id = $1 AND booking.status = 'paid' AND booking.paid_at >= $2
      GROUP BY 1) AS sold) AS sales
  FROM account
  WHERE account.id = $1 AND account.role = 'Seller' AND account.status = 'active'
    AND EXISTS (SELECT FROM listing WHERE listing.seller_id = $1 AND listing.status IN ('available', 'sold'))`;

/**
 * Finds the public facts of a seller. The result is undefined when there is no active seller with this id. The result
 * is also undefined when none of the seller's cars was ever public; in this case no other page shows the seller's name.
 * @param salesSince start of the first month whose sales are counted
 */
export function selectSellerFacts(id: AccountId, salesSince: Date): Statement<SellerFacts | undefined> {
  return {
    name: 'seller-facts',
    text: sellerFactsSql,
    values: [id, salesSince],
    read: ({ rows }) => {
      const row = rows[0] as (SellerFacts & { lowest: Cents | null; highest: Cents | null }) | undefined;
      if (row === undefined) return undefined;
      const { lowest, highest, ...facts } = row;
      return { ...facts, lowestPrice: toCents(lowest), highestPrice: toCents(highest) };
    },
  };
}

function toCents(amount: bigint | null): Cents | null {
  return amount === null ? null : cents(BigInt(amount));
}

type SellerCarFilters = { readonly brand: string | undefined; readonly after: ListingCursor | undefined };

/**
 * Lists the cars of an active seller that are on sale, newest first. The query is one index scan of the seller's listings.
 */
export function makeSellerCarsStatement(
  id: AccountId,
  limit: number,
  { brand, after }: SellerCarFilters,
): Statement<readonly ListedCar[]> {
  const values: StatementValue[] = [id];
  const addParameter = (value: StatementValue): string => `$${values.push(value)}`;
  const conditions = [
    ...(brand === undefined ? [] : [`AND listing.brand = ${addParameter(brand)}`]),
    ...(after === undefined
      ? []
      : [`AND (listing.posted_at, listing.id) < (${addParameter(after.at)}, ${addParameter(after.id)})`]),
  ];
  return {
    name: `seller-offer-${limit}${brand === undefined ? '' : '-brand'}${after === undefined ? '' : '-after'}`,
    text: `SELECT ${cardColumnsSql} FROM listing JOIN account ON account.id = listing.seller_id
      WHERE listing.seller_id = $1 AND listing.status = 'available' AND account.status = 'active' ${conditions.join(' ')}
      ORDER BY listing.posted_at DESC, listing.id DESC LIMIT ${limit}`,
    values,
    read: ({ rows }) => rows.map((row) => listedCarFromRow(row as ListingRow)),
  };
}
