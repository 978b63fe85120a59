import { searchWords } from '@carhouse/domain/text/search-words';
import type { FrequentTerm } from '../text/text-search.ts';
import type { NamedValue, Vocabulary } from '../text/vocabulary.ts';

/** A completion of a typed text. `count` is the number of listings on offer that have the completion. */
export type Suggestion = {
  readonly kind: 'brand' | 'model' | 'location' | 'word';
  readonly value: string;
  readonly text: string;
  readonly count: number;
};

/** Returns the frequent terms of descriptions that begin with a prefix. */
type FindFrequentTerms = (prefix: string, maximum: number) => readonly FrequentTerm[];

const maxTokens = 8;
/** Terms of descriptions are suggested when the prefix has at least this many letters. */
const minPrefixLength = 3;
const maxFrequentTerms = 3;
/** Maximum number of fuzzy alternatives of a mistyped token. */
const maxFuzzyTokens = 20;

/**
 * Suggests names of brands, models and locations. When there are fewer names than `limit`, terms of descriptions are
 * added.
 */
export function suggest(
  typed: string,
  vocabulary: Vocabulary,
  limit: number,
  findFrequentTerms: FindFrequentTerms,
): readonly Suggestion[] {
  const names = suggestNames(typed, vocabulary, limit);
  const [token = '', ...others] = searchWords(typed);
  const remainingTermCount = Math.min(maxFrequentTerms, limit - names.length);
  if (others.length > 0 || token.length < minPrefixLength || remainingTermCount <= 0) return names;
  const terms = findFrequentTerms(token, remainingTermCount);
  return [...names, ...terms.map(({ term: text, count }) => ({ kind: 'word' as const, value: text, text, count }))];
}

/**
 * Brands, models and locations in whose name every typed token begins a word. Names that begin with the typed text come
 * first, then the more frequent ones. A token that begins no word is replaced by its fuzzy matches.
 */
function suggestNames(typed: string, vocabulary: Vocabulary, limit: number): readonly Suggestion[] {
  const tokens = searchWords(typed).slice(0, maxTokens);
  if (tokens.length === 0) return [];
  const tokenAlternatives = tokens.map((token) =>
    vocabulary.hasPrefix(token) ? [token] : vocabulary.findSimilarTokens(token).slice(0, maxFuzzyTokens),
  );
  // Usually the longest token matches the fewest values.
  const rarestTokenSpellings = tokenAlternatives.reduce((longestSpellings, each) =>
    computeMeanLength(each) > computeMeanLength(longestSpellings) ? each : longestSpellings,
  );
  const prefix = tokens.join(' ');
  const prefixRankByValue = new Map<NamedValue, number>();
  for (const token of rarestTokenSpellings) {
    for (const value of vocabulary.findValuesWithPrefix(token)) {
      if (
        prefixRankByValue.has(value) ||
        !tokenAlternatives.every((spellings) => hasTokenWithSpelling(value, spellings))
      )
        continue;
      prefixRankByValue.set(value, value.namePrefixes.some((prefixText) => prefixText.startsWith(prefix)) ? 1 : 0);
    }
  }
  const bestNames: NamedValue[] = [];
  const compareNames = (a: NamedValue, b: NamedValue): number =>
    (prefixRankByValue.get(b) ?? 0) - (prefixRankByValue.get(a) ?? 0) ||
    b.count - a.count ||
    rankByFacet[a.facet] - rankByFacet[b.facet] ||
    compareTexts(a, b);
  for (const value of prefixRankByValue.keys()) {
    const last = bestNames[limit - 1];
    if (last !== undefined && compareNames(last, value) <= 0) continue;
    let at = bestNames.length;
    while (at > 0 && compareNames(bestNames[at - 1] as NamedValue, value) > 0) at -= 1;
    bestNames.splice(at, 0, value);
    if (bestNames.length > limit) bestNames.pop();
  }
  return bestNames.map(({ facet, value, text, count }) => ({ kind: facet as Suggestion['kind'], value, text, count }));
}

const rankByFacet: Readonly<Record<NamedValue['facet'], number>> = {
  brand: 0,
  model: 1,
  location: 2,
  body: 3,
  colour: 4,
};

function compareTexts(a: NamedValue, b: NamedValue): number {
  if (a.text === b.text) return 0;
  return a.text < b.text ? -1 : 1;
}

function computeMeanLength(spellings: readonly string[]): number {
  return spellings.length === 0 ? Number.POSITIVE_INFINITY : (spellings[0] ?? '').length / spellings.length;
}

function hasTokenWithSpelling(value: NamedValue, spellings: readonly string[]): boolean {
  return spellings.some((spelling) => value.tokens.some((token) => token.startsWith(spelling)));
}
