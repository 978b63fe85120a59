import { rangeNames } from '@carhouse/contract/search';
import { wordFacets } from '@carhouse/domain/listing/word-facets';
import { searchMessages } from '#messages/search';
import { searchResultMessages } from '#messages/search-results';
import type { CarSearch } from './car-search.ts';
import { removeFilterValue, removeParameters } from './search-parts.ts';
import { describeValueGroup } from './value-groups.ts';
import { formatRange, formatValueOutsideList } from './value-names.ts';

export type AppliedFilter = {
  readonly key: string;
  /** The display text, such as `Tesla`, `$100,000 to $1,400,000` or `“long range”`. */
  readonly text: string;
  /** The search without this filter. */
  readonly remainingSearch: CarSearch;
};

type Corrections = readonly { readonly typed: string; readonly meant: string }[];

/** Minimum number of values of one filter that are shown as one text, such as `German` for all German brands. */
const minValuesToJoin = 6;

/**
 * Returns the active filters of a search one by one, in the order of the filters.
 *
 * @param corrections words that the server replaced: the text filter shows the corrected words
 */
export function listAppliedFilters(search: CarSearch, corrections: Corrections = []): readonly AppliedFilter[] {
  const { q, postedWithin, coeCategory, prefer, preferOnly } = search;
  return [
    ...(q === undefined
      ? []
      : [
          {
            key: 'q',
            text: describeWords(applyCorrections(q, corrections)),
            remainingSearch: removeParameters(search, 'q'),
          },
        ]),
    ...wordFacets.flatMap((part) => {
      const values = search[part] ?? [];
      const group = describeValueGroup(search, part);
      if (group !== undefined || values.length >= minValuesToJoin) {
        const text = group ?? searchMessages.valuesChosen(searchMessages.facets[part], values.length);
        return [{ key: part, text, remainingSearch: removeParameters(search, part) }];
      }
      return values.map((value) => ({
        key: `${part} ${value}`,
        text: formatValueOutsideList(part, value),
        remainingSearch: removeFilterValue(search, part, value),
      }));
    }),
    ...rangeNames.flatMap((range) => {
      const text = formatRange(range, search[`min${range}`], search[`max${range}`]);
      return text === undefined
        ? []
        : [{ key: range, text, remainingSearch: removeParameters(search, `min${range}`, `max${range}`) }];
    }),
    ...(coeCategory === undefined
      ? []
      : [
          {
            key: 'coeCategory',
            text: searchResultMessages.coeCategory(coeCategory),
            remainingSearch: removeParameters(search, 'coeCategory'),
          },
        ]),
    ...(prefer === undefined || preferOnly === undefined
      ? []
      : [
          {
            key: 'prefer',
            text: describeNeeded(search) ?? searchResultMessages.oneOf(listPhrases(prefer).join(', ')),
            remainingSearch: removeParameters(search, 'prefer', 'preferOnly'),
          },
        ]),
    ...(postedWithin === undefined
      ? []
      : [
          {
            key: 'posted',
            text: searchMessages.postedWithin(postedWithin),
            remainingSearch: removeParameters(search, 'postedWithin'),
          },
        ]),
  ];
}

/**
 * Lists the phrases of the parameter `prefer`, without its traits. The mark of a phrase that the search suggests is
 * removed. Words that mean the same are joined: `sunroof or glass roof`.
 */
export function listPhrases(prefer: string): readonly string[] {
  const phrases = splitPreferences(prefer)
    .filter((phrase) => !phrase.startsWith('is:') && !phrase.startsWith('by:'))
    .map((phrase) => phrase.split(';'));
  // The phrase `johor` is left out beside `johor or johor bahru`, because it adds nothing.
  const isSubset = (words: readonly string[], otherWords: readonly string[]) =>
    words.length < otherWords.length && words.every((word) => otherWords.includes(word));
  return phrases
    .filter((words) => !phrases.some((otherWords) => isSubset(words, otherWords)))
    .map((words) => words.join(searchMessages.empty.or));
}

