import { isYear, readAmountAt } from './amounts.ts';
import { orNewerPhrases, orOlderPhrases } from './number-words.ts';
import type { Filter, PhraseMatch } from './phrase-match.ts';
import { unrenewedCoeFilter } from './renewed-coe.ts';
import { findLongestPhrase, makePhraseFinder, type Token } from './tokens.ts';

const coePhrases: readonly string[] =
  'parf|parf car|parf cars|coe|coe left|coe valid|coe is valid|coe good|coe last|coe lasts|coe lasting|coe remaining|coe balance|long coe|fresh coe|good coe'.split(
    '|',
  );
/** Phrases after which the year is that in which the COE ends. */
const coeEndPhrases: readonly string[] = [
  'coe',
  'coe is',
  'coe that',
  'coe which',
  'with coe',
  'coe date',
  'parf',
  'parf car',
  'parf cars',
  'parf date',
  'lifespan',
]
  .flatMap((start) =>
    'expire|expires|expired|expiring|expiry|expiry date|end|ends|ended|ending|end date|finish|finishes|finishing|due|run out|runs out|running out|up'
      .split('|')
      .map((verb) => `${start} ${verb}`),
  )
  .concat(['expiring coe', 'coe to expire', 'coe to end']);

const findCoeEnd = makePhraseFinder(coeEndPhrases);

type Direction = 'from' | 'after' | 'before' | 'up to';

/** Words between the COE and a year. `up to` includes the year, and `before` and `after` do not. */
const directionByPhrase: Readonly<Record<string, Direction>> = {
  ...makeDirections('from', [
    'till|until|til|to|up to|upto|at least|at least till|at least until|min|minimum|from|over|not before|not earlier than',
    'not less than|no less than|valid till|valid until|left till|left until|lasting till|lasting until|>|>=',
  ]),
  ...makeDirections('after', ['after|beyond|past|later than']),
  ...makeDirections('before', ['before|earlier than|prior to|b4|less than|under|<']),
  ...makeDirections('up to', [
    'by|latest|latest by|no later than|not later than|not after|not beyond|by end|by the end of',
  ]),
};
const directionPhrases = Object.keys(directionByPhrase);
const placePhrases = ['in', 'on', 'around', 'about', 'within'];
const beforePhrases = [...orOlderPhrases, 'or before', 'and before', 'latest'];

/**
 * Reads when the COE ends: `coe till 2030`, `coe expire 2030 onwards`, `coe ends next year`, `coe expiring before 2028`.
 * After a verb such as `ends` a year alone is the year of the end; otherwise the COE must last until that year begins.
 * A year after `parf car` that has begun is the year of the car.
 *
 * @param today the day in Singapore, ISO date
 */
