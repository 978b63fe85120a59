import { rangeNames, type SearchSort, searchSorts } from '@carhouse/contract/search';
import { type WordFacet, wordFacets } from '@carhouse/domain/listing/word-facets';

export type RangeName = (typeof rangeNames)[number];
export type NumberPart = `${'min' | 'max'}${RangeName}` | 'postedWithin';
export type WordPart = WordFacet;

/** The visitor's search, stored in the address, so that it can be shared and survives a reload. */
export type CarSearch = {
  readonly q?: string;
  /** The words have not been read for filters yet; the page does so before it renders, and redirects to the address without the flag. */
  readonly understand?: '1';
  /** The typed text before filters were taken out of it. */
  readonly said?: string;
  /** The words that were left out, because no car that fits has them. */
  readonly dropped?: string;
  readonly sort?: SearchSort;
  /** The first car of the page, for visitors without a script. */
  readonly before?: string;
  /** Number of cars shown, when it exceeds one page. A reload shows them again. */
  readonly cars?: number;
} & {
  /** Alternatives, as the call names them: the brand `Mercedes_Benz`, the model `Tesla/Model 3`. */
  readonly [Part in WordPart]?: readonly string[];
} & {
  /** Whole dollars, years, kilometres, months, days; both ends included. */
  readonly [Part in NumberPart]?: number;
};

const numberParts: readonly NumberPart[] = [
  ...rangeNames.flatMap((name) => [`min${name}`, `max${name}`] as const),
  'postedWithin',
];

/** Maximum length of the text in characters. Longer texts are cut, because the call accepts no more. */
const wordsMaximum = 100;

/** Reads the search from the address, also as a plain form writes it: empty fields count as not given. */
export function readCarSearch(search: Record<string, unknown>): CarSearch {
  const q = textOf(search.q).slice(0, wordsMaximum).trim();
  const said = textOf(search.said).slice(0, wordsMaximum);
  const dropped = textOf(search.dropped).slice(0, wordsMaximum);
  const before = textOf(search.before);
  const cars = numberOf(search.cars);
  const sort = searchSorts.find((known) => known === search.sort);
  const text = wordFacets.map((part) => [part, textsOf(search[part])] as const);
  const numbers = numberParts.map((part) => [part, numberOf(search[part])] as const);
  return {
    ...(q === '' ? {} : { q }),
    ...(q === '' || search.understand === undefined ? {} : { understand: '1' as const }),
    ...(said === '' ? {} : { said }),
    ...(dropped === '' ? {} : { dropped }),
    ...Object.fromEntries(text.filter(([, values]) => values.length > 0)),
    ...Object.fromEntries(numbers.filter(([, value]) => value !== undefined)),
    ...(sort === undefined || sort === usualSort({ q }) ? {} : { sort }),
    ...(before === '' ? {} : { before }),
    ...(cars === undefined || cars === 0 ? {} : { cars }),
  };
}

/** The default order of a search: with words, the best matches come first. */
export function usualSort({ q = '' }: { readonly q?: string }): SearchSort {
  return q === '' ? 'newest' : 'relevance';
}

/** The router reads values as JSON where they are: a model such as `296` arrives as a number. */
function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return (typeof value === 'string' ? value : JSON.stringify(value)).trim();
}

/** The values of a name that may be repeated, in one order whichever was chosen first: the same search has one address. */
function textsOf(value: unknown): string[] {
  const texts = (Array.isArray(value) ? value : [value]).map(textOf);
  return [...new Set(texts.filter((text) => text !== ''))].sort();
}

/** `100000`, `100,000` and `$100,000`. */
export function numberOf(value: unknown): number | undefined {
  const text = textOf(value).replace(/[$,\s]/g, '');
  if (!/^\d{1,9}(?:\.\d+)?$/.test(text)) return undefined;
  return Math.round(Number(text));
}

/**
 * Equal searches give equal texts, however they were built. The parts that the server's answer depends on, without the
 * position on the page.
 */
export function askedOf(search: CarSearch): CarSearch {
  const { cars: _cars, said: _said, dropped: _dropped, ...asked } = search;
  return asked;
}
