import { type CarFacts, carFacts, type FactColumn, factNames, mapFacts } from '@carhouse/domain/car/car-facts';
import type { ImageSize } from '@carhouse/domain/image/image-widths';
import type { ListedCar, Listing } from '@carhouse/domain/listing/listing';
import type { Selectable } from 'kysely';
import type { FactColumns, ListingTable } from '../schema/schema.ts';

/** A row of the table `listing`, with its seller and the keys of its images. */
export type ListingRow = Selectable<ListingTable> & {
  readonly seller_name: string;
  readonly seller_email: string;
  readonly seller_verified_at: Date | null;
  readonly images: string[];
  readonly cover_size: ImageSize | null;
};

/** The columns that every list of listings reads (listing-text.ts). */
type CardRow = Pick<
  ListingRow,
  | 'id'
  | 'seller_id'
  | 'brand'
  | 'title'
  | 'location'
  | 'original_price_cents'
  | 'resale_price_cents'
  | 'years_of_use'
  | 'year_of_purchase'
  | 'description'
  | 'status'
  | 'posted_at'
  | 'registered_on'
  | 'coe_obtained_on'
  | 'coe_expires_on'
  | 'coe_renewed'
  | 'arf_paid_cents'
  | 'mileage_km'
  | 'owners'
  | 'seller_name'
  | 'seller_email'
  | 'seller_verified_at'
  | 'images'
  | 'cover_size'
>;

export function listingFromRow(row: ListingRow): Listing {
  return {
    ...listedCarFromRow(row),
    facts: mapFacts((name) => row[carFacts[name].column]) as CarFacts,
  };
}

export function listedCarFromRow(row: CardRow): ListedCar {
  return {
    id: row.id,
    brand: row.brand,
    title: row.title,
    location: row.location,
    originalPrice: row.original_price_cents,
    resalePrice: row.resale_price_cents,
    yearsOfUse: row.years_of_use,
    yearOfPurchase: row.year_of_purchase,
    description: row.description,
    status: row.status,
    postedAt: row.posted_at,
    images: row.images,
    coverSize: row.cover_size,
    facts: readCardFactsRow(row),
    seller: {
      id: row.seller_id,
      name: row.seller_name,
      email: row.seller_email,
      verified: row.seller_verified_at !== null,
    },
  };
}

type CardFactsRow = Pick<
  ListingRow,
  'registered_on' | 'coe_obtained_on' | 'coe_expires_on' | 'coe_renewed' | 'arf_paid_cents' | 'mileage_km' | 'owners'
>;

/** The facts on the card of a car, and the facts from which the car's yearly cost is computed. */
export function readCardFactsRow(row: CardFactsRow): ListedCar['facts'] {
  return {
    registeredOn: row.registered_on,
    coeObtainedOn: row.coe_obtained_on,
    coeExpiresOn: row.coe_expires_on,
    coeRenewed: row.coe_renewed,
    arfPaid: row.arf_paid_cents,
    mileageKm: row.mileage_km,
    owners: row.owners,
  };
}

/** Converts the facts of a car to values of the columns. */
export function toFactColumns(facts: CarFacts): FactColumns {
  return Object.fromEntries(factNames.map((name) => [carFacts[name].column, facts[name]])) as FactColumns;
}

/** The names of the columns that contain the facts of a car. */
export const factColumnNames: readonly FactColumn[] = factNames.map((name) => carFacts[name].column);