export function readCoeYearAt(tokens: readonly Token[], at: number, today: string): PhraseMatch | null {
  const coeEnd = findCoeEnd(tokens, at) ?? findEndOfCarAt(tokens, at, today);
  const subject = coeEnd ?? findLongestPhrase(tokens, at, coePhrases);
  if (subject === null) return null;
  const isNegated = tokens[subject.next]?.low === 'not' && /^(?:expir|end)/.test(tokens[subject.next + 1]?.low ?? '');
  const from = isNegated ? subject.next + 2 : subject.next;
  const isOfParf = coeEnd === null && subject.phrase.startsWith('parf');
  const range = readYearsBetweenAt(tokens, from, today);
  if (range !== null)
    return isOfParf && range.lastYearBegins <= 0 ? { next: subject.next, filters: [unrenewedCoeFilter] } : range.match;
  const place = findLongestPhrase(tokens, from, placePhrases);
  const firstDirectionMatch = findLongestPhrase(tokens, place?.next ?? from, directionPhrases);
  // In `until at least 2031` and `till after 2030` the second direction is the stricter direction.
  const direction = findFurtherDirection(tokens, firstDirectionMatch) ?? firstDirectionMatch;
  const start = skipApproximation(tokens, direction?.next ?? place?.next ?? from);
  const time = readTimeAt(tokens, start, today);
  if (time === null) return coeEnd === null ? null : readTimeLeftAt(tokens, start);
  // In `parf car from 2019` the year has begun, so it is the year of the car, and not that in which its COE ends.
  if (isOfParf && time.first <= 0) return { next: subject.next, filters: [unrenewedCoeFilter] };
  const orLaterPhrase = findLongestPhrase(tokens, time.next, orNewerPhrases);
  const orBeforePhrase = findLongestPhrase(tokens, time.next, beforePhrases);
  const statedDirection = direction === null ? undefined : directionByPhrase[direction.phrase];
  const next = (orLaterPhrase ?? orBeforePhrase)?.next ?? time.next;
  const isMinimum =
    statedDirection === 'from' ||
    orLaterPhrase !== null ||
    (coeEnd === null && statedDirection !== 'before' && orBeforePhrase === null);
  const filters: readonly Filter[] =
    statedDirection === 'after'
      ? [makeEndMinimum(time.last + 1, today)]
      : isMinimum && statedDirection !== 'before'
        ? [makeEndMinimum(time.first, today)]
        : statedDirection === 'before'
          ? [isNegated ? makeEndMinimum(time.first, today) : makeEndMaximum(time.first - 1, today)]
          : statedDirection === 'up to' || orBeforePhrase !== null
            ? [makeEndMaximum(time.last, today)]
            : [makeEndMinimum(time.first, today), makeEndMaximum(time.last, today)];
  return { next, filters };
}

/** Words before `expiring` which name something other than the COE that ends. */
const otherEndingNounPattern =
  /^(?:warranty|insurance|lease|tax|inspection|licen[cs]e|contract|loan|permit|pass|my|is|not)$/;

const findExpiryVerb = makePhraseFinder(
  'expiring|expires|expire|expiry|expiry date|expiring in|expires in|expire in'.split('|'),
);

/** Reads `expiring 2027` without the word `coe`, because only the COE of a car ends in a year. */
function findEndOfCarAt(
  tokens: readonly Token[],
  at: number,
  today: string,
): { readonly phrase: string; readonly next: number } | null {
  const verb = findExpiryVerb(tokens, at);
  if (verb === null || otherEndingNounPattern.test(tokens[at - 1]?.low ?? '')) return null;
  const start = findLongestPhrase(tokens, verb.next, directionPhrases)?.next ?? verb.next;
  return readTimeAt(tokens, start, today) === null ? null : verb;
}

/**
 * Finds the direction phrase that follows the first direction phrase, such as `after` in `till after 2030`. The first
 * phrase must have the direction `from`, as `till` has.
 */
function findFurtherDirection(
  tokens: readonly Token[],
  first: { readonly phrase: string; readonly next: number } | null,
): { readonly phrase: string; readonly next: number } | null {
  if (first === null || directionByPhrase[first.phrase] !== 'from') return null;
  return findLongestPhrase(tokens, first.next, directionPhrases);
}

/** The index of the year in `till around 2031`. */
function skipApproximation(tokens: readonly Token[], at: number): number {
  return findLongestPhrase(tokens, at, ['around', 'about', 'the year', 'year'])?.next ?? at;
}

/** Reads `coe between 2028 and 2030` and `coe 2028 to 2030`. The month in which the last year begins is a count of months. */
function readYearsBetweenAt(
  tokens: readonly Token[],
  at: number,
  today: string,
): { readonly match: PhraseMatch; readonly lastYearBegins: number } | null {
  const start = findLongestPhrase(tokens, at, ['between', 'from', 'in'])?.next ?? at;
  const first = readTimeAt(tokens, start, today);
  const link = first === null ? null : findLongestPhrase(tokens, first.next, ['and', 'to', '-', 'or']);
  const last = link === null ? null : readTimeAt(tokens, link.next, today);
  if (first === null || last === null || last.last < first.first) return null;
  const filters = [makeEndMinimum(first.first, today), makeEndMaximum(last.last, today)];
  return { match: { next: last.next, filters }, lastYearBegins: last.first };
}

