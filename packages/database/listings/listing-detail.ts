import type { AccountId, SellerKind } from '@carhouse/domain/account/account';
import type { BookingId } from '@carhouse/domain/booking/booking';
import {
  countedSellerCarsMaximum,
  type ListedCar,
  type Listing,
  type ListingId,
  type ListingStatus,
} from '@carhouse/domain/listing/listing';
import { type Cents, cents } from '@carhouse/domain/money/money';
import type { WishId } from '@carhouse/domain/wish/wish';
import type { Statement, StatementResult } from '../connection/statement.ts';
import { type ListingRow, listedCarFromRow, listingFromRow } from './listing-row.ts';
import { cardColumnsSql, listingColumnsSql } from './listing-text.ts';

// Each statement of this file has only the listing's id as a parameter, so that all statements can share one round
// trip. The statements are prepared, because planning them costs more than running them.

export type StoredImage = { readonly key: string; readonly width: number; readonly height: number };

export type DetailPageCar = {
  readonly listing: Listing;
  /** All images with their sizes, cover first. */
  readonly images: readonly StoredImage[];
  /** The time at which a paying buyer's hold ends. */
  readonly heldUntil: Date | null;
  /**
   * The time at which a buyer paid for the car on this site; null when the car is not sold, or was sold without this
   * site.
   */
  readonly soldAt: Date | null;
  /** The seller's sign-up date, their kind, and the number of their listings on sale, at most `countedSellerCarsMaximum`. */
  readonly seller: { readonly since: Date; readonly kind: SellerKind; readonly carsOnOffer: number };
};

// Limits are part of the text, because the plan of a prepared statement does not know its parameters: for a parameter
// the planner would assume that a tenth of all rows is read.
const comparablesMaximum = 50;
/** Maximum number of one seller's listings in a comparison, so that no seller dominates the prices of a model. */
const maxComparedPerSeller = 3;
/** Maximum number of listings of all sellers that are read for the comparison. */
const consideredCarsMaximum = 150;
export const similarCarsMaximum = 3;

const findCarSql = `SELECT ${listingColumnsSql}, account.created_at AS seller_since,
  CASE WHEN account.verified_at IS NULL THEN 'private' ELSE account.seller_kind END AS seller_kind,
  (SELECT coalesce(json_agg(json_build_object('key', image.key, 'width', image.width, 'height', image.height)
      ORDER BY listing_image.position), '[]')
    FROM listing_image JOIN image ON image.key = listing_image.image_key
    WHERE listing_image.listing_id = listing.id) AS all_images,
  (SELECT expires_at FROM payment_attempt
    WHERE payment_attempt.listing_id = listing.id AND state = 'open' AND expires_at > $2) AS held_until,
  (SELECT count(*)::int FROM (
    SELECT FROM listing AS theirs
    WHERE theirs.seller_id = listing.seller_id AND theirs.status = 'available' LIMIT ${countedSellerCarsMaximum}) AS theirs) AS seller_cars,
  (SELECT paid_at FROM booking
    WHERE booking.listing_id = listing.id AND booking.status = 'paid' AND listing.status = 'sold') AS sold_at
  FROM listing JOIN account ON account.id = listing.seller_id
  WHERE listing.id = $1 AND account.status = 'active'`;

type CarRow = ListingRow & {
  readonly seller_since: Date;
  readonly seller_kind: SellerKind;
  readonly all_images: readonly StoredImage[];
  readonly held_until: Date | null;
  readonly seller_cars: number;
  readonly sold_at: Date | null;
};

/** Finds a listing in any status, with the data of its page; undefined when there is none or its seller is not active. */
export function makeDetailPageCarStatement(id: ListingId, now: Date): Statement<DetailPageCar | undefined> {
  return {
    name: 'listing-on-page',
    text: findCarSql,
    values: [id, now],
    read: ({ rows }) => {
      const row = rows[0] as CarRow | undefined;
      return (
        row && {
          listing: listingFromRow(row),
          images: row.all_images,
          heldUntil: row.held_until,
          soldAt: row.sold_at,
          seller: { since: row.seller_since, kind: row.seller_kind, carsOnOffer: row.seller_cars },
        }
      );
    },
  };
}

/** The attributes of a listing by which similar ones are found, and the data that decides who may see the listing. */
export type SimilarityFacts = {
  readonly status: ListingStatus;
  readonly seller: { readonly id: AccountId };
  readonly brand: string;
  readonly title: string;
  readonly body: string | null;
  /** The price in cents. */
  readonly price: number;
};

