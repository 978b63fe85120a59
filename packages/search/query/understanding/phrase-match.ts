/**
 * The filters that words may express. The names are those of the search parameters. Prices are in dollars, the COE in
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

/** The fields of which a phrase may ask for the lowest quarter. */
export type QuarterField = 'Price' | 'Depreciation';

/** The meaning of a phrase that ends before token `next`. */
export type PhraseMatch = {
  readonly next: number;
  readonly filters: readonly Filter[];
  /**
   * The phrase asks for the lowest quarter of the values among the cars that match all other filters, as `cheap` does.
   */
  readonly quarter?: QuarterField;
  /**
   * Filters that the phrase suggests: a car for grandparents has four doors. Suggested filters count only where the
   * text has no filter of the same kind.
   */
  readonly implied?: readonly Filter[];
  /** A remark whose words are searched in texts of cars, in addition to the filters. */
  readonly searchedAs?: string;
  /** The phrase asks for cars that cost less than the make or model of the text. */
  readonly isCheaper?: true;
  /**
   * What happens to the words of a phrase that has no filters. `text`: the words are searched when a car has them.
   * `dropped`: the words are left out with a notice. `ignored`: the words are left out.
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
