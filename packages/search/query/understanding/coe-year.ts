import { renewedCoeWord } from '@carhouse/domain/car/coe';
import { isYear, readAmountAt } from './amounts.ts';
import { orNewerPhrases } from './number-words.ts';
import type { PhraseMatch, StatedFact } from './phrase-match.ts';
import { findLongestPhrase, type Token } from './tokens.ts';

const readCoeYears = [
  'coe',
  'coe left',
  'coe expiry',
  'coe expires',
  'coe expiring',
  'coe end',
  'coe ends',
  'coe ending',
  'coe valid',
  'coe is valid',
];
const makeCoeUntil = [
  'till',
  'until',
  'til',
  'to',
  'up to',
  'in',
  'by',
  'on',
  'at least',
  'after',
  'over',
  'beyond',
  'expiring',
  'ending',
  'at least till',
  'at least until',
];

/**
 * Reads the end of the COE: `coe till 2030`, `coe 2030`. The COE must last until the first day of that year.
 *
 * @param today the day in Singapore, ISO date
 */
export function readCoeYearAt(tokens: readonly Token[], at: number, today: string): PhraseMatch | null {
  const coeWord = findLongestPhrase(tokens, at, readCoeYears);
  if (coeWord === null) return null;
  const untilWord = findLongestPhrase(tokens, coeWord.next, makeCoeUntil);
  const amount = readAmountAt(tokens, untilWord?.next ?? coeWord.next);
  if (amount === null || !isYear(amount)) return null;
  const orLaterPhrase = findLongestPhrase(tokens, amount.next, orNewerPhrases);
  const [year = 0, month = 1] = today.split('-').map(Number);
  // The filter counts full months from today. `months` is the smallest number of months after which that year has
  // begun.
  const months = Math.max(0, (amount.value - year) * 12 - month + 1);
  return { next: orLaterPhrase?.next ?? amount.next, filters: [{ name: 'minCoeMonths', value: String(months) }] };
}

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
const renewedForPhrase = ['car', 'cars', 'for', 'car for', 'cars for', 'car with', 'cars with', 'with'];

/** The fact that the COE was renewed, which only sellers state. Without such a car, the longest COE is nearest. */
export const renewedCoe: StatedFact = {
  words: [renewedCoeWord],
  note: 'no renewed COE',
  otherwise: [{ name: 'sort', value: '-coe' }],
};

/**
 * Reads a renewed COE with its time: `coe renewed car 5 years`, `newly renewed 10 year coe`. A COE renewed for five years
 * has at most five years left.
 */
export function readRenewedCoeAt(tokens: readonly Token[], at: number): PhraseMatch | null {
  const renewedWord = findLongestPhrase(tokens, at, renewedPhrase);
  if (renewedWord !== null) {
    const link = findLongestPhrase(tokens, renewedWord.next, renewedForPhrase);
    const amount = readAmountAt(tokens, link?.next ?? renewedWord.next);
    return amount === null || amount.unit !== 'years' ? null : renewedUpTo(amount.value, amount.next);
  }
  const verb = findLongestPhrase(tokens, at, renewedBefore);
  const amount = verb === null ? null : readAmountAt(tokens, verb.next);
  if (amount === null || amount.unit !== 'years') return null;
  const noun = findLongestPhrase(tokens, amount.next, ['coe', 'of coe', 'coe car']);
  return noun === null ? null : renewedUpTo(amount.value, noun.next);
}

function renewedUpTo(years: number, next: number): PhraseMatch {
  return { next, filters: [], implied: [{ name: 'maxCoeMonths', value: String(years * 12) }], fact: renewedCoe };
}

const renewedBefore = ['renewed', 'newly renewed', 'just renewed', 'freshly renewed', 'fresh', 'renewed for', 'new'];
