import { comparisonPhrases, comparisons } from './number-words.ts';
import type { PhraseMatch } from './phrase-match.ts';
import { findLongestPhrase, type Token } from './tokens.ts';

const numbersInWords: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  '1st': 1,
  '2nd': 2,
  '3rd': 3,
};
/** The values of the filter `owners`. The last value stands for all higher numbers of owners as well. */
export const ownerCounts = ['1', '2', '3', '4+'] as const;

/**
 * Reads a number of owners: `one owner`, `2 owners`, `max 2 owners`, `less than 3 previous owners`, `2 owners or less`.
 */
export function readOwnersAt(tokens: readonly Token[], at: number): PhraseMatch | null {
  const compared = findLongestPhrase(tokens, at, comparisonPhrases);
  const from = compared?.next ?? at;
  const [, digits = '', word = '', plus = ''] =
    /^([1-9]|one|two|three|four|1st|2nd|3rd)((?:-?owners?)?)(\+?)$/.exec(tokens[from]?.low ?? '') ?? [];
  if (digits === '') return null;
  const owners = numbersInWords[digits] ?? Number(digits);
  let next = from + 1;
  if (word === '') {
    if (/^(?:previous|prev|past|careful|registered)$/.test(tokens[next]?.low ?? '')) next += 1;
    if (!/^owners?$/.test(tokens[next]?.low ?? '')) return null;
    next += 1;
  }
  const orFewerWord = findLongestPhrase(tokens, next, [
    'or less',
    'or fewer',
    'and below',
    'or below',
    'max',
    'at most',
  ]);
  const comparison = compared === null ? undefined : comparisons[compared.phrase];
  // `not more than 2` and `no more than 2` include the number.
  const excludesNumber = compared !== null && /than$|^over$|^above$|^under$|^below$|^[<>]$/.test(compared.phrase);
  const step = excludesNumber && !/^no/.test(compared.phrase) ? 1 : 0;
  const isMatchingCount = (count: number): boolean => {
    if (comparison?.side === 'max') return count <= owners - step;
    if (comparison?.side === 'min' || plus !== '') return count >= owners + step;
    return orFewerWord === null ? count === Math.min(owners, ownerCounts.length) : count <= owners;
  };
  const values = ownerCounts.filter((_, index) => isMatchingCount(index + 1));
  if (values.length === 0) return null;
  return { next: orFewerWord?.next ?? next, filters: values.map((value) => ({ name: 'owners', value })) };
}
