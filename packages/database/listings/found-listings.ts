import type { AccountId } from '@carhouse/domain/account/account';
import type { ImageSize } from '@carhouse/domain/image/image-widths';
import type { ListedCar, ListingId } from '@carhouse/domain/listing/listing';
import { type Cents, cents } from '@carhouse/domain/money/money';
import type pg from 'pg';
import { runPreparedStatement } from '../connection/statement.ts';

/**
 * The version of a listing's card: the ids of the transactions that last wrote the rows of the listing, of its seller
 * and of its images. Every change of the card's data changes one of these ids.
 */
export type ListingVersion = { readonly listing: string; readonly seller: string; readonly images: string | null };

export type FreshListing = { readonly version: ListingVersion; readonly listing: ListedCar };

/** SQL for the versions of the images of the row named `listing`; null without images. */
export const imageVersionsSql = `(SELECT string_agg(shown.xmin::text, '.') FROM listing_image AS shown WHERE shown.listing_id = listing.id)`;

// The query omits listings whose current version the caller already has, which are nearly all, because returning a row
// takes longer than comparing its version. The values of a row are returned as one array, because an array takes less
// time than one column for each value.
const readChangedSql = `SELECT wanted.place::int AS place,
  CASE WHEN listing.id IS NOT NULL THEN json_build_array(listing.xmin::text, account.xmin::text, ${imageVersionsSql},
    listing.brand, listing.title, listing.location, listing.original_price_cents, listing.resale_price_cents,
    listing.years_of_use, listing.year_of_purchase, listing.description, listing.status, listing.posted_at,
    listing.registered_on, listing.coe_obtained_on, listing.coe_expires_on, listing.coe_renewed, listing.arf_paid_cents,
    listing.mileage_km, listing.owners,
    account.id, account.name, account.email, account.verified_at IS NOT NULL,
    ARRAY(SELECT listing_image.image_key FROM listing_image WHERE listing_image.listing_id = listing.id ORDER BY listing_image.position),
    (SELECT json_build_object('width', image.width, 'height', image.height)
      FROM listing_image JOIN image ON image.key = listing_image.image_key
      WHERE listing_image.listing_id = listing.id ORDER BY listing_image.position LIMIT 1))
  END AS fresh
  FROM unnest($1::uuid[], $2::xid[], $3::xid[], $4::text[]) WITH ORDINALITY AS wanted (id, listing, seller, images, place)
  LEFT JOIN (listing JOIN account ON account.id = listing.seller_id AND account.status = 'active')
    ON listing.id = wanted.id AND listing.status = 'available'
  WHERE (listing.xmin = wanted.listing AND account.xmin = wanted.seller
    AND ${imageVersionsSql} IS NOT DISTINCT FROM wanted.images) IS NOT TRUE`;

/** The values of one row in the order of the statement's columns. */
type FreshRow = readonly [
  listingVersion: string,
  sellerVersion: string,
  imageVersions: string | null,
  brand: string,
  title: string,
  location: string,
  originalPrice: number | null,
  resalePrice: number,
  yearsOfUse: number,
  yearOfPurchase: number,
  description: string,
  status: ListedCar['status'],
  postedAt: string,
  registeredOn: string | null,
  coeObtainedOn: string | null,
  coeExpiresOn: string | null,
  coeRenewed: boolean | null,
  arfPaid: number | null,
  mileageKm: number | null,
  owners: number | null,
  sellerId: AccountId,
  sellerName: string,
  sellerEmail: string,
  sellerVerified: boolean,
  images: readonly string[],
  coverSize: ImageSize | null,
];

/**
 * Reads the listings whose current version differs from the known version, by their index in `ids`. In the result, the
 * value is null for a listing that is no longer on sale.
 * @param knownVersions the known versions by the same index; none by default.
 */
export async function readChangedListings(
  pool: pg.Pool,
  ids: readonly ListingId[],
  knownVersions: readonly (ListingVersion | undefined)[] = ids.map(() => undefined),
): Promise<ReadonlyMap<number, FreshListing | null>> {
  if (ids.length === 0) return new Map();
  return runPreparedStatement(pool, {
    name: 'listing-found',
    text: readChangedSql,
    values: [
      formatArray(ids),
      formatArray(knownVersions.map((each) => each?.listing)),
      formatArray(knownVersions.map((each) => each?.seller)),
      formatArray(knownVersions.map((each) => each?.images)),
    ],
    read: ({ rows }) => {
      const changedListings = new Map<number, FreshListing | null>();
      for (const { place, fresh } of rows as readonly { readonly place: number; readonly fresh: FreshRow | null }[]) {
        const id = ids[place - 1];
        if (id !== undefined) changedListings.set(place - 1, fresh === null ? null : readFreshRow(id, fresh));
      }
      return changedListings;
    },
  });
}

/**
 * Returns the text of a PostgreSQL array of ids and numbers, which need no quotes. The driver's own conversion would be
 * slower, because it checks each character.
 */
function formatArray(values: readonly (string | null | undefined)[]): string {
  return `{${values.map((value) => value ?? 'NULL').join(',')}}`;
}

function readFreshRow(id: ListingId, row: FreshRow): FreshListing {
  const [listing, seller, imagesVersion, brand, title, location, originalPrice, resalePrice, ...otherFields] = row;
  const [yearsOfUse, yearOfPurchase, description, status, postedAt, registeredOn, coeObtainedOn, ...lastFields] =
    otherFields;
  const [coeExpiresOn, coeRenewed, arfPaid, mileageKm, owners, sellerId, name, email, verified, images, coverSize] =
    lastFields;
  return {
    version: { listing, seller, images: imagesVersion },
    listing: {
      id,
      brand,
      title,
      location,
      originalPrice: toCentsOrNull(originalPrice),
      resalePrice: cents(resalePrice),
      yearsOfUse,
      yearOfPurchase,
      description,
      status,
      postedAt: new Date(postedAt),
      images,
      coverSize,
      facts: {
        registeredOn,
        coeObtainedOn,
        coeExpiresOn,
        coeRenewed,
        arfPaid: toCentsOrNull(arfPaid),
        mileageKm,
        owners,
      },
      seller: { id: sellerId, name, email, verified },
    },
  };
}

function toCentsOrNull(amount: number | null): Cents | null {
  return amount === null ? null : cents(amount);
}
