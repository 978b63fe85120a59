import type { SearchNote } from '@carhouse/contract/search-notes';
import { findTraitBit, traitPrefix } from '@carhouse/search/query/car-traits';
import { suggestionPrefix } from '@carhouse/search/query/page-by-preference';
import type { Filter } from '@carhouse/search/query/understanding/phrase-match';
import type { NearestListings } from './find-nearest.ts';
import type { CompletedUnderstanding } from './read-query.ts';

/**
 * Names the wishes of a text that do not order the nearest listings: as missing from every description, as a kind that
 * none of the listings is of, or as not used.
 */
export function addMissedWishes(
  understanding: CompletedUnderstanding,
  { missedPhrases, unorderedPhrases }: NearestListings,
): CompletedUnderstanding {
  const { preferredPhrases, typedPreferredPhrases, typedKinds } = understanding;
  const findTyped = (phrase: string) => typedPreferredPhrases[preferredPhrases.indexOf(phrase)] ?? '';
  const listTyped = (phrases: readonly string[]) =>
    // A phrase of one or two letters is only a part of a name.
    phrases.map(findTyped).filter((typed) => typed.length > 2 && !isMakeOfModel(typed, understanding.filters));
  const findKinds = (phrases: readonly string[]) =>
    typedKinds.filter(({ trait }) => phrases.some((phrase) => phrase.replace(suggestionPrefix, '') === trait));
  const missedTraits = new Set(findKinds(missedPhrases).map(({ trait }) => trait));
  const unusedTexts = new Set([
    ...understanding.unusedTexts,
    ...listTyped(unorderedPhrases),
    ...findKinds(unorderedPhrases).map(({ typed }) => typed),
  ]);
  const notes = [...missedTraits].map(makeAbsentKindNote);
  return addUnstatedNote(
    { ...understanding, unusedTexts: [...unusedTexts], notes: [...understanding.notes, ...notes] },
    listTyped(missedPhrases).filter((phrase) => findTraitBit(phrase) === 0),
  );
}

/** Makes the note that no car is of a kind. @param trait with its prefix: `is:small` */
export function makeAbsentKindNote(trait: string): SearchNote {
  return { code: 'none of kind', of: trait.slice(traitPrefix.length) };
}

/** Whether a word is the make of a model that the text names: `ora` in `ora good cat`. */
export function isMakeOfModel(word: string, filters: readonly Filter[]): boolean {
  const start = `${word.toLowerCase()}/`;
  return filters.some(({ name, value }) => name === 'model' && value.toLowerCase().startsWith(start));
}

/** Adds phrases that no description of the listings has to the note about such phrases. */
export function addUnstatedNote(
  understanding: CompletedUnderstanding,
  unstatedPhrases: readonly string[],
): CompletedUnderstanding {
  if (unstatedPhrases.length === 0) return understanding;
  const quotedPhrases = unstatedPhrases.map((phrase) => `“${phrase}”`);
  const { notes } = understanding;
  const namedPhrases = notes.flatMap(({ code, of }) => (code === 'not stated' && of !== undefined ? [of] : []));
  return {
    ...understanding,
    notes: [
      ...notes.filter(({ code }) => code !== 'not stated'),
      { code: 'not stated', of: [...namedPhrases, ...quotedPhrases].join(', ') },
    ],
  };
}
