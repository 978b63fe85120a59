import type { Filter } from '../facets/facet-counts.ts';
import type { NumericColumn } from '../facets/numeric-column.ts';
import type { TextMatch, TextSearch } from '../text/text-search.ts';
import { hasBit } from './bit-set.ts';
import { findStatedBit, findTraitBit } from './car-traits.ts';
import type { ListingIds } from './listing-ids.ts';
import type { MatchingDocuments } from './matching-documents.ts';
import { computeQuantile } from './quantile.ts';
import type { CatalogueQuery, Cursor } from './query.ts';
import { selectTop } from './select-top.ts';

/** Maximum number of phrases that are looked up for one search. */
export const preferredPhrasesMaximum = 6;

/** The prefix of a phrase that the search suggests and the user did not type. A phrase with this prefix counts half. */
export const suggestionPrefix = '~';

/** The sign between the words of a phrase that mean the same: `sunroof;glass roof`. */
export const synonymSign = ';';

/**
 * The prefix of a phrase that counts more than all traits: `says:malacca;melaka`. Cars whose description states the
 * phrase come first.
 */
export const statementPrefix = 'says:';

/**
 * A special phrase that no car has. When a query has this phrase, cars with equally many other phrases are sorted by
 * depreciation instead of price.
 */
export const depreciationOrder = 'by:depreciation';

/** Maximum number of synonyms that are looked up for one phrase. */
const synonymsMaximum = 4;

type PreferenceSources = {
  readonly text: TextSearch;
  readonly liveDocuments: Uint32Array;
  /** The traits of each document as bits (car-traits.ts). */
  readonly traits: NumericColumn;
  readonly ids: ListingIds;
  readonly prices: NumericColumn;
  readonly depreciations: NumericColumn;
};
type PhraseSources = Pick<PreferenceSources, 'text' | 'liveDocuments' | 'traits' | 'prices'>;

/**
 * The first documents after the cursor with their sort keys. The documents with most of the phrases come first. Among
 * equal documents, the cheapest comes first, or the document with the lowest depreciation. A phrase of several words
 * counts twice, a trait four times, and a typed phrase twice as much as a suggested one. A car of an extraordinary
 * price does not come first for a suggested phrase.
 */
export function pageByPreference(
  phrases: readonly string[],
  matches: MatchingDocuments,
  { after, count }: { readonly after: Cursor | null; readonly count: number },
  sources: PreferenceSources,
): { readonly documentId: number; readonly key: number }[] {
  const { ids, prices, depreciations } = sources;
  const isByDepreciation = phrases.some(isOrderPhrase);
  const lookedUpPhrases = phrases.slice(0, preferredPhrasesMaximum).filter((phrase) => !isOrderPhrase(phrase));
  const weightedPhrases = lookedUpPhrases.map((phrase) => ({
    bits: findDocumentsWith(phrase, sources, matches.bits, matches.length32),
    points: countPoints(phrase),
    isSuggested: isLimitedByPrice(phrase),
  }));
  const mostPoints = weightedPhrases.reduce((sum, { points }) => sum + points, 0);
  const median = computeQuantile(matches.bits, matches.length32, prices, 0.5) ?? 0;
  const computeKey = (documentId: number): number => {
    const price = prices.values[documentId] ?? 0;
    const depreciation = depreciations.hasValueAt(documentId) ? depreciations.values[documentId] : undefined;
    const amount = Math.min(isByDepreciation ? (depreciation ?? pricesPerLevel) : price, pricesPerLevel - 1);
    let missingPoints = mostPoints;
    const isOrdinary = price <= median * ordinaryPriceFactor;
    for (const { bits, points, isSuggested } of weightedPhrases) {
      if ((isOrdinary || !isSuggested) && hasBit(bits, documentId)) missingPoints -= points;
    }
    return missingPoints * pricesPerLevel + amount;
  };
  const topDocumentIds = selectTop(matches, { after, descending: false, count }, ids, computeKey);
  return topDocumentIds.map((documentId) => ({ documentId, key: computeKey(documentId) }));
}

/**
 * Returns those of the phrases of which at least one document has every word. For a suggested phrase, the price of such
 * a document must also be ordinary, because a car of another price would not come first.
 */
export function findPhrases(
  phrases: readonly string[],
  sources: PhraseSources,
  documents: Uint32Array,
  length32: number,
): readonly string[] {
  const { values } = sources.prices;
  const highestOrdinaryPrice = (computeQuantile(documents, length32, sources.prices, 0.5) ?? 0) * ordinaryPriceFactor;
  return phrases.slice(0, preferredPhrasesMaximum).filter((phrase) => {
    if (isOrderPhrase(phrase)) return true;
    const documentsOfPhrase = findDocumentsWith(phrase, sources, documents, length32);
    if (!isLimitedByPrice(phrase)) return documentsOfPhrase.some((bits32) => bits32 !== 0);
    return documentsOfPhrase.some((bits32, at) => {
      for (let bitIndex = 0; bits32 >>> bitIndex !== 0 && bitIndex < 32; bitIndex += 1)
        if ((bits32 & (1 << bitIndex)) !== 0 && (values[at * 32 + bitIndex] ?? 0) <= highestOrdinaryPrice) return true;
      return false;
    });
  });
}

