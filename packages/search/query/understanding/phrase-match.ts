/** Filters that words may say, named as the parameters of the search; prices in dollars, COE in months. */
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

/** What words from a place up to `next` say. */
export type Match = { readonly next: number; readonly filters: readonly Filter[] };