/**
 * Finds the attributes of a listing in any status by which similar ones are found; undefined when there is no such
 * listing or its seller is not active.
 */
export function makeSimilarityFactsStatement(id: ListingId): Statement<SimilarityFacts | undefined> {
  return {
    name: 'listing-likeness',
    text: `SELECT listing.status, listing.seller_id, listing.brand, listing.title, listing.body,
        listing.resale_price_cents AS price
      FROM listing JOIN account ON account.id = listing.seller_id
      WHERE listing.id = $1 AND account.status = 'active'`,
    values: [id],
    read: ({ rows }) => {
      if (rows[0] === undefined) return undefined;
      const { seller_id, price, ...car } = rows[0];
      return { ...car, seller: { id: seller_id }, price: Number(price) };
    },
  };
}

export type ViewerWishAndBooking = { readonly wishId: WishId | null; readonly bookingId: BookingId | null };

/** Finds the user's wish and open booking for this listing. */
export function makeWishAndBookingStatement(
  accountId: AccountId,
  listingId: ListingId,
): Statement<ViewerWishAndBooking> {
  return {
    name: 'listing-viewer-marks',
    text: `SELECT (SELECT id FROM wish WHERE wisher_id = $1 AND listing_id = $2) AS "wishId",
      (SELECT id FROM booking WHERE buyer_id = $1 AND listing_id = $2 AND status = 'unpaid') AS "bookingId"`,
    values: [accountId, listingId],
    read: ({ rows }) => rows[0] as ViewerWishAndBooking,
  };
}

export type Comparable = { readonly id: ListingId; readonly price: Cents; readonly yearsOfUse: number };

/** SQL for other listings on sale of the brand and model of `car` with a given number of years of use, newest first. */
const makeComparablesOfYearSql = (
  years: string,
): string => `SELECT other.id, other.resale_price_cents AS price, other.years_of_use, other.seller_id
  FROM listing AS other
  WHERE other.brand = car.brand AND lower(other.title) = lower(car.title) AND other.years_of_use = ${years}
    AND other.status = 'available' AND other.id <> car.id
    AND NOT EXISTS (SELECT FROM account WHERE account.id = other.seller_id AND account.status <> 'active')
  ORDER BY other.id DESC LIMIT ${consideredCarsMaximum}`;

/** SQL for the lowest or highest number of years of use among the listings of the brand and model of `car`. */
const makeExtremeYearsOfUseSql = (
  direction: 'ASC' | 'DESC',
): string => `(SELECT other.years_of_use FROM listing AS other
  WHERE other.brand = car.brand AND lower(other.title) = lower(car.title) AND other.status = 'available'
  ORDER BY other.years_of_use ${direction} LIMIT 1)`;

/** SQL for the comparable listings of the row named `car`. */
// The parts of the UNION run in order until the LIMIT is reached, so for a frequent model one or two reads of the index
// listing_comparable_idx are enough. The result is one text, because returning separate rows would cost as much as
// finding them.
const makeComparablesSql = (car: string, now: string): string => `SELECT
  string_agg(near.id || ' ' || near.price || ' ' || near.years_of_use, ',' ORDER BY near.distance, near.id DESC) AS comparables
  FROM ${car} AS car
  CROSS JOIN LATERAL (
    SELECT ranked.* FROM (
      SELECT found.*, row_number() OVER (PARTITION BY (SELECT share_group FROM account WHERE account.id = found.seller_id) ORDER BY found.distance, found.id DESC) AS nth
      FROM (
        SELECT each.*, step.distance FROM (
          SELECT distance FROM generate_series(0,
            greatest(${makeExtremeYearsOfUseSql('DESC')} - car.years_of_use, car.years_of_use - ${makeExtremeYearsOfUseSql('ASC')})) AS distance
          ORDER BY distance) AS step
        CROSS JOIN LATERAL (
          (${makeComparablesOfYearSql('car.years_of_use + step.distance')})
          UNION ALL
          (SELECT * FROM (${makeComparablesOfYearSql('car.years_of_use - step.distance')}) AS younger WHERE step.distance > 0)) AS each
        ORDER BY step.distance, each.id DESC LIMIT ${consideredCarsMaximum}) AS found) AS ranked
    JOIN listing ON listing.id = ranked.id JOIN account ON account.id = ranked.seller_id
    WHERE ranked.nth <= ${maxComparedPerSeller}
      AND (account.verified_at IS NOT NULL OR listing.posted_at < ${now}::timestamptz - interval '1 day')
    ORDER BY ranked.distance, ranked.id DESC LIMIT ${comparablesMaximum}) AS near`;

