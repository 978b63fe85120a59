import { rangeNames, type SearchSort, searchSorts, searchTextMaximum } from '@carhouse/contract/search';
import { carFacts } from '@carhouse/domain/car/car-facts';
import { type WordFacet, wordFacets } from '@carhouse/domain/listing/word-facets';

export type RangeName = (typeof rangeNames)[number];
export type NumberParameter = `${'min' | 'max'}${RangeName}` | 'postedWithin';
export type WordParameter = WordFacet;

/** The visitor's search. The search is stored in the URL, so that it can be shared and survives a reload. */
export type CarSearch = {
  readonly q?: string;
  /**
   * Whether the text may still contain filters. The page finds the filters in the text before it renders, and redirects
   * to the URL without this flag.
   */
  readonly understand?: '1';
  /** The typed text before filters were extracted. */
  readonly said?: string;
  /**
   * Names of the filters that were read from the typed text, with dots between them. When the visitor types another
   * text, the filters of the new text replace the filters that were read from the previous text.
   */
  readonly fromText?: string;
  /** Whether the text is searched as words, without filters in it. */
  readonly literal?: '1';
  /** Words of the text that were not used. */
  readonly dropped?: string;
  /** Phrases, separated by `|`. The cars whose texts contain most of these phrases come first. */
  readonly prefer?: string;
  /** Whether each found car must have at least one of the phrases of `prefer`. */
  readonly preferOnly?: '1';
  /**
   * The notes that explain the result: codes of the API, separated by `|`. The subject of a note follows its code and a
   * colon.
   */
  readonly notes?: string;
  readonly coeCategory?: string;
  readonly sort?: SearchSort;
  /** The cursor of the page, for visitors without scripts. */
  readonly before?: string;
  /**
   * Number of cars that are shown, if this number exceeds one page. After a reload the page shows this number of cars
   * again.
   */
  readonly cars?: number;
} & {
  /** Alternative values, as in the API: the brand `Mercedes_Benz`, the model `Tesla/Model 3`. */
  readonly [Part in WordParameter]?: readonly string[];
} & {
  /** Bounds in whole dollars, years, kilometres, months or days; both bounds are included. */
  readonly [Part in NumberParameter]?: number;
};

const numberParameterNames: readonly NumberParameter[] = [
  ...rangeNames.flatMap((name) => [`min${name}`, `max${name}`] as const),
  'postedWithin',
];

/** Maximum length of the search text in characters. Longer texts are cut, because the API does not accept them. */
const textLengthMaximum = searchTextMaximum;

/** Maximum length of the preferred phrases and of the notes in characters. */
const phrasesLengthMaximum = 400;

/**
 * Reads the search from the URL. The URL may come from a plain HTML form; empty fields of such a form count as not set.
 */
export function readCarSearch(search: Record<string, unknown>): CarSearch {
  const q = toText(search.q).slice(0, textLengthMaximum).trim();
  const questionText = toText(search.said).slice(0, textLengthMaximum);
  const droppedWordsText = toText(search.dropped).slice(0, textLengthMaximum);
  const prefer = toText(search.prefer).slice(0, phrasesLengthMaximum);
  const notes = toText(search.notes).slice(0, phrasesLengthMaximum);
  const coeCategory = carFacts.coeCategory.values.find((allowedValue) => allowedValue === search.coeCategory);
  const cursorText = toText(search.before);
  const cars = parseWholeNumber(search.cars);
  const sort = searchSorts.find((allowedValue) => allowedValue === search.sort);
  const textParameters = wordFacets.map((part) => [part, toSortedTexts(search[part])] as const);
  const numberParameters = numberParameterNames.map((part) => [part, parseWholeNumber(search[part])] as const);
  const givenParameters = new Set<string>([
    ...textParameters.flatMap(([part, values]) => (values.length > 0 ? [part] : [])),
    ...numberParameters.flatMap(([part, value]) => (value === undefined ? [] : [part])),
    ...(sort === undefined ? [] : ['sort']),
    ...(prefer === '' ? [] : ['prefer', 'preferOnly']),
    ...(coeCategory === undefined ? [] : ['coeCategory']),
  ]);
  const fromText = [...new Set(toText(search.fromText).split('.'))]
    .filter((name) => givenParameters.has(name))
    .join('.');
  return {
    ...(q === '' ? {} : { q }),
    ...(q === '' || search.understand === undefined ? {} : { understand: '1' as const }),
    ...(q === '' || search.literal === undefined ? {} : { literal: '1' as const }),
    ...(questionText === '' ? {} : { said: questionText }),
    ...(fromText === '' ? {} : { fromText }),
    ...(droppedWordsText === '' ? {} : { dropped: droppedWordsText }),
    ...(notes === '' ? {} : { notes }),
    ...(prefer === '' ? {} : { prefer }),
    ...(prefer === '' || search.preferOnly === undefined ? {} : { preferOnly: '1' as const }),
    ...(coeCategory === undefined ? {} : { coeCategory }),
    ...Object.fromEntries(textParameters.filter(([, values]) => values.length > 0)),
    ...Object.fromEntries(numberParameters.filter(([, value]) => value !== undefined)),
    ...(sort === undefined || sort === findDefaultSort({ q, prefer }) ? {} : { sort }),
    ...(cursorText === '' ? {} : { before: cursorText }),
    ...(cars === undefined || cars === 0 ? {} : { cars }),
  };
}

/** Returns the default order of a search: with a text or preferred phrases, the best matches come first. */
export function findDefaultSort({
  q = '',
  prefer = '',
}: {
  readonly q?: string;
  readonly prefer?: string;
}): SearchSort {
  return q === '' && prefer === '' ? 'newest' : 'relevance';
}

/** The router parses URL values as JSON, so a model such as `296` arrives as a number. */
function toText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return (typeof value === 'string' ? value : JSON.stringify(value)).trim();
}

/** Returns the values of a repeated parameter in a fixed order, so that the same search always has the same URL. */
function toSortedTexts(value: unknown): string[] {
  const texts = (Array.isArray(value) ? value : [value]).map(toText);
  return [...new Set(texts.filter((text) => text !== ''))].sort();
}

/** Parses `100000`, `100,000` and `$100,000`. */
export function parseWholeNumber(value: unknown): number | undefined {
  const text = toText(value).replace(/[$,\s]/g, '');
  if (!/^\d{1,9}(?:\.\d+)?$/.test(text)) return undefined;
  return Math.round(Number(text));
}

/**
 * Returns a normalised search: equal searches give equal texts, however they were made. The result contains the filters
 * and which of them were read from a text, without the position in the list.
 */
export function removePosition(search: CarSearch): CarSearch {
  const { cars: _cars, dropped: _dropped, notes: _notes, ...searchWithoutPosition } = search;
  return searchWithoutPosition;
}
