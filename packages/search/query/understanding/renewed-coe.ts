import { renewedCoeSearchWord } from '@carhouse/domain/car/coe';
import { readAmountAt } from './amounts.ts';
import type { Filter, PhraseMatch, StatedFact } from './phrase-match.ts';
import { findLongestPhrase, type Token } from './tokens.ts';

const renewedPhrase = [
  'renewed coe',
  'coe renewed',
  'coe renew',
  'renew coe',
  'coe extended',
  'extended coe',
  'coe renewal',
  'pqp',
];
/** Words after a time which mean a renewal in a text that names the COE: `coe car 10 year renewal`. */
const renewedAfterCoe = [...renewedPhrase, 'renewal', 'renewed', 'renew', 'extension', 'renewal coe', 'renewal car'];
const renewedForPhrase = ['car', 'cars', 'for', 'car for', 'cars for', 'car with', 'cars with', 'with'];

/**
 * The fact that the COE was renewed, which only sellers state. Such a car is cheap to buy, so without one the lowest
 * prices are nearest. When nothing else is asked, the longest COE left is.
 */
export const renewedCoe: StatedFact = {
  words: [renewedCoeSearchWord],
  note: 'no renewed COE',
  fallbackFilters: [{ name: 'sort', value: 'price' }],
  filtersIfAlone: [{ name: 'sort', value: '-coe' }],
};

/** A renewal for so many years is asked for its long COE. */
const longRenewalYears = 10;

/**
 * Reads a renewed COE with its time: `coe renewed car 5 years`, `newly renewed 10 year coe`, `10 year coe renewed`. A COE renewed for five years
 * has at most five years left.
 */
export function readRenewedCoeAt(tokens: readonly Token[], at: number): PhraseMatch | null {
  const renewedWord = findLongestPhrase(tokens, at, renewedPhrase);
  if (renewedWord !== null) {
    const link = findLongestPhrase(tokens, renewedWord.next, renewedForPhrase);
    const amount = readAmountAt(tokens, link?.next ?? renewedWord.next);
    return amount === null || amount.unit !== 'years' ? null : makeRenewalMatch(amount.value, amount.next);
  }
  const time = readAmountAt(tokens, at);
  const renewedAfter =
    time?.unit === 'years'
      ? findLongestPhrase(tokens, time.next, namesCoe(tokens) ? renewedAfterCoe : renewedPhrase)
      : null;
  if (time !== null && renewedAfter !== null) return makeRenewalMatch(time.value, renewedAfter.next);
  const verb = findLongestPhrase(tokens, at, renewedBefore);
  const amount = verb === null ? null : readAmountAt(tokens, verb.next);
  if (amount === null || amount.unit !== 'years') return null;
  const noun = findLongestPhrase(tokens, amount.next, ['coe', 'of coe', 'coe car']);
  if (noun === null && !(namesCoe(tokens) && /^renewed/.test(verb?.phrase ?? ''))) return null;
  return makeRenewalMatch(amount.value, noun?.next ?? amount.next);
}

function namesCoe(tokens: readonly Token[]): boolean {
  return tokens.some(({ low }) => low === 'coe');
}

function makeRenewalMatch(years: number, next: number): PhraseMatch {
  const isLong = years >= longRenewalYears;
  const bound: Filter = { name: 'maxCoeMonths', value: String(years * 12) };
  const longestFirst: Filter = { name: 'sort', value: '-coe' };
  const fact: StatedFact = isLong
    ? { ...renewedCoe, fallbackFilters: [longestFirst] }
    : { ...renewedCoe, filtersIfAlone: [bound, longestFirst] };
  return { next, filters: [], impliedFilters: [bound], fact };
}

const renewedBefore = ['renewed', 'newly renewed', 'just renewed', 'freshly renewed', 'fresh', 'renewed for', 'new'];
