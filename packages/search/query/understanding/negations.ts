import { makeExclusionFilter } from '@carhouse/domain/brand/excluded-model';
import { fuels, transmissions } from '@carhouse/domain/car/drivetrain';
import {
  exclusionFillers,
  exclusionJoiningWords,
  exclusionPhrases,
  trailingExclusionFillers,
  trailingExclusionPhrases,
} from '@carhouse/domain/text/exclusion-words';
import type { NamedFacet, Vocabulary } from '../../text/vocabulary.ts';
import { isEverydayWord } from './everyday-words.ts';
import { ownerCounts } from './owner-phrases.ts';
import type { Filter, FilterName, PhraseMatch } from './phrase-match.ts';
import { renewedCoeFact, unrenewedCoeFilter } from './renewed-coe.ts';
import { findLongestPhrase, type Token } from './tokens.ts';

/** Maximum number of values that a filter may have, as in the API (packages/contract/search.ts). */
const valuesMaximum = 60;

/**
 * Reads an exclusion: `not bmw`, `no diesel`, `except white`, `not black or white`. The filter of each excluded kind
 * contains all values except the excluded ones. A phrase that cannot be excluded is left out and is never searched.
 *
 * @param readAt reads the phrase at a token
 */
export function readNegationAt(
  tokens: readonly Token[],
  at: number,
  vocabulary: Vocabulary,
  readAt: (from: number) => PhraseMatch | null,
): PhraseMatch | null {
  const negation = findLongestPhrase(tokens, at, exclusionPhrases) ?? readExcludingButAt(tokens, at, readAt);
  if (negation === null) return null;
  // `no accident`, `not more than 80k` and `no dealer` are phrases with their own meaning.
  const phraseWithNegation = readAt(at);
  const hasMeaning =
    phraseWithNegation?.words !== 'ignored' ||
    (phraseWithNegation.note ?? phraseWithNegation.impliedFilters) !== undefined;
  if (phraseWithNegation !== null && hasMeaning && phraseWithNegation.next > negation.next) return null;
  // In `any but not bmw` the negation is given twice.
  const repeatedNegation = findLongestPhrase(tokens, negation.next, exclusionPhrases);
  const from = skipFillers(tokens, repeatedNegation?.next ?? negation.next);
  const firstMatch = readExcludableAt(from, readAt);
  // `no hidden cost` asks about the fees.
  if (firstMatch?.topic === 'fees' || firstMatch?.topic === 'trust') return firstMatch;
  // `non coe car` and `avoid renewed coe` leave the cars whose COE was not renewed.
  if (firstMatch?.fact === renewedCoeFact) return { next: firstMatch.next, filters: [unrenewedCoeFilter] };
  if (firstMatch === null || firstMatch.words !== undefined || firstMatch.filters.length === 0) {
    const isOneWord = firstMatch === null || firstMatch.next <= from + 1;
    const isMeaningless =
      isOneWord &&
      (isEverydayWord(tokens[from]?.low ?? '') ||
        (firstMatch?.words === 'ignored' && (firstMatch.preferredPhrases ?? firstMatch.impliedFilters) === undefined));
    return {
      next: Math.min(Math.max(from + 1, firstMatch?.next ?? 0), tokens.length),
      filters: [],
      words: isMeaningless ? 'ignored' : 'dropped',
    };
  }
  const { filters: listedFilters, next } = readListAt(tokens, firstMatch, readAt);
  return makeExclusion(listedFilters, next, vocabulary);
}

const allWordPattern = /^(?:any|anything|all|every|everything|whatever)$/;
/** Words between `any` and `but`: `any other colour but white`. */
const maxWordsAfterAll = 3;

/**
 * Reads `but` where it excludes: `any colour but white`, `any suv but bmw`. In `any suv but below 100k` the word `but`
 * joins two conditions.
 */
function readExcludingButAt(
  tokens: readonly Token[],
  at: number,
  readAt: (from: number) => PhraseMatch | null,
): { readonly phrase: string; readonly next: number } | null {
  if (tokens[at]?.low !== 'but') return null;
  const isAfterAllWord = tokens
    .slice(Math.max(0, at - maxWordsAfterAll), at)
    .some(({ low }) => allWordPattern.test(low));
  const next = findLongestPhrase(tokens, at + 1, exclusionPhrases)?.next ?? at + 1;
  const excludedMatch = isAfterAllWord ? readExcludableAt(skipFillers(tokens, next), readAt) : null;
  const isFacet =
    excludedMatch?.words === undefined &&
    (excludedMatch?.filters ?? []).some(({ name }) => /^(?:brand|model|body|colour|fuel)$/.test(name));
  return isFacet ? { phrase: 'but', next } : null;
}

