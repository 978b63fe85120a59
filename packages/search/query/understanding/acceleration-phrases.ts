import { readAmountAt } from './amounts.ts';
import { comparisonPhrases } from './number-words.ts';
import type { PhraseMatch } from './phrase-match.ts';
import { findLongestPhrase, type Token } from './tokens.ts';

const accelerationPhrases = ['0 to 100', '0-100', '0 - 100', 'zero to hundred', '0 to 100km/h', '0 to 100 km/h'];
const linkPhrases = [...comparisonPhrases, 'in', 'in under', 'in less than'];

/**
 * Reads the time to 100 km/h: `0 to 100 below 4 seconds`. No listing states this time, so the most powerful cars come
 * first, and the typed time is named as not used.
 */
export function readAccelerationAt(tokens: readonly Token[], at: number): PhraseMatch | null {
  const phrase = findLongestPhrase(tokens, at, accelerationPhrases);
  if (phrase === null) return null;
  const link = findLongestPhrase(tokens, phrase.next, linkPhrases);
  const amount = readAmountAt(tokens, link?.next ?? phrase.next);
  const isTime = amount !== null && /^s(?:ecs?|econds?)?$/.test(tokens[amount.next]?.low ?? '');
  const timeIndex = link?.next ?? phrase.next;
  const isTimeInOneWord = /^\d{1,2}(?:\.\d)?s(?:ecs?)?$/.test(tokens[timeIndex]?.low ?? '');
  const next = isTime ? amount.next + 1 : isTimeInOneWord ? timeIndex + 1 : phrase.next;
  return { next, filters: [], impliedFilters: [{ name: 'sort', value: '-power' }], words: 'dropped' };
}
