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
  | 'location'
  | 'sellerKind'
  | 'owners'
  | 'verified'
  | `${'min' | 'max'}${'Price' | 'Year' | 'YearsOfUse' | 'Mileage' | 'Depreciation' | 'CoeMonths'}`;

export type Filter = { readonly name: FilterName; readonly value: string };

/** The filters of a phrase that ends before token `next`. */
export type Match = { readonly next: number; readonly filters: readonly Filter[] };
