import { createSeededRandom } from '@carhouse/demo-data/seeded';
import { type WordFacet, wordFacets } from '@carhouse/domain/listing/word-facets';
import type { CatalogueQuery, OrderName } from '@carhouse/search/query/query';
import { type GeneratedListing, generateListings } from './generate-listings.ts';

/** A realistic search, as a query of the catalogue and as the address of the API. */
export type BenchQuery = { readonly query: CatalogueQuery; readonly path: string };

/**
 * The kind of query. `faceted`: filters. `text` queries have words with typing mistakes. Queries of both kinds request
 * the counts of every facet.
 */
export type QueryKind = 'faceted' | 'text';

const allFacets = [...wordFacets, 'price', 'year'] as const;
const resultLimit = 24;

/** The sort parameter of the API, and the catalogue's order and direction. */
const sortChoices = [
  ['newest', 'newest', true],
  ['price', 'price', false],
  ['-price', 'price', true],
  ['mileage', 'mileage', false],
  ['depreciation', 'depreciation', false],
  ['-year', 'year', true],
] as const satisfies readonly (readonly [string, OrderName, boolean])[];

/**
 * Creates different searches that have results. Each search is made from the facts of a generated listing. The same
 * seed gives the same searches.
 */
export function makeBenchQueries(kind: QueryKind, count: number): readonly BenchQuery[] {
  const random = createSeededRandom(`queries: ${kind}`);
  return [...generateListings({ count })].map((car) =>
    kind === 'text' ? makeTextQuery(car, random) : makeFacetedQuery(car, random),
  );
}

function makeFacetedQuery(car: GeneratedListing, random: () => number): BenchQuery {
  const [sort, by, isDescending] = sortChoices[Math.floor(random() * sortChoices.length)] ?? sortChoices[0];
  const facetFilters: Partial<Record<WordFacet, readonly string[]>> = {};
  const parameters = new URLSearchParams({ facets: 'all', sort });
  const addFacet = (facet: WordFacet, value: string | null, probability: number): void => {
    if (value === null || random() >= probability) return;
    facetFilters[facet] = [value];
    parameters.append(facet, value);
  };
  addFacet('brand', car.brand, 0.6);
  addFacet('body', car.body, 0.35);
  addFacet('fuel', car.fuel, 0.25);
  addFacet('transmission', car.transmission, 0.2);
  addFacet('location', car.location, 0.25);
  addFacet('colour', car.colour, 0.2);
  addFacet('sellerKind', car.sellerKind, 0.15);
  const rangeFilters: { price?: { max: number }; year?: { min: number } } = {};
  if (random() < 0.4) {
    const dollars = Math.ceil(car.price / 1_000_000) * 10_000;
    rangeFilters.price = { max: dollars * 100 };
    parameters.set('maxPrice', String(dollars));
  }
  if (random() < 0.3) {
    rangeFilters.year = { min: car.yearOfPurchase };
    parameters.set('minYear', String(car.yearOfPurchase));
  }
  const query = {
    text: '',
    facetFilters,
    rangeFilters,
    order: { by, descending: isDescending },
    after: null,
    limit: resultLimit,
    facets: allFacets,
  };
  return { query, path: `/api/v1/listings?${parameters.toString()}` };
}

/** Makes a search for two or three words of a listing. The first of these words often has a typing mistake. */
function makeTextQuery(car: GeneratedListing, random: () => number): BenchQuery {
  const nameWords = `${car.brand.replaceAll('_', ' ')} ${car.title}`.split(' ').slice(0, 2);
  const typedWords = nameWords.map((word, index) =>
    index === 0 && random() < 0.7 ? misspellWord(word, random) : word,
  );
  if (random() < 0.4 && car.colour !== null) typedWords.push(car.colour.toLowerCase());
  const searchText = typedWords.join(' ');
  const order = { by: 'relevance', descending: true } as const;
  const parameters = new URLSearchParams({ q: searchText, facets: 'all', sort: 'relevance' });
  const query = {
    text: searchText,
    facetFilters: {},
    rangeFilters: {},
    order,
    after: null,
    limit: resultLimit,
    facets: allFacets,
  };
  return { query, path: `/api/v1/listings?${parameters.toString()}` };
}

/** Makes a typing mistake: swaps two letters, removes one letter, or adds one letter. */
function misspellWord(word: string, random: () => number): string {
  if (word.length < 4) return word;
  const at = 1 + Math.floor(random() * (word.length - 2));
  const typingMistakeKind = Math.floor(random() * 3);
  if (typingMistakeKind === 0) return word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2);
  if (typingMistakeKind === 1) return word.slice(0, at) + word.slice(at + 1);
  return word.slice(0, at) + word.charAt(at) + word.slice(at);
}

/** Makes the texts that a user has typed so far, letter by letter. */
export function makePartlyTypedTexts(count: number): readonly string[] {
  const random = createSeededRandom('queries: suggest');
  return [...generateListings({ count })].map((car) => {
    const text = random() < 0.5 ? car.title : `${car.brand.replaceAll('_', ' ')} ${car.title}`;
    return text.slice(0, 1 + Math.floor(random() * Math.min(9, text.length))).toLowerCase();
  });
}
