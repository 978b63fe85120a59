import { findSubject, meansThousands, smallestBudget } from './amount-subjects.ts';
import { type Amount, readAmountAt } from './amounts.ts';
import { readAmountInWordsAt, readOpenAmount, readTensAt } from './amounts-in-words.ts';
import { isAfterDownpayment } from './down-payment-phrases.ts';
import {
  approximationShare,
  approximationSuffixes,
  approximationWords,
  instalmentPhrases,
  subjectByPhrase,
  subjectPhrases,
  subjectsBySuffix,
  suffixPhrases,
} from './number-words.ts';
import type { PhraseMatch } from './phrase-match.ts';
import { findLongestPhrase, type Token } from './tokens.ts';

/** Reads a price whose last digits are left open: `1xxk`, `budget 8xk`. */
export function readOpenAmountAt(tokens: readonly Token[], at: number): PhraseMatch | null {
  const subject = findLongestPhrase(tokens, at, subjectPhrases);
  const from = subject !== null && subjectByPhrase[subject.phrase] === 'Price' ? subject.next : at;
  const openAmount = readOpenAmount(tokens[from]?.low ?? '');
  if (openAmount === null) return null;
  return {
    next: from + 1,
    filters: [
      { name: 'minPrice', value: String(openAmount.least) },
      { name: 'maxPrice', value: String(openAmount.most) },
    ],
  };
}

/** Reads two prices in words of which only the second has a scale: `fifty to sixty thousand`. */
export function readSpelledPriceRangeAt(tokens: readonly Token[], at: number): PhraseMatch | null {
  const first = readTensAt(tokens, findLongestPhrase(tokens, at, ['between', 'from'])?.next ?? at);
  const joiningWordMatch = first === null ? null : findLongestPhrase(tokens, first.next, ['and', 'to', '-', 'or']);
  const second = joiningWordMatch === null ? null : readAmountInWordsAt(tokens, joiningWordMatch.next);
  if (first === null || second === null || second.value < smallestBudget) return null;
  const [least, most] = [first.value * 1_000, second.value].toSorted((one, other) => one - other);
  return {
    next: findLongestPhrase(tokens, second.next, ['dollars', 'bucks', 'sgd'])?.next ?? second.next,
    filters: [
      { name: 'minPrice', value: String(least) },
      { name: 'maxPrice', value: String(most) },
    ],
  };
}

/**
 * Reads an approximate number: `around 80k` means a tenth below to a tenth above, `about 2019` one year below to one
 * year above.
 */
export function readAroundAt(tokens: readonly Token[], at: number): PhraseMatch | null {
  const amountWithMargin = readMarginAt(tokens, at);
  if (amountWithMargin !== null) return amountWithMargin;
  const subject = findLongestPhrase(tokens, at, subjectPhrases);
  const approximationWordMatch = findLongestPhrase(tokens, subject?.next ?? at, approximationWords);
  const approximateAmount = readApproximateAmountAt(tokens, approximationWordMatch?.next ?? subject?.next ?? at);
  if (
    approximateAmount === null ||
    isAfterDownpayment(tokens, at) ||
    (approximationWordMatch === null && !approximateAmount.isApproximate)
  )
    return null;
  const { amount } = approximateAmount;
  const suffix = findLongestPhrase(tokens, amount.next, suffixPhrases);
  // In `ard 60k coe 3 years` the COE has a number of its own.
  const belongsToNextNumber = suffix !== null && subjectsBySuffix[suffix.phrase] === 'CoeMonths';
  const suffixPhrase = belongsToNextNumber ? null : suffix;
  const statedSubject =
    suffixPhrase === null
      ? subject === null
        ? null
        : subjectByPhrase[subject.phrase]
      : subjectsBySuffix[suffixPhrase.phrase];
  const next = suffixPhrase?.next ?? amount.next;
  if (findLongestPhrase(tokens, amount.next, instalmentPhrases) !== null || amount.period === 'month') return null;
  const value = meansThousands(amount) && (statedSubject ?? 'Price') === 'Price' ? amount.value * 1000 : amount.value;
  const numberSubject = findSubject({ ...amount, value }, statedSubject ?? null);
  if (numberSubject === null || numberSubject === 'CoeMonths') return null;
  const margin = numberSubject === 'Year' ? 1 : Math.round(value * approximationShare);
  return {
    next,
    filters: [
      { name: `min${numberSubject}`, value: String(value - margin) },
      { name: `max${numberSubject}`, value: String(value + margin) },
    ],
  };
}

/** Reads a number with its margin: `100k plus minus 10k`, `100k +/- 10k`. */
function readMarginAt(tokens: readonly Token[], at: number): PhraseMatch | null {
  const subject = findLongestPhrase(tokens, at, subjectPhrases);
  const word = findLongestPhrase(tokens, subject?.next ?? at, approximationWords);
  const amount = readAmountAt(tokens, word?.next ?? subject?.next ?? at);
  const marginMatch = amount === null ? null : findLongestPhrase(tokens, amount.next, marginPhrases);
  const typed = marginMatch === null ? null : readAmountAt(tokens, marginMatch.next);
  if (amount === null || typed === null) return null;
  // In `100 plus minus 10k` both numbers are thousands.
  const scale = amount.scale === 1 && amount.value < 1_000 ? typed.scale : 1;
  const margin =
    typed.scale === 1 && amount.scale > 1 && typed.value < 1_000 ? typed.value * amount.scale : typed.value;
  const value = Math.round(amount.value * scale);
  const statedSubject = subject === null ? null : (subjectByPhrase[subject.phrase] ?? null);
  const numberSubject = findSubject({ ...amount, value, unit: amount.unit ?? typed.unit }, statedSubject);
  if (numberSubject === null || numberSubject === 'CoeMonths' || margin >= value) return null;
  return {
    next: typed.next,
    filters: [
      { name: `min${numberSubject}`, value: String(value - margin) },
      { name: `max${numberSubject}`, value: String(value + margin) },
    ],
  };
}

const marginPhrases: readonly string[] = ['plus minus', 'plus or minus', '+/-', '+-', '±', '+ -'];

/** An amount, and whether it is marked as approximate after it: `80kish`, `80k or so`, `80k plus minus`. */
function readApproximateAmountAt(
  tokens: readonly Token[],
  at: number,
): { readonly amount: Amount; readonly isApproximate: boolean } | null {
  const token = tokens[at];
  const [, tilde, plain, ish] = /^(~)?(.*?\d[a-z]*?)(-?ish)?$/.exec(token?.low ?? '') ?? [];
  const textWithoutMark = (tilde ?? ish) === undefined ? undefined : plain;
  const exactTokens =
    textWithoutMark === undefined || token === undefined ? tokens : tokens.with(at, { ...token, low: textWithoutMark });
  const amount = readAmountAt(exactTokens, at);
  if (amount === null) return null;
  const approximationSuffixMatch = findLongestPhrase(tokens, amount.next, approximationSuffixes);
  return {
    amount: { ...amount, next: approximationSuffixMatch?.next ?? amount.next },
    isApproximate: textWithoutMark !== undefined || approximationSuffixMatch !== null,
  };
}
