import { renewedCoeSearchWord } from '@carhouse/domain/car/coe';
import { readAmountAt } from './amounts.ts';
import type { Filter, PhraseMatch, StatedFact } from './phrase-match.ts';
import { findLongestPhrase, type Token } from './tokens.ts';

const renewedPhrases = [
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
const renewalPhrasesAfterTime = [
  ...renewedPhrases,
  'renewal',
  'renewed',
  'renew',
  'extension',
  'renewal coe',
  'renewal car',
];
const linkPhrases = ['car', 'cars', 'for', 'car for', 'cars for', 'car with', 'cars with', 'with'];

/**
 * The fact that the COE was renewed, which only sellers state. A car with a renewed COE is cheap to buy. When no such
 * car is on sale, the lowest prices are therefore nearest. When the text asks for nothing else, the cars with the
 * longest COE left are nearest.
 */
export const renewedCoeFact: StatedFact = {
  words: [renewedCoeSearchWord],
  note: 'no renewed COE',
  fallbackFilters: [{ name: 'sort', value: 'price' }],
  filtersIfAlone: [{ name: 'sort', value: '-coe' }],
};

/** A car whose COE was not renewed, so that it has a PARF rebate, is at most ten years old. */
export const unrenewedCoeFilter: Filter = { name: 'maxYearsOfUse', value: '9' };

/** From this number of years on, buyers ask for a renewal because of the long COE. */
const longRenewalYears = 10;

/**
 * Reads a renewed COE with its time: `coe renewed car 5 years`, `newly renewed 10 year coe`, `10 year coe renewed`. A COE renewed for five years
 * has at most five years left.
 */
export function readRenewedCoeAt(tokens: readonly Token[], at: number): PhraseMatch | null {
  const renewalPhrase = findLongestPhrase(tokens, at, renewedPhrases);
  if (renewalPhrase !== null) {
    const link = findLongestPhrase(tokens, renewalPhrase.next, linkPhrases);
    const amount = readAmountAt(tokens, link?.next ?? renewalPhrase.next);
    return amount === null || amount.unit !== 'years' ? null : makeRenewalMatch(amount.value, amount.next);
  }
  const time = readAmountAt(tokens, at);
  const followingRenewalPhrase =
    time?.unit === 'years'
      ? findLongestPhrase(tokens, time.next, hasCoeWord(tokens) ? renewalPhrasesAfterTime : renewedPhrases)
      : null;
  if (time !== null && followingRenewalPhrase !== null)
    return makeRenewalMatch(time.value, followingRenewalPhrase.next);
  const verb = findLongestPhrase(tokens, at, renewalVerbs);
  const amount = verb === null ? null : readAmountAt(tokens, verb.next);
  if (amount === null || amount.unit !== 'years') return null;
  const noun = findLongestPhrase(tokens, amount.next, ['coe', 'of coe', 'coe car']);
  if (noun === null && !(hasCoeWord(tokens) && /^renewed/.test(verb?.phrase ?? ''))) return null;
  return makeRenewalMatch(amount.value, noun?.next ?? amount.next);
}

function hasCoeWord(tokens: readonly Token[]): boolean {
  return tokens.some(({ low }) => low === 'coe');
}

function makeRenewalMatch(years: number, next: number): PhraseMatch {
  const isLong = years >= longRenewalYears;
  const bound: Filter = { name: 'maxCoeMonths', value: String(years * 12) };
  const longestCoeFirstFilter: Filter = { name: 'sort', value: '-coe' };
  const fact: StatedFact = isLong
    ? { ...renewedCoeFact, fallbackFilters: [longestCoeFirstFilter] }
    : { ...renewedCoeFact, filtersIfAlone: [bound, longestCoeFirstFilter] };
  return { next, filters: [], impliedFilters: [bound], fact };
}

const renewalVerbs = ['renewed', 'newly renewed', 'just renewed', 'freshly renewed', 'fresh', 'renewed for', 'new'];
