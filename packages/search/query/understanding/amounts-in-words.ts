import type { Token } from './tokens.ts';

/** The numbers from zero to nineteen in words, each at its own index. */
export const unitsInWords =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const wordsForTens = 'zero ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
/** The words that multiply the number before them. */
export const scaleByWord: Readonly<Record<string, number>> = {
  k: 1_000,
  thousand: 1_000,
  thousands: 1_000,
  grand: 1_000,
  million: 1_000_000,
  mil: 1_000_000,
};
/** Shares of a million. */
const shareByWord: Readonly<Record<string, number>> = { half: 0.5, quarter: 0.25 };
/** Amounts given by their number of digits: `below six figures` is below 100,000. */
const figureWordPattern = /^(?:figures?|digits?)$/;

/** The first word of an amount in words. The amount may go on after a hyphen: `twenty-five`. */
const amountStartPattern = new RegExp(
  `^(?:${[...unitsInWords.slice(1), ...wordsForTens.slice(2), 'an?', 'hundred', 'thousand'].join('|')})(?:-|$)`,
);

export type AmountInWords = { readonly value: number; readonly next: number };

/**
 * Reads an amount in words: `eighty five thousand`, `a hundred and twenty k`, `half a million`, `twelve hundred`, `six
 * figures`. A number in words without a scale is no amount, because it may be a part of a name.
 */
export function readAmountInWordsAt(tokens: readonly Token[], at: number): AmountInWords | null {
  const low = (index: number): string => tokens[index]?.low ?? '';
  if (/^(?:6|six)$/.test(low(at)) && figureWordPattern.test(low(at + 1))) return { value: 100_000, next: at + 2 };
  // Reads shares of a million: `half a million`, `a quarter mil`.
  const shareIndex = /^an?$/.test(low(at)) ? at + 1 : at;
  if (Object.hasOwn(shareByWord, low(shareIndex))) {
    const from = /^(?:an?|of)$/.test(low(shareIndex + 1)) ? shareIndex + 2 : shareIndex + 1;
    const scaleIndex = low(shareIndex + 1) === 'of' && /^an?$/.test(low(from)) ? from + 1 : from;
    const isMillion = /^(?:million|mil|mio)$/.test(low(scaleIndex));
    return isMillion ? { value: (shareByWord[low(shareIndex)] ?? 0) * 1_000_000, next: scaleIndex + 1 } : null;
  }
  // Most words begin no amount, so they are not split.
  if (!amountStartPattern.test(low(at))) return null;
  const words = tokens
    .slice(at, at + wordsMaximum)
    .flatMap(({ low: word }, index) => word.split('-').map((part) => ({ part, next: at + index + 1 })));
  let total = 0;
  let group = 0;
  let isNumber = false;
  let last: AmountInWords | null = null;
  for (const [index, { part, next }] of words.entries()) {
    const followingWord = words[index + 1]?.part ?? '';
    const unit = unitsInWords.indexOf(part);
    const tensDigit = wordsForTens.indexOf(part);
    const isArticle = /^an?$/.test(part) && index === 0 && /^(?:hundred|thousand|million)$/.test(followingWord);
    if (tensDigit > 1) group += tensDigit * 10;
    else if (unit > 0) group += unit;
    else if (isArticle) group += 1;
    else if (part === 'hundred') {
      group = Math.max(group, 1) * 100;
      last = { value: total + group, next };
    } else if (Object.hasOwn(scaleByWord, part) && (group > 0 || part === 'thousand')) {
      total += Math.max(group, 1) * (scaleByWord[part] ?? 1);
      group = 0;
      last = { value: total, next };
    } else if (
      part === 'and' &&
      isNumber &&
      (unitsInWords.includes(followingWord) || wordsForTens.includes(followingWord))
    )
      continue;
    else break;
    // `eight hundred fifty` goes on, but `eight hundred seven seater` does not.
    const doesAmountGoOn = tensDigit > 1 || words[index - 1]?.part === 'and';
    if (last !== null && last.value > 0 && group >= 100 && doesAmountGoOn) last = { value: total + group, next };
    isNumber = true;
  }
  return last;
}

/**
 * The number of tens and ones in words: `fifty`, `eighty five`. Such a word is read as an amount only beside another
 * amount in words.
 */
export function readTensAt(tokens: readonly Token[], at: number): AmountInWords | null {
  const tensDigit = wordsForTens.indexOf(tokens[at]?.low ?? '');
  if (tensDigit < 2) return null;
  const unit = unitsInWords.indexOf(tokens[at + 1]?.low ?? '');
  return unit > 0 && unit < 10
    ? { value: tensDigit * 10 + unit, next: at + 2 }
    : { value: tensDigit * 10, next: at + 1 };
}

/** Maximum number of words of an amount: `one hundred and twenty five thousand`. */
const wordsMaximum = 7;

/** Reads a round number whose last digits are left open: `1xxk` is 100,000 to 199,999 and `8xk` 80,000 to 89,999. */
export function readOpenAmount(word: string): { readonly least: number; readonly most: number } | null {
  const [, digits, open = '', scale] = /^\$?(\d{1,3})(x{1,3})(k|,?xxx)$/.exec(word) ?? [];
  if (digits === undefined || scale === undefined) return null;
  const step = 10 ** open.length * 1_000;
  const least = Number(digits) * step;
  return { least, most: least + step - 1 };
}
