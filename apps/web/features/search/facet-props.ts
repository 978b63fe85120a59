import type { CarSearch } from './car-search.ts';

/** What the server finds wrong with a field of the search. */
type Fault = { readonly field: string | undefined; readonly message: string };

export type FacetProps = {
  readonly formId: string;
  readonly search: CarSearch;
  readonly fault: Fault | undefined;
  /** A choice that takes effect at once. */
  readonly onChange: () => void;
};
