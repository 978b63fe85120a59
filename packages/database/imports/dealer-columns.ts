import type { ListingTable } from '../schema/schema.ts';

/** Columns that a dealer's row fills, with their types. All of them are overwritten when the row has changed. */
export const dealerColumns = {
  brand: 'text',
  title: 'text',
  location: 'text',
  original_price_cents: 'bigint',
  resale_price_cents: 'bigint',
  years_of_use: 'smallint',
  year_of_purchase: 'smallint',
  description: 'text',
  variant: 'text',
  body: 'text',
  colour: 'text',
  doors: 'smallint',
  seats: 'smallint',
  transmission: 'text',
  fuel: 'text',
  engine_cc: 'integer',
  power_kw: 'integer',
  curb_weight_kg: 'integer',
  manufactured_year: 'smallint',
  registered_on: 'date',
  coe_category: 'text',
  coe_premium_cents: 'bigint',
  coe_obtained_on: 'date',
  coe_expires_on: 'date',
  coe_renewed: 'boolean',
  omv_cents: 'bigint',
  arf_paid_cents: 'bigint',
  owners: 'smallint',
  mileage_km: 'integer',
  dealer_row_hash: 'text',
  plate: 'text',
} as const satisfies Partial<Record<keyof ListingTable, string>>;

export type DealerColumn = keyof typeof dealerColumns;

/** Columns of a listing that an import writes. */
export const dealerColumnNames = Object.keys(dealerColumns) as readonly DealerColumn[];
