import type { AccountId } from '@carhouse/core/account/account';
import type { ListedCar, ListingId } from '@carhouse/core/listing/listing';
import { type Cents, cents } from '@carhouse/core/money/money';
import type { PictureSize } from '@carhouse/core/picture/picture-widths';
import type pg from 'pg';
import { runPrepared } from './statement.ts';

/**
 * Which version of a car somebody has seen: the transactions that wrote its row, that of its seller and those of its
 * pictures. Whatever changes what a card of the car shows gives one of them another number.
 */
export type ListingVersion = { readonly listing: string; readonly seller: string; readonly pictures: string | null };

export type FoundListing = {
  readonly id: ListingId;
  /** Null where the known version is the present one. */
  readonly fresh: { readonly version: ListingVersion; readonly listing: ListedCar } | null;
};

const pictureVersions = `(SELECT string_agg(shown.xmin::text, '.') FROM listing_image AS shown WHERE shown.listing_id = listing.id)`;

// One array instead of columns: cars that are known cost nothing then, and the others less than a column each.
const text = `SELECT listing.id,
  CASE WHEN listing.xmin = wanted.listing AND account.xmin = wanted.seller AND ${pictureVersions} IS NOT DISTINCT FROM wanted.pictures THEN NULL
  ELSE json_build_array(listing.xmin::text, account.xmin::text, ${pictureVersions},
    listing.brand, listing.title, listing.location, listing.original_price_cents, listing.resale_price_cents,
    listing.years_of_use, listing.year_of_purchase, listing.description, listing.status, listing.posted_at,
    listing.registered_on, listing.coe_expires_on, listing.coe_renewed, listing.arf_paid_cents,
    account.id, account.name, account.email, account.verified_at IS NOT NULL,
    ARRAY(SELECT listing_image.image_key FROM listing_image WHERE listing_image.listing_id = listing.id ORDER BY listing_image.position),
    (SELECT json_build_object('width', image.width, 'height', image.height)
      FROM listing_image JOIN image ON image.key = listing_image.image_key
      WHERE listing_image.listing_id = listing.id ORDER BY listing_image.position LIMIT 1))
  END AS fresh
  FROM unnest($1::uuid[], $2::xid[], $3::xid[], $4::text[]) WITH ORDINALITY AS wanted (id, listing, seller, pictures, place)
  JOIN listing ON listing.id = wanted.id
  JOIN account ON account.id = listing.seller_id
  WHERE listing.status = 'available' AND account.status = 'active'
  ORDER BY wanted.place`;

/** In the order of the statement. */
type FreshRow = readonly [
  listingVersion: string,
  sellerVersion: string,
  pictureVersions: string | null,
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
  coeExpiresOn: string | null,
  coeRenewed: boolean | null,
  arfPaid: number | null,
  sellerId: AccountId,
  sellerName: string,
  sellerEmail: string,
  sellerVerified: boolean,
  images: readonly string[],
  coverSize: PictureSize | null,
];

/**
 * The cars of these ids, in the order of the ids. A car that is not on offer any more is left out; one of which the present
 * version is known (`known`, by the place of its id) is only named.
 */
export async function readFound(
  pool: pg.Pool,
  ids: readonly ListingId[],
  known: readonly (ListingVersion | undefined)[],
): Promise<readonly FoundListing[]> {
  if (ids.length === 0) return [];
  return runPrepared(pool, {
    name: 'listing-found',
    text,
    values: [
      ids,
      known.map((each) => each?.listing ?? null),
      known.map((each) => each?.seller ?? null),
      known.map((each) => each?.pictures ?? null),
    ],
    read: ({ rows }) => rows.map(({ id, fresh }) => ({ id, fresh: fresh === null ? null : readFresh(id, fresh) })),
  });
}

function readFresh(id: ListingId, row: FreshRow): FoundListing['fresh'] {
  const [listing, seller, pictures, brand, title, location, originalPrice, resalePrice, ...rest] = row;
  const [yearsOfUse, yearOfPurchase, description, status, postedAt, registeredOn, coeExpiresOn, ...last] = rest;
  const [coeRenewed, arfPaid, sellerId, name, email, verified, images, coverSize] = last;
  return {
    version: { listing, seller, pictures },
    listing: {
      id,
      brand,
      title,
      location,
      originalPrice: centsOrNull(originalPrice),
      resalePrice: cents(resalePrice),
      yearsOfUse,
      yearOfPurchase,
      description,
      status,
      postedAt: new Date(postedAt),
      images,
      coverSize,
      facts: { registeredOn, coeExpiresOn, coeRenewed, arfPaid: centsOrNull(arfPaid) },
      seller: { id: sellerId, name, email, verified },
    },
  };
}

function centsOrNull(amount: number | null): Cents | null {
  return amount === null ? null : cents(amount);
}