const comparablesSql = `${makeComparablesSql('listing', '$2')} WHERE car.id = $1`;
const enteredCarSql = '(SELECT $1::uuid AS id, $2::text AS brand, $3::text AS title, $4::int AS years_of_use)';
const comparablesOfEnteredCarSql = makeComparablesSql(enteredCarSql, '$5');

function readComparables({ rows }: StatementResult): readonly Comparable[] {
  const { comparables } = rows[0] as { readonly comparables: string | null };
  return (comparables?.split(',') ?? []).map((each) => {
    const [id, price, yearsOfUse] = each.split(' ');
    return { id: id as ListingId, price: cents(BigInt(price ?? 0)), yearsOfUse: Number(yearsOfUse) };
  });
}

/**
 * Lists other listings on sale of the same brand and model, nearest in years of use first, and newest first among
 * equally near listings. Each group of sellers that shares limits (`share_group`) has at most `maxComparedPerSeller`
 * listings in the result. Listings of unverified sellers are included only when they have been on sale for a day.
 */
export function makeComparablesStatement(id: ListingId, now: Date): Statement<readonly Comparable[]> {
  return {
    name: 'listing-comparables',
    text: comparablesSql,
    values: [id, now],
    read: readComparables,
  };
}

/** The facts of a car that a seller is entering in a form or has listed. */
export type TypedCar = {
  /** The id of the car's listing; null for a new car. */
  readonly id: ListingId | null;
  readonly brand: string;
  readonly title: string;
  readonly yearsOfUse: number;
};

/** An id that no listing has. */
const unusedListingId = '00000000-0000-0000-0000-000000000000';

/** Lists comparable listings on sale for a car in a form, by its brand and model. */
export function makeEnteredComparablesStatement(car: TypedCar, now: Date): Statement<readonly Comparable[]> {
  return {
    name: 'typed-comparables',
    text: comparablesOfEnteredCarSql,
    values: [car.id ?? unusedListingId, car.brand, car.title, car.yearsOfUse, now],
    read: readComparables,
  };
}

/**
 * Returns SQL for a few listings on sale whose prices are next to the price of `car`: cheaper or more expensive
 * listings, of the car's brand or of other brands.
 */
function makeNextInPriceSql(brand: '=' | '<>', priceComparison: '<=' | '>'): string {
  const direction = priceComparison === '>' ? 'ASC' : 'DESC';
  return `SELECT other.id, abs(other.resale_price_cents - car.resale_price_cents) AS gap, ${priceComparison === '>'} AS dearer
    FROM listing AS other JOIN account ON account.id = other.seller_id
    WHERE other.brand ${brand} car.brand AND other.resale_price_cents ${priceComparison} car.resale_price_cents
      AND other.status = 'available' AND account.status = 'active' AND other.id <> car.id
    ORDER BY other.resale_price_cents ${direction}, other.id ${direction} LIMIT ${similarCarsMaximum}`;
}

/**
 * SQL of the order by nearness of the price. Of two equally near prices the lower one comes first. Listings with equal
 * prices keep their order in the index.
 */
const nearestFirstOrderSql = 'near.gap, near.dearer, CASE WHEN near.dearer THEN near.id END, near.id DESC';

const makeSimilarSql = (brand: '=' | '<>'): string => `SELECT ${cardColumnsSql}
  FROM (
    SELECT near.* FROM listing AS car
    CROSS JOIN LATERAL ((${makeNextInPriceSql(brand, '<=')}) UNION ALL (${makeNextInPriceSql(brand, '>')})) AS near
    WHERE car.id = $1 ORDER BY ${nearestFirstOrderSql} LIMIT ${similarCarsMaximum}) AS near
  JOIN listing ON listing.id = near.id JOIN account ON account.id = listing.seller_id
  ORDER BY ${nearestFirstOrderSql}`;
const similarSqlByBrand = { same: makeSimilarSql('='), other: makeSimilarSql('<>') };

/**
 * Lists the listings on sale whose prices are nearest to the price of this listing, of the same brand or of other
 * brands; at most `similarCarsMaximum` listings.
 */
export function makeListSimilarStatement(id: ListingId, brand: 'same' | 'other'): Statement<readonly ListedCar[]> {
  return {
    name: `listing-similar-${brand}`,
    text: similarSqlByBrand[brand],
    values: [id],
    read: ({ rows }) => rows.map((row) => listedCarFromRow(row as ListingRow)),
  };
}
