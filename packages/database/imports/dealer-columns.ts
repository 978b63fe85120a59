import { carFacts, type FactColumn } from '@carhouse/domain/car/car-facts';
import type { ListingTable } from '../schema/schema.ts';

/**
 * The columns of a listing that an imported row fills, with their SQL types. When a row of a file has changed, all
 * these columns of its listing are overwritten.
 */
export const dealerColumns = {
  brand: 'text',
  title: 'text',
  location: 'text',
  original_price_cents: 'bigint',
  resale_price_cents: 'bigint',
  years_of_use: 'smallint',
  year_of_purchase: 'smallint',
  description: 'text',
  ...makeFactTypes(),
  dealer_row_hash: 'text',
  plate: 'text',
} as const satisfies Partial<Record<keyof ListingTable, string>>;

export type DealerColumn = keyof typeof dealerColumns;

/** The names of the columns of a listing that an import writes. */
export const dealerColumnNames = Object.keys(dealerColumns) as readonly DealerColumn[];

/**
 * Returns the SQL type of each column for a fact of a car. Values for columns of type `smallint` are sent as `integer`,
 * because an INSERT converts them.
 */
function makeFactTypes(): Readonly<Record<FactColumn, string>> {
  const types = {
    text: 'text',
    'whole number': 'integer',
    choice: 'text',
    day: 'date',
    money: 'bigint',
    'yes or no': 'boolean',
  };
  return Object.fromEntries(Object.values(carFacts).map(({ column, kind }) => [column, types[kind]])) as Record<
    FactColumn,
    string
  >;
}