/**
 * Reads the item at a token that a phrase may exclude. A make and the model after it are one item: `toyota alphard`.
 */
function readExcludableAt(at: number, readAt: (from: number) => PhraseMatch | null): PhraseMatch | null {
  const match = readAt(at);
  const [make, ...others] = match?.filters ?? [];
  if (match === null || make?.name !== 'brand' || others.length > 0) return match;
  const model = readAt(match.next);
  const modelFilters = (model?.filters ?? []).filter(({ name }) => name === 'model');
  const isOfMake = modelFilters.length > 0 && modelFilters.every(({ value }) => value.startsWith(`${make.value}/`));
  return isOfMake ? model : match;
}

/** Words after which a phrase is what the buyer prefers: `hybrid better`. */
const preferenceWordPattern = /^(?:better|preferred|prefer|best)$/;
/**
 * Words that also end a request. The phrase before such a word must therefore replace what is excluded: `diesel no
 * hybrid can`.
 */
const closingWordPattern = /^(?:ok|okay|can|yes|only|is|also)$/;
/** Excluding phrases that always stand after the excluded item. */
const alwaysTrailingPattern =
  /^(?:is )?not (?:needed|required|necessary|for me|preferred|wanted)$|^no (?:thanks|thank you|go)$/;
/** Words that begin a new part of a question. */
const clauseWordPattern = /^(?:but|and|so|just|only|prefer|want|wan|rather|or)$/;

/**
 * Reads an excluding phrase that follows the excluded item: `diesel no need, hybrid better`, `bmw or audi dun want`.
 * The excluding phrase must end a part of the question: in `suv no need diesel` the diesel is excluded.
 *
 * @param readAt reads the phrase at a token
 */
export function readTrailingNegationAt(
  tokens: readonly Token[],
  at: number,
  vocabulary: Vocabulary,
  readAt: (from: number) => PhraseMatch | null,
): PhraseMatch | null {
  if (!tokens.some(({ low }, index) => index > at && wordsOfTrailingPhrases.has(low))) return null;
  const match = readExcludableAt(at, readAt);
  if (match === null || (match.words === 'ignored' && (match.preferredPhrases ?? match.impliedFilters) === undefined))
    return null;
  const list = match.filters.length === 0 ? match : readListAt(tokens, match, readAt);
  const ends = [list, match].flatMap(({ next, filters }) => {
    const end = findEndOfTrailingExclusion(tokens, { next, filters }, readAt);
    return end === null ? [] : [{ next: end, filters }];
  });
  const [excluded] = ends;
  if (excluded === undefined) return null;
  // `7 seater not necessary` is no wish for fewer seats.
  const facets = excluded.filters.filter(({ name }) => name !== 'minSeats');
  return makeExclusion(facets, excluded.next, vocabulary);
}

const wordsOfTrailingPhrases = new Set(trailingExclusionPhrases.map((phrase) => phrase.split(' ')[0] ?? ''));

/**
 * The index after an excluding phrase that follows the excluded item and ends a part of the question; null when there
 * is none. In `suv no diesel please` the diesel is excluded, and not the SUV.
 */
function findEndOfTrailingExclusion(
  tokens: readonly Token[],
  { next: at, filters }: Pick<PhraseMatch, 'next' | 'filters'>,
  readAt: (from: number) => PhraseMatch | null,
): number | null {
  let from = at;
  while (trailingExclusionFillers.has(tokens[from]?.low ?? '')) from += 1;
  const exclusion =
    findLongestPhrase(tokens, from, trailingExclusionPhrases) ??
    findLongestPhrase(tokens, at, trailingExclusionPhrases);
  if (exclusion === null) return null;
  const { phrase, next } = exclusion;
  const isEnd = next >= tokens.length || tokens[next - 1]?.isBeforeComma === true;
  if (isEnd || alwaysTrailingPattern.test(phrase) || clauseWordPattern.test(tokens[next]?.low ?? '')) return next;
  const nextMatch = readAt(next);
  const closingWord = tokens[nextMatch?.next ?? tokens.length]?.low ?? '';
  const isReplaced = nextMatch?.filters.some(({ name }) => filters.some((each) => each.name === name)) === true;
  return preferenceWordPattern.test(closingWord) || (isReplaced && closingWordPattern.test(closingWord)) ? next : null;
}

