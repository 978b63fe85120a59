import { regionOf } from '@carhouse/domain/listing/region';
import type { Vocabulary } from '../../text/vocabulary.ts';
import type { PhraseMatch } from './phrase-match.ts';
import { findLongestPhrase, type Token } from './tokens.ts';

/** Words before a place to which the buyer drives. The place where the car is for sale does not matter. */
const travelPhrases: readonly string[] = [
  'commute',
  'commuting',
  'commutes',
  'travel',
  'travelling',
  'traveling',
  'drive',
  'driving',
  'go',
  'going',
  'work',
  'working',
  'office',
  'job',
  'school',
  'live',
  'living',
  'stay',
  'staying',
].flatMap((word) =>
  ['to', 'in', 'at', 'from', 'to and from', 'to work in', 'to work at'].map((link) => `${word} ${link}`),
);

/** Maximum number of words of a place. */
const placeWordsMaximum = 3;

/**
 * Reads where the buyer drives to, which is no place of the car: `commuting to jurong`, `work in tuas`. The words of
 * the destination are left out of the search.
 */
export function readDestinationAt(tokens: readonly Token[], at: number, vocabulary: Vocabulary): PhraseMatch | null {
  const travelPhrase = findLongestPhrase(tokens, at, travelPhrases);
  if (travelPhrase === null) return null;
  for (let count = Math.min(placeWordsMaximum, tokens.length - travelPhrase.next); count > 0; count -= 1) {
    const place = tokens.slice(travelPhrase.next, travelPhrase.next + count);
    const name = place.map((token) => token.name).join('');
    const isLocation = vocabulary.valuesNamed(name).some(({ facet }) => facet === 'location');
    if (isLocation || regionOf(place.map(({ low }) => low).join(' ')) !== null)
      return { next: travelPhrase.next + count, filters: [], words: 'ignored' };
  }
  return null;
}