/** Whether a phrase only orders cars that fit equally. */
function isOrderPhrase(phrase: string): boolean {
  return phrase.replace(suggestionPrefix, '') === depreciationOrder;
}

/** A price is ordinary when it is at most this many times the median price of the documents. */
const ordinaryPriceFactor = 2;

/**
 * Whether a phrase does not put a car of an extraordinary price first. This is true for a suggested phrase without
 * `says:`.
 */
function isLimitedByPrice(phrase: string): boolean {
  return phrase.startsWith(suggestionPrefix) && !phrase.startsWith(suggestionPrefix + statementPrefix);
}

/** A number above every price in cents. Points and price are combined in one sort key below 2^53. */
const pricesPerLevel = 2 ** 34;

/** The points of a trait. A large car gets more points than a car whose description only has words such as `isofix`. */
const traitPoints = 4;
/**
 * The points of a phrase after `says:`. A car whose description states the phrase comes before cars that only have
 * traits.
 */
const statementPoints = 10;

function countPoints(phrase: string): number {
  const isTrait = findTraitBit(phrase.replace(suggestionPrefix, '')) > 0;
  if (phrase.replace(suggestionPrefix, '').startsWith(statementPrefix)) return statementPoints;
  const points = isTrait ? traitPoints : /\S\s+\S/.test(phrase) ? 2 : 1;
  return phrase.startsWith(suggestionPrefix) ? points : points * 2;
}

/** The filters of a query, with one more when each document needs one of the preferred phrases. */
export function addNeededPhrases(
  { preferredPhrases = [], needsPreferred }: Pick<CatalogueQuery, 'preferredPhrases' | 'needsPreferred'>,
  match: TextMatch | null,
  filters: Filter[],
  sources: PhraseSources,
  length32: number,
): Filter[] {
  if (preferredPhrases.length === 0) return filters;
  // The phrases are matched after the text, which overwrites the set of the text.
  const copiedFilters = filters.map((each) =>
    each.bits === match?.bits ? { ...each, bits: each.bits.slice() } : each,
  );
  if (needsPreferred !== true || match !== null) return copiedFilters;
  return [
    {
      facet: null,
      bits: findNeededDocuments(preferredPhrases, sources, length32),
      cachedCounts: null,
      isCounted: false,
    },
    ...copiedFilters,
  ];
}

/** The documents that have all traits among the phrases that are no suggestions; without such a trait, one of the phrases. */
function findNeededDocuments(phrases: readonly string[], sources: PhraseSources, length32: number): Uint32Array {
  const neededTraits = phrases.slice(0, preferredPhrasesMaximum).filter((phrase) => findTraitBit(phrase) > 0);
  const [firstTrait, ...furtherTraits] = neededTraits;
  if (firstTrait === undefined) return findDocumentsWithAny(phrases, sources, length32);
  return furtherTraits.reduce(
    (documents, trait) => findDocumentsWith(trait, sources, documents, length32),
    findDocumentsWith(firstTrait, sources, sources.liveDocuments, length32),
  );
}

/** The documents that have one of the phrases. */
function findDocumentsWithAny(phrases: readonly string[], sources: PhraseSources, length32: number): Uint32Array {
  const result = new Uint32Array(length32);
  for (const phrase of phrases.slice(0, preferredPhrasesMaximum).filter((each) => !isOrderPhrase(each))) {
    const bits = findDocumentsWith(phrase, sources, sources.liveDocuments, length32);
    for (let at = 0; at < length32; at += 1) result[at] = (result[at] ?? 0) | (bits[at] ?? 0);
  }
  return result;
}

/**
 * Finds, among the documents, those with every word of a phrase or of one of its synonyms, and those with the trait
 * that the phrase names. The copied set stays valid when the next text is matched.
 */
function findDocumentsWith(
  phrase: string,
  { text, liveDocuments, traits }: PhraseSources,
  documents: Uint32Array,
  length32: number,
): Uint32Array {
  const result = new Uint32Array(length32);
  const plainPhrase = phrase.replace(suggestionPrefix, '').replace(statementPrefix, '');
  const bit = findTraitBit(plainPhrase) || findStatedBit(plainPhrase);
  if (bit > 0) {
    addDocumentsWithBit(result, bit, traits, documents);
    return result;
  }
  for (const synonym of plainPhrase.split(synonymSign).slice(0, synonymsMaximum)) {
    const match = synonym.trim() === '' ? null : text.match(synonym, liveDocuments);
    if (match === null || match.corrections.length > 0) continue;
    for (let at = 0; at < length32; at += 1)
      result[at] = (result[at] ?? 0) | ((match.bits[at] ?? 0) & (documents[at] ?? 0));
  }
  return result;
}

/** Adds those of the documents whose traits have the bit. */
function addDocumentsWithBit(result: Uint32Array, bit: number, traits: NumericColumn, documents: Uint32Array): void {
  for (let at = 0; at < result.length; at += 1) {
    const bits32 = documents[at] ?? 0;
    for (let bitIndex = 0; bits32 >>> bitIndex !== 0 && bitIndex < 32; bitIndex += 1) {
      const hasTrait = ((traits.values[at * 32 + bitIndex] ?? 0) & bit) !== 0;
      if (hasTrait) result[at] = (result[at] ?? 0) | (bits32 & (1 << bitIndex));
    }
  }
}