/** The filters that have all values except the excluded ones. */
function makeExclusion(excludedFilters: readonly Filter[], next: number, vocabulary: Vocabulary): PhraseMatch {
  const models = excludedFilters.filter(({ name }) => name === 'model');
  // A model is excluded without the other models of its make.
  const excluded = excludedFilters.filter(
    ({ name, value }) => name !== 'brand' || !models.some((model) => model.value.startsWith(`${value}/`)),
  );
  const filters = [...new Set(excluded.map(({ name }) => name))].flatMap((name) => {
    const filtersOfName = excluded.filter((each) => each.name === name);
    if (name === 'model')
      return filtersOfName
        .slice(0, valuesMaximum)
        .map(({ value }): Filter => ({ name, value: makeExclusionFilter(value) }));
    if (name === 'minSeats') return makeFewerSeatsFilter(filtersOfName);
    const excludedValues = new Set(filtersOfName.map(({ value }) => value));
    return listValues(name, vocabulary)
      .filter((value) => !excludedValues.has(value))
      .slice(0, valuesMaximum)
      .map((value): Filter => ({ name, value }));
  });
  return filters.length === 0 ? { next, filters: [], words: 'dropped' } : { next, filters, isExclusion: true };
}

/** `not a 7 seater` leaves the cars with fewer seats. A number of seats below five excludes nothing. */
function makeFewerSeatsFilter([seats]: readonly Filter[]): readonly Filter[] {
  const seatsMaximum = Number(seats?.value) - 1;
  return seatsMaximum < usualSeats ? [] : [{ name: 'maxSeats', value: String(seatsMaximum) }];
}

/** The seats of most cars. */
const usualSeats = 5;

/**
 * Returns the filters of all items of a list, and the end of the list: `black or white`, `audi, bmw or tesla`. After
 * `and` an item belongs to the list only when it is of the same kind. After a comma the list goes on when a joining
 * word follows later: in `not white, blue suv` only white is excluded.
 */
function readListAt(
  tokens: readonly Token[],
  first: PhraseMatch,
  readAt: (from: number) => PhraseMatch | null,
): { readonly filters: readonly Filter[]; readonly next: number } {
  const filters = [...first.filters];
  let { next } = first;
  let isJoined = false;
  /** The filters of items after commas, which belong to the list when a joining word follows. */
  let pendingFilters: readonly Filter[] = [];
  for (let at = next; ; ) {
    const joiningWord = tokens[at]?.low ?? '';
    const isJoining = exclusionJoiningWords.has(joiningWord);
    if (!isJoining && (isJoined || tokens[at - 1]?.isBeforeComma !== true)) break;
    const itemIndex = isJoining ? at + 1 : at;
    // In `not bmw or not audi` both are excluded.
    const repeatedNegation = findLongestPhrase(tokens, itemIndex, exclusionPhrases);
    const match = readExcludableAt(skipFillers(tokens, repeatedNegation?.next ?? itemIndex), readAt);
    if (match === null || match.words !== undefined || match.filters.length === 0) break;
    const isSameKind = match.filters.every(({ name }) => filters.some((known) => known.name === name));
    const isFacet = match.filters.every(({ name }) => !/^(?:m(?:in|ax)[A-Z]|sort)/.test(name));
    const needsSameKind = !isJoining || /^(?:and|n|&)$/.test(joiningWord);
    if (!isFacet || (needsSameKind && !isSameKind)) break;
    at = match.next;
    if (!isJoining) {
      pendingFilters = [...pendingFilters, ...match.filters];
      continue;
    }
    filters.push(...pendingFilters, ...match.filters);
    pendingFilters = [];
    isJoined = true;
    next = at;
  }
  return { filters, next };
}

function skipFillers(tokens: readonly Token[], at: number): number {
  const low = (index: number): string => tokens[index]?.low ?? '';
  // Skips the words after the negation in `not for delivery` and `never used as taxi`.
  const isUsedAsPhrase = low(at) === 'used' && /^(?:as|for|by)$/.test(low(at + 1));
  let from = isUsedAsPhrase ? at + 2 : low(at) === 'for' ? at + 1 : at;
  while (exclusionFillers.has(low(from)) && from < tokens.length - 1) from += 1;
  return Math.min(from, tokens.length - 1);
}

function listValues(name: FilterName, vocabulary: Vocabulary): readonly string[] {
  if (name === 'fuel') return fuels;
  if (name === 'transmission') return transmissions;
  if (name === 'owners') return ownerCounts;
  if (name === 'sellerKind') return ['dealer', 'private'];
  if (name !== 'brand' && name !== 'body' && name !== 'colour' && name !== 'location') return [];
  const facet: NamedFacet = name;
  return vocabulary
    .listValues(facet)
    .toSorted((a, b) => b.count - a.count)
    .map(({ value }) => value);
}
