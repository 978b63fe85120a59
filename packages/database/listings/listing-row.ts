import type { PictureSize } from '@carhouse/domain/image/picture-widths';
import type { ListedCar, Listing } from '@carhouse/domain/listing/listing';
import type { Selectable } from 'kysely';
import type { ListingTable } from '../schema/schema.ts';

/** A row of `listing` with its seller and the keys of its pictures. */
export type ListingRow = Selectable<ListingTable> & {
  readonly seller_name: string;
  readonly seller_email: string;
  readonly seller_verified_at: Date | null;
  readonly images: string[];
  readonly cover_size: PictureSize | null;
};

/** The columns that every list reads (listing-text.ts). */
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
  | 'seller_name'
  | 'seller_email'
  | 'seller_verified_at'
  | 'images'
  | 'cover_size'
>;

export function toListing(row: ListingRow): Listing {
  return {
    ...toListedCar(row),
    facts: {
      variant: row.variant,
      body: row.body,
      colour: row.colour,
      doors: row.doors,
      seats: row.seats,
      transmission: row.transmission,
      fuel: row.fuel,
      engineCc: row.engine_cc,
      powerKw: row.power_kw,
      curbWeightKg: row.curb_weight_kg,
      manufacturedYear: row.manufactured_year,
      registeredOn: row.registered_on,
      coeCategory: row.coe_category,
      coePremium: row.coe_premium_cents,
      coeObtainedOn: row.coe_obtained_on,
      coeExpiresOn: row.coe_expires_on,
      coeRenewed: row.coe_renewed,
      omv: row.omv_cents,
      arfPaid: row.arf_paid_cents,
      owners: row.owners,
      mileageKm: row.mileage_km,
    },
  };
}

export function toListedCar(row: CardRow): ListedCar {
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
    facts: {
      registeredOn: row.registered_on,
      coeObtainedOn: row.coe_obtained_on,
      coeExpiresOn: row.coe_expires_on,
      coeRenewed: row.coe_renewed,
      arfPaid: row.arf_paid_cents,
    },
    seller: {
      id: row.seller_id,
      name: row.seller_name,
      email: row.seller_email,
      verified: row.seller_verified_at !== null,
    },
  };
}

/** The facts of a car as columns. */
export function factColumns(facts: Listing['facts']): Pick<Selectable<ListingTable>, FactColumn> {
  return {
    variant: facts.variant,
    body: facts.body,
    colour: facts.colour,
    doors: facts.doors,
    seats: facts.seats,
    transmission: facts.transmission,
    fuel: facts.fuel,
    engine_cc: facts.engineCc,
    power_kw: facts.powerKw,
    curb_weight_kg: facts.curbWeightKg,
    manufactured_year: facts.manufacturedYear,
    registered_on: facts.registeredOn,
    coe_category: facts.coeCategory,
    coe_premium_cents: facts.coePremium,
    coe_obtained_on: facts.coeObtainedOn,
    coe_expires_on: facts.coeExpiresOn,
    coe_renewed: facts.coeRenewed,
    omv_cents: facts.omv,
    arf_paid_cents: facts.arfPaid,
    owners: facts.owners,
    mileage_km: facts.mileageKm,
  };
}

/** The columns that hold the facts of a car. */
export const factColumnNames = [
  'variant',
  'body',
  'colour',
  'doors',
  'seats',
  'transmission',
  'fuel',
  'engine_cc',
  'power_kw',
  'curb_weight_kg',
  'manufactured_year',
  'registered_on',
  'coe_category',
  'coe_premium_cents',
  'coe_obtained_on',
  'coe_expires_on',
  'coe_renewed',
  'omv_cents',
  'arf_paid_cents',
  'owners',
  'mileage_km',
] as const;

type FactColumn = (typeof factColumnNames)[number];
