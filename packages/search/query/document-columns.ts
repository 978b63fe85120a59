import { NumericColumn } from '../facets/numeric-column.ts';
import { computeTraitBits } from './car-traits.ts';
import type { CatalogueEntry } from './entry.ts';
import type { RangeField } from './query.ts';

/** The numeric columns with a range filter. */
export type RangeColumns = Readonly<Record<RangeField, NumericColumn>>;

/**
 * The numbers of all documents. `traits` are bits (car-traits.ts), and `newest` is the sort key of the order `newest`.
 * The columns `traits` and `newest` have no filter.
 */
export type DocumentColumns = {
  readonly columns: RangeColumns;
  readonly traits: NumericColumn;
  readonly newest: NumericColumn;
};

export function makeColumns(capacity: number): DocumentColumns {
  const makeWideColumn = () => new NumericColumn('wide', capacity);
  const makeNarrowColumn = () => new NumericColumn('narrow', capacity);
  return {
    columns: {
      price: makeWideColumn(),
      year: makeNarrowColumn(),
      yearsOfUse: makeNarrowColumn(),
      mileage: makeNarrowColumn(),
      depreciation: makeWideColumn(),
      coeExpiresOn: makeNarrowColumn(),
      postedAt: makeWideColumn(),
      seats: makeNarrowColumn(),
      yearlyMileage: makeNarrowColumn(),
      instalment: makeWideColumn(),
      monthlyCost: makeWideColumn(),
      coeCategory: makeNarrowColumn(),
      roadTax: makeNarrowColumn(),
      power: makeNarrowColumn(),
      engineCc: makeNarrowColumn(),
      omv: makeNarrowColumn(),
      arf: makeNarrowColumn(),
      parf: makeNarrowColumn(),
    },
    traits: makeNarrowColumn(),
    newest: makeWideColumn(),
  };
}

export function writeColumns(
  { columns, traits, newest }: DocumentColumns,
  documentId: number,
  entry: CatalogueEntry,
): void {
  columns.price.write(documentId, entry.price);
  columns.year.write(documentId, entry.yearOfPurchase);
  columns.yearsOfUse.write(documentId, entry.yearsOfUse);
  columns.mileage.write(documentId, entry.mileageKm);
  columns.depreciation.write(documentId, entry.depreciation);
  columns.coeExpiresOn.write(documentId, entry.coeExpiresOn);
  columns.postedAt.write(documentId, entry.postedAt);
  columns.seats.write(documentId, entry.seats);
  columns.yearlyMileage.write(documentId, entry.yearlyMileage);
  columns.instalment.write(documentId, entry.instalment);
  columns.monthlyCost.write(documentId, entry.monthlyCost);
  columns.coeCategory.write(documentId, entry.coeCategory);
  columns.roadTax.write(documentId, entry.roadTax);
  columns.power.write(documentId, entry.power);
  columns.engineCc.write(documentId, entry.engineCc);
  columns.omv.write(documentId, entry.omv);
  columns.arf.write(documentId, entry.arf);
  columns.parf.write(documentId, entry.parf);
  traits.write(documentId, computeTraitBits(entry));
  newest.write(documentId, entry.newestAt);
}