/** Lists the traits of the parameter `prefer`, such as `small`. */
export function listTraits(prefer: string): readonly string[] {
  return splitPreferences(prefer).flatMap((phrase) => (phrase.startsWith('is:') ? [phrase.slice('is:'.length)] : []));
}

/** Lists the traits that each car of the search must have, such as `small`. */
export function listNeededTraits({ prefer = '', preferOnly }: CarSearch): readonly string[] {
  return preferOnly === undefined
    ? []
    : prefer.split('|').flatMap((phrase) => (phrase.startsWith('is:') ? [phrase.slice('is:'.length)] : []));
}

/** The kind that each car of the search must be of: `Small models (easy to drive and to park)`. */
function describeNeeded(search: CarSearch): string | undefined {
  const texts = listNeededTraits(search).map((trait) => searchResultMessages.traits[trait] ?? trait);
  const text = texts.join(', ');
  return text === '' ? undefined : text.charAt(0).toUpperCase() + text.slice(1);
}

function splitPreferences(prefer: string): readonly string[] {
  return prefer
    .split('|')
    .map((phrase) => phrase.replace('~', '').replace('says:', '').trim())
    .filter((phrase) => phrase !== '');
}

/** The words in quotation marks, or the fact for which they stand. */
function describeWords(words: string): string {
  const { statedFacts } = searchResultMessages;
  return Object.hasOwn(statedFacts, words) ? (statedFacts[words] ?? '') : searchMessages.words(words);
}

/** Replaces each mistyped word by its first correction. */
function applyCorrections(q: string, corrections: Corrections): string {
  const correctionsByTyped = new Map(corrections.toReversed().map((each) => [each.typed, each.meant]));
  return q
    .split(/(\s+)/)
    .map((word) => correctionsByTyped.get(word.toLowerCase()) ?? word)
    .join('');
}

/** Matches a text that begins with an abbreviation such as `COE`. */
const abbreviationPattern = /^[A-Z]{2}/;

/**
 * Describes the given parameters of a search as one text. Both bounds of a range are described together: `Up to $50,000
 * and White`.
 *
 * @param place where the text is shown: within a sentence, a range begins with a small letter, as in `Without up to
 * $50,000`
 */
export function describeParameters(search: CarSearch, names: readonly string[], place?: 'within a sentence'): string {
  const adaptCaseToPlace = (text: string) =>
    place === undefined || abbreviationPattern.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);
  const describedRanges = new Set<string>();
  const texts = names.flatMap((name) => {
    if (name === 'q') {
      if (search.q !== undefined) return [describeWords(search.q)];
      return search.prefer === undefined ? [] : [searchResultMessages.oneOf(listPhrases(search.prefer).join(', '))];
    }
    if (name === 'coeCategory')
      return search.coeCategory === undefined ? [] : [searchResultMessages.coeCategory(search.coeCategory)];
    if (name === 'postedWithin')
      return search.postedWithin === undefined
        ? []
        : [adaptCaseToPlace(searchMessages.postedWithin(search.postedWithin))];
    const wordFacet = wordFacets.find((part) => part === name);
    if (wordFacet !== undefined) {
      const values = search[wordFacet] ?? [];
      const group = describeValueGroup(search, wordFacet);
      if (group !== undefined) return [group];
      if (values.length >= minValuesToJoin)
        return [searchMessages.valuesChosen(searchMessages.facets[wordFacet], values.length)];
      return [values.map((value) => formatValueOutsideList(wordFacet, value)).join(searchMessages.empty.or)];
    }
    const range = rangeNames.find((each) => name === `min${each}` || name === `max${each}`);
    if (range === undefined || describedRanges.has(range)) return [];
    describedRanges.add(range);
    const text = formatRange(range, search[`min${range}`], search[`max${range}`]);
    return text === undefined ? [] : [adaptCaseToPlace(text)];
  });
  return texts.join(searchMessages.empty.and);
}