/** Reads how long the COE lasts after a verb: `coe ends in 2 years`, `coe expiring within 6 months`. */
function readTimeLeftAt(tokens: readonly Token[], at: number): PhraseMatch | null {
  const amount = readAmountAt(tokens, at);
  if (amount === null || (amount.unit !== 'years' && amount.unit !== 'months')) return null;
  const months = amount.unit === 'years' ? amount.value * 12 : amount.value;
  return { next: amount.next, filters: [{ name: 'maxCoeMonths', value: String(months) }] };
}

/** A year or a month: its first and its last month, each as a count of months from the month of `today`. */
type Time = { readonly first: number; readonly last: number; readonly next: number };

const months = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec'.split('|');
const monthsByPartOfYear: Readonly<Record<string, readonly [first: number, last: number]>> = {
  early: [1, 4],
  mid: [5, 8],
  middle: [5, 8],
  late: [9, 12],
  end: [10, 12],
};

function readTimeAt(tokens: readonly Token[], at: number, today: string): Time | null {
  const [thisYear = 0, thisMonth = 1] = today.split('-').map(Number);
  const word = tokens[at]?.low ?? '';
  const month = months.findIndex((name) => word.startsWith(name) && word.length <= 9) + 1;
  const part = Object.hasOwn(monthsByPartOfYear, word) ? monthsByPartOfYear[word] : undefined;
  let from = month > 0 || part !== undefined ? at + 1 : at;
  if (from > at && /^(?:of|the)$/.test(tokens[from]?.low ?? '')) from += 1;
  const [first, last] = month > 0 ? [month, month] : (part ?? [1, 12]);
  const nearMonthMatch = from > at ? null : findLongestPhrase(tokens, from, ['this month', 'next month']);
  if (nearMonthMatch !== null) {
    const count = nearMonthMatch.phrase === 'next month' ? 1 : 0;
    return { first: count, last: count, next: nearMonthMatch.next };
  }
  const relativeYearMatch = findLongestPhrase(tokens, from, ['next year', 'this year', 'year after next']);
  const amount = relativeYearMatch === null ? readAmountAt(tokens, from) : null;
  if (relativeYearMatch === null && (amount === null || !isYear(amount))) return null;
  const years = ['this year', 'next year', 'year after next'].indexOf(relativeYearMatch?.phrase ?? '');
  const year = relativeYearMatch === null ? (amount?.value ?? 0) : thisYear + years;
  const countMonthsUntil = (monthOfYear: number): number => (year - thisYear) * 12 + monthOfYear - thisMonth;
  return {
    first: countMonthsUntil(first),
    last: countMonthsUntil(last),
    next: relativeYearMatch?.next ?? amount?.next ?? from,
  };
}

/** The COE must end in this month or later. */
function makeEndMinimum(month: number, today: string): Filter {
  return { name: 'minCoeEnd', value: addMonths(today, month) };
}

/** The COE must end with this month at the latest. */
function makeEndMaximum(month: number, today: string): Filter {
  return { name: 'maxCoeEnd', value: addMonths(today, month) };
}

/** The month that begins this many months after the month of `today`, such as `203301`. */
function addMonths(today: string, months: number): string {
  const [year = 0, month = 1] = today.split('-').map(Number);
  const monthCount = year * 12 + month - 1 + months;
  return String(Math.floor(monthCount / 12) * 100 + (monthCount % 12) + 1);
}

function makeDirections(direction: Direction, phrases: readonly string[]): Readonly<Record<string, Direction>> {
  return Object.fromEntries(phrases.flatMap((list) => list.split('|')).map((phrase) => [phrase, direction]));
}
