import type { AccountId, Role } from '@carhouse/domain/account/account';
import type { BookingId } from '@carhouse/domain/booking/booking';
import type { ImageSize } from '@carhouse/domain/image/image-widths';
import type { Listing, ListingId } from '@carhouse/domain/listing/listing';
import type { Cents } from '@carhouse/domain/money/money';
import type { WishId } from '@carhouse/domain/wish/wish';
import { sql } from 'kysely';
import type { Database } from '../connection/connect.ts';
import { listingFromRow } from '../listings/listing-row.ts';
import { selectListings } from '../listings/listings.ts';

/** Lists the available listings of a seller whose COE ends first. */
export async function listListingsWithEndingCoe(
  database: Database,
  sellerId: AccountId,
  limit: number,
): Promise<readonly Listing[]> {
  const rows = await selectListings(database)
    .where('listing.seller_id', '=', sellerId)
    .where('listing.status', '=', 'available')
    .where('listing.coe_expires_on', 'is not', null)
    .orderBy('listing.coe_expires_on')
    .orderBy('listing.id')
    .limit(limit)
    .execute();
  return rows.map(listingFromRow);
}

/**
 * Finds the available listing of a seller with the fewest images, if the listing has fewer images than a given number.
 */
export async function findListingWithFewImages(
  database: Database,
  sellerId: AccountId,
  imageCountMinimum: number,
): Promise<{ readonly id: ListingId; readonly title: string; readonly images: number } | undefined> {
  const images = sql<number>`(select count(*)::int from listing_image where listing_id = listing.id)`;
  return database
    .selectFrom('listing')
    .select(['id', 'title', images.as('images')])
    .where('seller_id', '=', sellerId)
    .where('status', '=', 'available')
    .where(images, '<', imageCountMinimum)
    .orderBy(images)
    .orderBy('posted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Finds the available listing of a seller that has been on sale longest without an advertisement. */
export async function findNotAdvertisedListing(
  database: Database,
  sellerId: AccountId,
): Promise<{ readonly id: ListingId; readonly title: string; readonly posted_at: Date } | undefined> {
  return database
    .selectFrom('listing')
    .select(['id', 'title', 'posted_at'])
    .where('seller_id', '=', sellerId)
    .where('status', '=', 'available')
    .where('id', 'not in', (sub) => sub.selectFrom('advertisement').select('listing_id'))
    .orderBy('posted_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

export type WishedPrice = {
  readonly wishId: WishId;
  readonly priceThen: Cents;
  readonly wishedAt: Date;
  readonly listing: Listing;
};

/**
 * Lists the listings on sale from a user's wish list: listings whose price has changed first, then by the time of the
 * wish, newest first.
 */
export async function listWishedPrices(
  database: Database,
  wisherId: AccountId,
  limit: number,
): Promise<readonly WishedPrice[]> {
  const rows = await selectListings(database)
    .innerJoin('wish', 'wish.listing_id', 'listing.id')
    .select(['wish.id as wish_id', 'wish.resale_price_cents as price_then', 'wish.wished_at'])
    .where('wish.wisher_id', '=', wisherId)
    .where('listing.status', '=', 'available')
    .where('account.status', '=', 'active')
    .orderBy(sql`listing.resale_price_cents <> wish.resale_price_cents`, 'desc')
    .orderBy('wish.wished_at', 'desc')
    .orderBy('wish.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    wishId: row.wish_id,
    priceThen: row.price_then,
    wishedAt: row.wished_at,
    listing: listingFromRow(row),
  }));
}

/** Counts the wishes on a user's wish list, and the wished listings on sale whose price is now lower. */
export async function countWishesAndPriceDrops(
  database: Database,
  wisherId: AccountId,
): Promise<{ readonly count: number; readonly dropped: number }> {
  return database
    .selectFrom('wish')
    .innerJoin('listing', 'listing.id', 'wish.listing_id')
    .innerJoin('account', 'account.id', 'listing.seller_id')
    .select([
      sql<number>`count(*)::int`.as('count'),
      sql<number>`(count(*) filter (where listing.status = 'available' and listing.resale_price_cents < wish.resale_price_cents))::int`.as(
        'dropped',
      ),
    ])
    .where('wish.wisher_id', '=', wisherId)
    .where('account.status', '=', 'active')
    .executeTakeFirstOrThrow();
}

export type LatestPayment = {
  readonly bookingId: BookingId;
  readonly title: string;
  readonly image: string | null;
  readonly imageSize: ImageSize | null;
  readonly buyerName: string;
  readonly amount: Cents;
  readonly paidAt: Date;
  readonly intentId: string;
  readonly receiptNumber: bigint;
  readonly refunded: boolean;
};

/** Lists the newest payments. */
export async function listLatestPayments(database: Database, limit: number): Promise<readonly LatestPayment[]> {
  const coverSizeSql = sql<ImageSize | null>`(
    select json_build_object('width', image.width, 'height', image.height)
    from image where image.key = substring(booking.image_url from '/media/([a-z0-9]+)-'))`;
  return database
    .selectFrom('payment')
    .innerJoin('booking', 'booking.id', 'payment.booking_id')
    .select([
      'booking.id as bookingId',
      'booking.title',
      'booking.image_url as image',
      coverSizeSql.as('imageSize'),
      'booking.buyer_name as buyerName',
      'payment.amount_cents as amount',
      'payment.paid_at as paidAt',
      'payment.intent_id as intentId',
      'payment.receipt_number as receiptNumber',
      sql<boolean>`booking.status = 'refunded'`.as('refunded'),
    ])
    .orderBy('payment.paid_at', 'desc')
    .orderBy('payment.id', 'desc')
    .limit(limit)
    .execute();
}

export type NewAccount = {
  readonly id: AccountId;
  readonly name: string;
  readonly photoUrl: string | null;
  readonly role: Role | null;
  readonly createdAt: Date;
};

/** Lists the newest accounts. */
export async function listNewestAccounts(database: Database, limit: number): Promise<readonly NewAccount[]> {
  return database
    .selectFrom('account')
    .select(['id', 'name', 'photo_url as photoUrl', 'role', 'created_at as createdAt'])
    .where('status', '<>', 'deleted')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Lists the active sellers who have waited longest for verification, with their number of listings on sale. */
export async function listSellersToVerify(
  database: Database,
  limit: number,
): Promise<readonly (NewAccount & { readonly carsOnOffer: number })[]> {
  const cars = sql<number>`(select count(*)::int from listing where seller_id = account.id and status = 'available')`;
  return database
    .selectFrom('account')
    .select(['id', 'name', 'photo_url as photoUrl', 'role', 'created_at as createdAt', cars.as('carsOnOffer')])
    .where('role', '=', 'Seller')
    .where('verified_at', 'is', null)
    .where('status', '=', 'active')
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}
