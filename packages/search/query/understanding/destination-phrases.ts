import { findRegion } from '@carhouse/domain/listing/region';
import type { Vocabulary } from '../../text/vocabulary.ts';
import type { PhraseMatch } from './phrase-match.ts';
import { findLongestPhrase, type Token } from './tokens.ts';

/**
 * Words before a place to which the buyer drives. A destination says nothing about the place where the car is for sale.
 */
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

/** Words about a journey, after which `to` leads to a destination: `drive 40 km daily to tuas`. */
const travelWordPattern = /^(?:driv(?:e|es|ing)|commut(?:e|es|ing)|travel(?:s|ling|ing)?|daily|everyday)$/;

/** Maximum number of words of a place. */
const placeWordsMaximum = 3;

/**
 * Reads where the buyer drives to, which is no place of the car: `commuting to jurong`, `work in tuas`. The words of
 * the destination are left out of the search.
 */
export function readDestinationAt(tokens: readonly Token[], at: number, vocabulary: Vocabulary): PhraseMatch | null {
  const route = readRouteAt(tokens, at, vocabulary);
  if (route !== null) return route;
  const travelPhrase =
    findLongestPhrase(tokens, at, travelPhrases) ??
    (tokens.slice(0, at).some(({ low }) => travelWordPattern.test(low))
      ? findLongestPhrase(tokens, at, ['to', 'to work in'])
      : null);
  if (travelPhrase === null) return null;
  const end = findEndOfPlaceAt(tokens, travelPhrase.next, vocabulary);
  return end === null ? null : { next: end, filters: [], words: 'ignored' };
}

/** Reads a way between two places: `from punggol to tuas`, `punggol to tuas`. */
function readRouteAt(tokens: readonly Token[], at: number, vocabulary: Vocabulary): PhraseMatch | null {
  const isNamed = /^(?:from|between)$/.test(tokens[at]?.low ?? '');
  const first = isNamed ? at + 1 : at;
  const jointPattern = isNamed ? /^(?:to|and)$/ : /^to$/;
  for (let middle = first + 1; middle <= first + placeWordsMaximum; middle += 1) {
    if (!jointPattern.test(tokens[middle]?.low ?? '') || !isPlace(tokens.slice(first, middle), vocabulary)) continue;
    const end = findEndOfPlaceAt(tokens, middle + 1, vocabulary);
    return end === null ? null : { next: end, filters: [], words: 'ignored' };
  }
  return null;
}

/** Words that continue the name of a place: `jurong east`, `orchard road`. */
export const placeEndingPattern =
  /^(?:north|south|east|west|central|road|avenue|street|drive|hub|town|point|park|island|bay|quay)$/;

/** The index after the place that begins at a token; null when there is none. */
function findEndOfPlaceAt(tokens: readonly Token[], at: number, vocabulary: Vocabulary): number | null {
  for (let end = at + 1; end <= Math.min(at + placeWordsMaximum, tokens.length); end += 1) {
    if (!isPlace(tokens.slice(at, end), vocabulary)) continue;
    return placeEndingPattern.test(tokens[end]?.low ?? '') ? end + 1 : end;
  }
  return null;
}

function isPlace(place: readonly Token[], vocabulary: Vocabulary): boolean {
  const name = place.map((token) => token.name).join('');
  const isLocation = vocabulary.findValuesByName(name).some(({ facet }) => facet === 'location');
  return isLocation || findRegion(place.map(({ low }) => low).join(' ')) !== null;
}
