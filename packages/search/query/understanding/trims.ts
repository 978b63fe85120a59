import { readEngineOfModelAt } from './engine-phrases.ts';
import type { PhraseMatch } from './phrase-match.ts';
import type { Token } from './tokens.ts';

/** Words for expensive makes that are also names of trims. */
const trimWords = /^(?:premium|luxury|executive|exec|prestige)$/;

/**
 * What a token is beside the model before it: the size of its engine, as in `harrier 2.0` and `vezel 1.5x`, or its trim, as in
 * `harrier premium`. Otherwise the match stays as it is.
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
  const before = earlierMatches.at(-1)?.match;
  const followsCar =
    before?.next === at &&
    before.isExclusion !== true &&
    before.filters.some(({ name }) => /^(?:brand|model)$/.test(name));
  if (match === null) return followsCar ? readEngineOfModelAt(tokens, at) : null;
  const isTrim =
    match.note === 'luxury' &&
    match.next === at + 1 &&
    trimWords.test(tokens[at]?.low ?? '') &&
    earlierMatches.some((earlier) => isModel(earlier.match)) &&
    earlierMatches.every((earlier) => earlier.match.wish === undefined);
  return isTrim ? { next: match.next, filters: [], words: 'text' } : match;
}
