import { readAmountAt } from './amounts.ts';
import type { PhraseMatch } from './phrase-match.ts';
import { findLongestPhrase, makePhraseFinder, type Token } from './tokens.ts';

const findVerb = makePhraseFinder(
  [
    'listed',
    'posted',
    'added',
    'uploaded',
    'advertised',
    'put up',
    'new',
    'newly listed',
    'newly posted',
    'recently posted',
    'new listings',
    'new cars',
    'cars listed',
  ].flatMap((verb) => [
    verb,
    ...['in', 'within', 'during', 'from', 'in the', 'within the', 'since'].map((link) => `${verb} ${link}`),
  ]),
);
const lastWords = ['last', 'past', 'the last', 'the past', 'these', 'this'];
const daysByUnit: Readonly<Record<string, number>> = {
  day: 1,
  days: 1,
  week: 7,
  weeks: 7,
  wk: 7,
  wks: 7,
  month: 30,
  months: 30,
  hours: 1,
};
const daysByPhrase: Readonly<Record<string, number>> = {
  today: 1,
  yesterday: 2,
  'this week': 7,
  'last week': 7,
  'past week': 7,
  'this month': 30,
  'last month': 30,
  'past month': 30,
};
const phrasesOfDays = Object.keys(daysByPhrase).flatMap((phrase) => [phrase, `the ${phrase}`]);

/**
 * Reads since when a car is on sale: `listed in the last 7 days`, `posted this week`. The newest listings come first.
 */
export function readPostedAt(tokens: readonly Token[], at: number): PhraseMatch | null {
  const verb = findVerb(tokens, at);
  if (verb === null) return null;
  const phrase = findLongestPhrase(tokens, verb.next, phrasesOfDays);
  if (phrase !== null) return makePostedWithinMatch(daysByPhrase[phrase.phrase.replace(/^the /, '')] ?? 1, phrase.next);
  const last = findLongestPhrase(tokens, verb.next, lastWords);
  const from = last?.next ?? verb.next;
  const isLinked = last !== null || verb.phrase.includes('in');
  const digits = /^(\d{1,2}|two|three|few|couple)$/.exec(tokens[from]?.low ?? '')?.[1];
  const months = readAmountAt(tokens, from);
  if (!isLinked) return null;
  if (months?.unit === 'months') return makePostedWithinMatch(months.value * 30, months.next);
  const unit = daysByUnit[tokens[digits === undefined ? from : from + 1]?.low ?? ''];
  if (unit === undefined) return null;
  const count = digits === undefined ? 1 : (numbersByWord[digits] ?? Number(digits));
  return makePostedWithinMatch(Math.max(1, count * unit), digits === undefined ? from + 1 : from + 2);
}

const numbersByWord: Readonly<Record<string, number>> = { two: 2, three: 3, few: 3, couple: 2 };

function makePostedWithinMatch(days: number, next: number): PhraseMatch {
  return {
    next,
    filters: [{ name: 'postedWithin', value: String(days) }],
    impliedFilters: [{ name: 'sort', value: 'newest' }],
  };
}
