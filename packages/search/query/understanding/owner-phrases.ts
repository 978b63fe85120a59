import { comparisonPhrases, comparisons } from './number-words.ts';
import type { PhraseMatch } from './phrase-match.ts';
import { findLongestPhrase, type Token } from './tokens.ts';

const numberByWord: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  first: 1,
  second: 2,
  third: 3,
  '1st': 1,
  '2nd': 2,
  '3rd': 3,
};
/** The values of the filter `owners`. The last value stands for all higher numbers of owners as well. */
export const ownerCounts = ['1', '2', '3', '4+'] as const;

/**
 * Reads a number of owners: `one owner`, `2 owners`, `max 2 owners`, `less than 3 previous owners`, `2 owners or less`,
 * `1/2 owners`, `first or second owner`.
 */
export function readOwnersAt(tokens: readonly Token[], at: number): PhraseMatch | null {
  const alternatives = readAlternativesAt(tokens, at);
  if (alternatives !== null) return alternatives;
  const named = readNounFirstAt(tokens, at);
  if (named !== null) return named;
  const comparisonPhrase = findLongestPhrase(tokens, at, comparisonPhrases);
  const from = comparisonPhrase?.next ?? at;
  const [, digits = '', word = '', plus = ''] =
    /^([1-9]|one|two|three|four|1st|2nd|3rd)((?:-?owners?)?)(\+?)$/.exec(tokens[from]?.low ?? '') ?? [];
  if (digits === '') return null;
  const owners = numberByWord[digits] ?? Number(digits);
  let next = from + 1;
  if (word === '') {
    if (/^(?:previous|prev|past|careful|registered)$/.test(tokens[next]?.low ?? '')) next += 1;
    if (!/^owners?$/.test(tokens[next]?.low ?? '')) return null;
    next += 1;
  }
  const orFewerMatch = findLongestPhrase(tokens, next, [
    'or less',
    'or fewer',
    'and below',
    'or below',
    'max',
    'at most',
  ]);
  const comparison = comparisonPhrase === null ? undefined : comparisons[comparisonPhrase.phrase];
  // `not more than 2` and `no more than 2` include the number.
  const isNumberExcluded =
    comparisonPhrase !== null && /than$|^over$|^above$|^under$|^below$|^[<>]$/.test(comparisonPhrase.phrase);
  const step = isNumberExcluded && !/^no/.test(comparisonPhrase.phrase) ? 1 : 0;
  const isMatchingCount = (count: number): boolean => {
    if (comparison?.side === 'max') return count <= owners - step;
    if (comparison?.side === 'min' || plus !== '') return count >= owners + step;
    return orFewerMatch === null ? count === Math.min(owners, ownerCounts.length) : count <= owners;
  };
  const values = ownerCounts.filter((_, index) => isMatchingCount(index + 1));
  if (values.length === 0) return null;
  return { next: orFewerMatch?.next ?? next, filters: values.map((value) => ({ name: 'owners', value })) };
}

/** Words between `owners` and their number: `owner must be 1`. */
const ownerLinkPattern = /^(?:is|must|be|should|only|:|no|number|of|count)$/;

/** Reads a number after its noun: `owner 1 or 2`, `owners: max 2`, `no of owners 1`. */
function readNounFirstAt(tokens: readonly Token[], at: number): PhraseMatch | null {
  const noun = tokens[at];
  if (noun === undefined || !/^owners?$/.test(noun.low) || noun.isBeforeComma === true) return null;
  // In `1 owner 2 keys` the number of owners is the number before `owner`.
  if (readNumber(tokens[at - 1]?.low ?? '') !== undefined) return null;
  let from = at + 1;
  while (ownerLinkPattern.test(tokens[from]?.low ?? '')) from += 1;
  let end = from;
  while (end < tokens.length && isPartOfNumber(tokens, end)) end += 1;
  if (end === from) return null;
  const turnedTokens = [...tokens.slice(0, at), ...tokens.slice(from, end), noun];
  const match = readOwnersAt(turnedTokens, at);
  // The number after `owner` counts something else: `owner 5 years`.
  const isCountOfOtherThing = /^(?:yrs?|years?|k|km|months?|seats?|seater|doors?)$/.test(tokens[end]?.low ?? '');
  return match === null || isCountOfOtherThing ? null : { ...match, next: end };
}

function isPartOfNumber(tokens: readonly Token[], at: number): boolean {
  const low = tokens[at]?.low ?? '';
  const isJoiningWord = joiningWords.includes(low) && readNumber(tokens[at + 1]?.low ?? '') !== undefined;
  return (
    isJoiningWord ||
    readNumber(low.replace(/\+$/, '')) !== undefined ||
    findLongestPhrase(tokens, at, comparisonPhrases) !== null ||
    low === 'than'
  );
}

/** The index after `owners` and the like; null when no such word is there. */
function findIndexAfterOwners(tokens: readonly Token[], at: number): number | null {
  const from = /^(?:previous|prev|past|careful|registered)$/.test(tokens[at]?.low ?? '') ? at + 1 : at;
  return /^owners?$/.test(tokens[from]?.low ?? '') ? from + 1 : null;
}

const joiningWords: readonly string[] = ['or', 'to', 'and', '-', '/'];

/** Reads two or more numbers of owners: `1/2 owners`, `1-2 owners`, `1 or 2 owners`, `1st/2nd owner`. */
function readAlternativesAt(tokens: readonly Token[], at: number): PhraseMatch | null {
  const numbers: number[] = [];
  let isRange = false;
  let next = at;
  for (;;) {
    const word = tokens[next]?.low ?? '';
    const values = word.split(/[/-]/).map(readNumber);
    if (values.some((value) => value === undefined)) return null;
    isRange ||= word.includes('-');
    numbers.push(...values.filter((value) => value !== undefined));
    next = findIndexAfterOwners(tokens, next + 1) ?? next + 1;
    const joint = tokens[next]?.low ?? '';
    if (!joiningWords.includes(joint) || readNumber(tokens[next + 1]?.low ?? '') === undefined) break;
    isRange ||= joint === 'to' || joint === '-';
    next += 1;
  }
  const end = /^owners?$/.test(tokens[next - 1]?.low ?? '') ? next : null;
  if (numbers.length < 2 || end === null) return null;
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  const isIncludedCount = (count: number) => (isRange ? count >= low && count <= high : numbers.includes(count));
  const values = ownerCounts.filter((_, index) => isIncludedCount(index + 1));
  return values.length === 0 ? null : { next: end, filters: values.map((value) => ({ name: 'owners', value })) };
}

function readNumber(word: string): number | undefined {
  return /^[1-9]$/.test(word) ? Number(word) : Object.hasOwn(numberByWord, word) ? numberByWord[word] : undefined;
}
