import { fuels, transmissions } from '@carhouse/domain/car/drivetrain';
import type { NamedFacet, Vocabulary } from '../../text/vocabulary.ts';
import type { FilterName, PhraseMatch } from './phrase-match.ts';
import type { Token } from './tokens.ts';

const negationWords: ReadonlySet<string> = new Set([
  'no',
  'not',
  'non',
  'except',
  'without',
  'excluding',
  'dont',
  "don't",
  'avoid',
]);
/** Words between a negation and the excluded thing: `not a bmw`, `dont want diesel`. */
const negationFillers: ReadonlySet<string> = new Set(['a', 'an', 'the', 'any', 'want', 'like', 'need', 'in']);

/** Maximum number of values that a filter may have. */
const valuesMaximum = 40;

/**
 * Reads an exclusion: `not bmw`, `no diesel`, `except white`. The filter for an exclusion contains all values except
 * the excluded one. A phrase that cannot be excluded is left out with a notice and is never searched.
 *
 * @param readAt reads the phrase at a token
 */
export function readNegationAt(
  tokens: readonly Token[],
  at: number,
  vocabulary: Vocabulary,
  readAt: (from: number) => PhraseMatch | null,
): PhraseMatch | null {
  if (!negationWords.has(tokens[at]?.low ?? '')) return null;
  // `no accident`, `not more than 80k` and `no dealer` are phrases with their own meaning.
  const phraseWithNegation = readAt(at);
  if (phraseWithNegation !== null && phraseWithNegation.words !== 'ignored' && phraseWithNegation.next > at + 1)
    return null;
  let from = at + 1;
  while (negationFillers.has(tokens[from]?.low ?? '') && from < tokens.length - 1) from += 1;
  const match = readAt(from);
  if (match === null || match.words !== undefined || match.filters.length === 0) {
    return { next: Math.min(from + 1, tokens.length), filters: [], words: 'dropped' };
  }
  const [firstFilter] = match.filters;
  const excludedValues = new Set(match.filters.map(({ value }) => value));
  const isOneFacet = match.filters.every(({ name }) => name === firstFilter?.name);
  const otherValues =
    isOneFacet && firstFilter !== undefined
      ? valuesOf(firstFilter.name, vocabulary).filter((value) => !excludedValues.has(value))
      : [];
  if (firstFilter === undefined || otherValues.length === 0) return { next: match.next, filters: [], words: 'dropped' };
  return {
    next: match.next,
    filters: otherValues.slice(0, valuesMaximum).map((value) => ({ name: firstFilter.name, value })),
  };
}

function valuesOf(name: FilterName, vocabulary: Vocabulary): readonly string[] {
  if (name === 'fuel') return fuels;
  if (name === 'transmission') return transmissions;
  if (name !== 'brand' && name !== 'body' && name !== 'colour' && name !== 'location') return [];
  const facet: NamedFacet = name;
  return vocabulary
    .valuesOf(facet)
    .toSorted((a, b) => b.count - a.count)
    .map(({ value }) => value);
}
