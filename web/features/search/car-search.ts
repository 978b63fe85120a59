import { type SearchSort, searchSorts } from '@carhouse/contract/search';

/** What the visitor searches for; lives in the address, so that it can be shared and survives a reload. */
export type CarSearch = {
  readonly q?: string;
  /** Stored category: `Mercedes_Benz`. */
  readonly brand?: string;
  readonly sort?: Exclude<SearchSort, 'newest'>;
  /** Whole dollars. */
  readonly minPrice?: number;
  readonly maxPrice?: number;
  /** Where the page begins, for visitors without a script. */
  readonly before?: string;
};

/** Reads the search from the address, also as a plain form writes it: empty fields count as not given. */
export function readCarSearch(search: Record<string, unknown>): CarSearch {
  const q = textOf(search.q);
  const brand = textOf(search.brand);
  const before = textOf(search.before);
  const sort = searchSorts.find((known) => known !== 'newest' && known === search.sort);
  const minPrice = dollarsOf(search.minPrice);
  const maxPrice = dollarsOf(search.maxPrice);
  return {
    ...(q === '' ? {} : { q }),
    ...(brand === '' ? {} : { brand }),
    ...(sort === undefined || sort === 'newest' ? {} : { sort }),
    ...(minPrice === undefined ? {} : { minPrice }),
    ...(maxPrice === undefined ? {} : { maxPrice }),
    ...(before === '' ? {} : { before }),
  };
}

/** The router reads values as JSON where they are: a model such as `296` arrives as a number. */
function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return (typeof value === 'string' ? value : JSON.stringify(value)).trim();
}

/** `100000`, `100,000` and `$100,000`. */
export function dollarsOf(value: unknown): number | undefined {
  const text = textOf(value).replace(/[$,\s]/g, '');
  if (!/^\d{1,9}(?:\.\d+)?$/.test(text)) return undefined;
  return Math.round(Number(text));
}

/** How many filters are set: words, order and place in the list are none. */
export function filtersSet({ brand, minPrice, maxPrice }: CarSearch): number {
  return [brand, minPrice ?? maxPrice].filter((filter) => filter !== undefined).length;
}

/** A search without some of its parts, from its first car on. */
export function without(search: CarSearch, ...parts: readonly (keyof CarSearch)[]): CarSearch {
  const gone = new Set<string>([...parts, 'before']);
  return Object.fromEntries(Object.entries(search).filter(([name]) => !gone.has(name))) as CarSearch;
}
