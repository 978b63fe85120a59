/**
 * Names of the filters that words may express, as the parameters of the search. Prices in dollars, COE in
 * months.
 */
export type FilterName =
  | 'brand'
  | 'model'
  | 'body'
  | 'fuel'
  | 'transmission'
  | 'colour'
  | 'region'
  | 'location'
  | 'sellerKind'
  | 'owners'
  | 'verified'
  | `${'min' | 'max'}${'Price' | 'Year' | 'YearsOfUse' | 'Mileage' | 'Depreciation' | 'CoeMonths' | 'Seats' | 'YearlyMileage'}`
  | 'sort';

export type Filter = { readonly name: FilterName; readonly value: string };

/** The numbers of which the lowest quarter may be asked for. */
export type QuarterField = 'Price' | 'Depreciation';

/** What a phrase that ends before token `next` asks for. */
export type Match = {
  readonly next: number;
  readonly filters: readonly Filter[];
  /** The lowest quarter of the values of what else is asked, as in `cheap`. */
  readonly quarter?: QuarterField;
  /**
   * What happens to the words of a phrase without filters. `text`: they are searched where a car has them. `dropped`: they are
   * left out with a notice. `ignored`: they are left out.
   */
  readonly words?: 'text' | 'dropped' | 'ignored';
};

/**
 * A filter read from the text. Several filters with one name are alternatives. Prices are in dollars, COE in months.
 */
export type UnderstoodFilter = {
  readonly name: FilterName;
  readonly value: string;
  /** The part of the text from which the filter was read. */
  readonly typed: string;
  /** The position of `typed` in the text. */
  readonly from: number;
  readonly to: number;
};
