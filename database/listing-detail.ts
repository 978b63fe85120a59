import type { AccountId, SellerKind } from '@carhouse/core/account/account';
import type { BookingId } from '@carhouse/core/booking/booking';
import type { Listing, ListingId } from '@carhouse/core/listing/listing';
import type { Cents } from '@carhouse/core/money/money';
import type { WishId } from '@carhouse/core/wish/wish';
import { sql } from 'kysely';
import type { Database } from './connect.ts';
import { toListing } from './listing-row.ts';
import { selectListings } from './listings.ts';

export type StoredPicture = { readonly key: string; readonly width: number; readonly height: number };

/** The pictures of a car with their sizes, cover first. */
export async function listPictures(database: Database, id: ListingId): Promise<readonly StoredPicture[]> {
  return database
    .selectFrom('listing_image')
    .innerJoin('image', 'image.key', 'listing_image.image_key')
    .select(['image.key', 'image.width', 'image.height'])
    .where('listing_image.listing_id', '=', id)
    .orderBy('listing_image.position')
    .execute();
}

/** Since when a seller is here, whether he trades in cars, and how many cars he has on offer. */
export async function readSellerCard(
  database: Database,
  id: AccountId,
): Promise<{ readonly since: Date; readonly kind: SellerKind; readonly carsOnOffer: number }> {
  const cars = sql<number>`(select count(*)::int from listing where seller_id = account.id and status = 'available')`;
  return database
    .selectFrom('account')
    .select(['created_at as since', 'seller_kind as kind', cars.as('carsOnOffer')])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** The wish and the open booking of this person for this car. */
export async function findViewerMarks(
  database: Database,
  accountId: AccountId,
  listingId: ListingId,
): Promise<{ readonly wishId: WishId | null; readonly bookingId: BookingId | null }> {
  const wish = await database
    .selectFrom('wish')
    .select('id')
    .where('wisher_id', '=', accountId)
    .where('listing_id', '=', listingId)
    .executeTakeFirst();
  const booking = await database
    .selectFrom('booking')
    .select('id')
    .where('buyer_id', '=', accountId)
    .where('listing_id', '=', listingId)
    .where('status', '=', 'unpaid')
    .executeTakeFirst();
  return { wishId: wish?.id ?? null, bookingId: booking?.id ?? null };
}

export type Comparable = { readonly id: ListingId; readonly price: Cents; readonly yearsOfUse: number };

/** Other cars of the same brand and model on offer, those nearest in years of use first. */
export async function listComparables(
  database: Database,
  car: Pick<Listing, 'id' | 'brand' | 'title' | 'yearsOfUse'>,
  limit: number,
): Promise<readonly Comparable[]> {
  return database
    .selectFrom('listing')
    .innerJoin('account', 'account.id', 'listing.seller_id')
    .select(['listing.id', 'listing.resale_price_cents as price', 'listing.years_of_use as yearsOfUse'])
    .where('listing.brand', '=', car.brand)
    .where(sql<boolean>`lower(listing.title) = lower(${car.title})`)
    .where('listing.status', '=', 'available')
    .where('account.status', '=', 'active')
    .where('listing.id', '<>', car.id)
    .orderBy(sql`abs(listing.years_of_use - ${car.yearsOfUse})`)
    .orderBy('listing.id', 'desc')
    .limit(limit)
    .execute();
}

/** Those of these cars that are on offer, in the order of the ids. */
export async function readComparables(database: Database, ids: readonly ListingId[]): Promise<readonly Comparable[]> {
  if (ids.length === 0) return [];
  const rows = await database
    .selectFrom('listing')
    .innerJoin('account', 'account.id', 'listing.seller_id')
    .select(['listing.id', 'listing.resale_price_cents as price', 'listing.years_of_use as yearsOfUse'])
    .where('listing.id', 'in', ids)
    .where('listing.status', '=', 'available')
    .where('account.status', '=', 'active')
    .execute();
  const places = new Map(ids.map((id, place) => [id, place]));
  return rows.toSorted((one, other) => (places.get(one.id) ?? 0) - (places.get(other.id) ?? 0));
}

/** Other cars on offer nearest in price, of one brand or of all: so many dearer and so many cheaper ones are looked at. */
export async function listNearestInPrice(
  database: Database,
  car: Pick<Listing, 'id' | 'brand' | 'resalePrice'>,
  sameBrand: boolean,
  limit: number,
): Promise<readonly Listing[]> {
  const side = (cheaper: boolean) => {
    const query = selectListings(database)
      .where('listing.status', '=', 'available')
      .where('account.status', '=', 'active')
      .where('listing.brand', sameBrand ? '=' : '<>', car.brand)
      .where('listing.id', '<>', car.id)
      .where('listing.resale_price_cents', cheaper ? '<=' : '>', car.resalePrice);
    return query
      .orderBy('listing.resale_price_cents', cheaper ? 'desc' : 'asc')
      .orderBy('listing.id', cheaper ? 'desc' : 'asc')
      .limit(limit)
      .execute();
  };
  const found = [...(await side(true)), ...(await side(false))].map(toListing);
  const distance = (other: Listing): bigint => {
    const gap = other.resalePrice - car.resalePrice;
    return gap < 0n ? -gap : gap;
  };
  return found
    .toSorted((one, other) => (distance(one) < distance(other) ? -1 : distance(one) > distance(other) ? 1 : 0))
    .slice(0, limit);
}
