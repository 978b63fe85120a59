import { readEngineOfModelAt } from './engine-phrases.ts';
import type { PhraseMatch } from './phrase-match.ts';
import type { Token } from './tokens.ts';

/** Words for expensive makes that are also names of trims. */
const trimWordPattern = /^(?:premium|luxury|executive|exec|prestige)$/;

/**
 * Reads what a token means after the name of a model: the size of the engine, as in `harrier 2.0` and `vezel 1.5x`, or
 * the trim, as in `harrier premium`. In all other cases, the match is not changed.
 *
 * @param match the phrase at the token
 * @param earlierMatches the phrases before the token
 */
export function readTrimAt(
  tokens: readonly Token[],
  at: number,
  match: PhraseMatch | null,
  earlierMatches: readonly { readonly match: PhraseMatch }[],
): PhraseMatch | null {
  const isModel = ({ filters, isExclusion }: PhraseMatch) =>
    isExclusion !== true && filters.some(({ name }) => name === 'model');
  const previousMatch = earlierMatches.at(-1)?.match;
  const isAfterCarName =
    previousMatch?.next === at &&
    previousMatch.isExclusion !== true &&
    previousMatch.filters.some(({ name }) => /^(?:brand|model)$/.test(name));
  if (match === null) return isAfterCarName ? readEngineOfModelAt(tokens, at) : null;
  const isTrim =
    match.note === 'luxury' &&
    match.next === at + 1 &&
    trimWordPattern.test(tokens[at]?.low ?? '') &&
    earlierMatches.some((earlierMatch) => isModel(earlierMatch.match)) &&
    earlierMatches.every((earlierMatch) => earlierMatch.match.wish === undefined);
  return isTrim ? { next: match.next, filters: [], words: 'text' } : match;
}
