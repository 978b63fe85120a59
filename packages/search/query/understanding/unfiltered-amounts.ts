import { readAmountAt } from './amounts.ts';
import { approximationWords, comparisonPhrases, orNewerPhrases, orOlderPhrases } from './number-words.ts';
import type { PhraseMatch } from './phrase-match.ts';
import { findLongestPhrase, type Token } from './tokens.ts';

/**
 * Figures of a car that no filter has. An amount beside a figure without a filter, such as `maintenance`, is no price.
 */
const subjects: readonly string[] =
  'rebate|dereg|dereg value|deregistration value|deregistration rebate|scrap value|paper value|body value|export value|coe premium|coe price|coe cost|coe paid|coe value|quota premium|qp|qp paid|maintenance|maintenance cost|maintenance fee|servicing|servicing cost|service cost|repair cost|petrol cost|fuel cost|petrol bill|season parking|top up|topup|top up of|topping up|cash top up'.split(
    '|',
  );
/** A COE costs at least this much. A smaller amount beside `coe` is no premium. */
const lowestPremium = 10_000;
const boundSuffixes = [
  ...orOlderPhrases,
  ...orNewerPhrases,
  'or less',
  'or more',
  'max',
  'min',
  'minimum',
  'maximum',
  'cash',
];
const periods = ['a year', 'per year', 'yearly', 'per annum', 'a month', 'per month', 'monthly'];

/**
 * Reads an amount of a figure that no filter has: `paper value at least 30k`, `coe below 60k`, `below 20k dereg`. The whole
 * phrase is named as not used, so that its amount is not taken for the price of the car.
 */
export function readUnfilteredAmountAt(tokens: readonly Token[], at: number): PhraseMatch | null {
  const subject = findLongestPhrase(tokens, at, subjects) ?? readPremiumNounAt(tokens, at);
  const from = subject?.next ?? at;
  const link = findLongestPhrase(tokens, from, [...comparisonPhrases, ...approximationWords, 'of', 'is', 'between']);
  const amount = readAmountAt(tokens, link?.next ?? from);
  if (amount === null || amount.unit !== null) return null;
  const joint = findLongestPhrase(tokens, amount.next, link?.phrase === 'between' ? ['and', 'to', '-'] : ['to', '-']);
  const second = joint === null ? null : readAmountAt(tokens, joint.next);
  const last = second ?? amount;
  const indexAfterBound = findLongestPhrase(tokens, last.next, boundSuffixes)?.next ?? last.next;
  const end = findLongestPhrase(tokens, indexAfterBound, periods)?.next ?? indexAfterBound;
  if (subject !== null) return { next: end, filters: [], words: 'dropped' };
  // In `below 80k, dereg above 30k` the first amount is the price.
  const isApart = tokens.slice(at, end).some(({ isBeforeComma }) => isBeforeComma === true);
  const subjectAfterMatch = isApart
    ? null
    : findLongestPhrase(tokens, end, [...subjects, ...subjects.map((name) => `of ${name}`)]);
  if (subjectAfterMatch === null) return null;
  const followingLinkMatch = findLongestPhrase(tokens, subjectAfterMatch.next, [
    ...comparisonPhrases,
    ...approximationWords,
    'of',
    'is',
  ]);
  const isOfNext = readAmountAt(tokens, followingLinkMatch?.next ?? subjectAfterMatch.next) !== null;
  return isOfNext ? null : { next: subjectAfterMatch.next, filters: [], words: 'dropped' };
}

/**
 * Reads `coe` where an amount of money follows, which is the premium: `coe below 60k`. In `coe, below 60k` the amount
 * is the price.
 */
function readPremiumNounAt(tokens: readonly Token[], at: number): { readonly next: number } | null {
  if (
    tokens[at]?.low !== 'coe' ||
    tokens[at]?.isBeforeComma === true ||
    coeQualifierPattern.test(tokens[at - 1]?.low ?? '')
  )
    return null;
  const link = findLongestPhrase(tokens, at + 1, [...comparisonPhrases, ...approximationWords, 'of', 'is', 'between']);
  const amount = readAmountAt(tokens, link?.next ?? at + 1);
  const isPremium = amount !== null && amount.unit === null && amount.value >= lowestPremium;
  return isPremium ? { next: at + 1 } : null;
}

/** Words before `coe` which say what kind of COE the car has, so that the amount after it is the price. */
const coeQualifierPattern =
  /^(?:years?|yrs?|months?|mths?|renewed|renew|fresh|new|long|short|good|no|without|left|valid|\d+(?:yrs?|y))$/;

/** Words before and after the time of a loan. */
const loanPhrases: readonly string[] =
  'loan|car loan|loan tenure|loan term|loan period|tenure|repayment period|financing'.split('|');

/**
 * Reads the time of a loan: `5 years loan`, `loan tenure 7 years`. The server always computes with the largest and
 * longest loan, so the typed time is not used.
 */
export function readLoanTermAt(tokens: readonly Token[], at: number): PhraseMatch | null {
  const loan = findLongestPhrase(tokens, at, loanPhrases);
  const link = findLongestPhrase(tokens, loan?.next ?? at, ['of', 'for', 'over', 'is', 'in']);
  const time = readAmountAt(tokens, (loan === null ? undefined : link?.next) ?? loan?.next ?? at);
  if (time === null || (time.unit !== 'years' && time.unit !== 'months')) return null;
  const after = findLongestPhrase(tokens, time.next, loanPhrases);
  if (loan === null && after === null) return null;
  return { next: after?.next ?? time.next, filters: [], words: 'dropped' };
}
