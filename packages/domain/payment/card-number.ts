import { foldDigits } from './fold-digits.ts';

/** Digits in groups, as cards are written: single or double spaces or dashes between them, nothing else around. */
const runs = /(?<![\p{L}\p{N}_+])\d(?:[\s\p{Pd}]{0,2}\d){12,}(?![\p{L}\p{N}_])/gu;
const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/** Which numbers the card networks give out: how they begin and how long they are. */
const networks: readonly { readonly prefix: RegExp; readonly lengths: readonly number[] }[] = [
  { prefix: /^4/, lengths: [13, 16, 19] }, // Visa
  { prefix: /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, lengths: [16] }, // Mastercard
  { prefix: /^3[47]/, lengths: [15] }, // American Express
  { prefix: /^(?:30[0-5]|309|3[689])/, lengths: [14, 16, 17, 18, 19] }, // Diners Club
  { prefix: /^(?:6011|62|64[4-9]|65)/, lengths: [16, 17, 18, 19] }, // Discover, UnionPay
  { prefix: /^35(?:2[89]|[3-8])/, lengths: [16, 17, 18, 19] }, // JCB
  { prefix: /^(?:5[06-9]|6[0137])/, lengths: [16, 17, 18, 19] }, // Maestro
];

/**
 * Whether a text holds a payment card number: 13 to 19 digits with spaces or dashes at most, or single digits, pairs or groups as printed on
 * cards with any one mark between them, that begin as those of a card network do and carry its check digit (docs/reliability.md I20). Digits of
 * all scripts count, and characters that are not seen do not. Numbers after a plus sign are telephone numbers, digits inside of words and of
 * UUIDs are ids.
 */
export function holdsCardNumber(text: string): boolean {
  if (text.length < 13) return false;
  const plain = foldDigits(text).replace(uuids, ' _ ');
  for (const [run] of plain.matchAll(runs)) if (runHoldsCard(run)) return true;
  return markedHoldCard(plain);
}

/** Tries every stretch of whole groups, so that a date or a telephone number beside the card hides nothing. */
function runHoldsCard(run: string): boolean {
  const groups = run.split(/[\s\p{Pd}]+/u);
  for (let first = 0; first < groups.length; first += 1) {
    let digits = '';
    for (let last = first; last < groups.length && digits.length < 19; last += 1) {
      digits += groups[last];
      if (isCardNumber(digits)) return true;
    }
  }
  return false;
}

const longestMark = 4;
const isMark = /^[^\p{L}\p{N}]+$/u;
/** What makes digits beside it a word or a telephone number. */
const joined = /[\p{L}\p{N}+]/u;

/** The same mark stands between all groups of a card; between other numbers it is mostly not. */
function markedHoldCard(text: string): boolean {
  let groups: string[] = [];
  let mark = '';
  let end = 0;
  for (const { 0: group, index } of text.matchAll(/\d+/g)) {
    const between = text.slice(end, index);
    const goesOn = groups.length > 0 && between.length <= longestMark && isMark.test(between);
    if (!goesOn || (groups.length > 1 && between !== mark)) {
      if (groupsHoldCard(groups)) return true;
      groups = goesOn ? groups.slice(-1) : [];
    }
    mark = between;
    end = index + group.length;
    // a word or a telephone number begins nothing
    if (groups.length > 0 || !joined.test(text.charAt(index - 1))) groups.push(group);
    if (joined.test(text.charAt(end))) {
      groups.pop();
      if (groupsHoldCard(groups)) return true;
      groups = [];
    }
  }
  return groupsHoldCard(groups);
}

/** Groups of 1, 2 or 4 digits, of which the last may be shorter, and those of American Express and Diners Club. */
function groupsHoldCard(groups: readonly string[]): boolean {
  for (let first = 0; first < groups.length; first += 1) {
    const size = groups[first]?.length ?? 0;
    let digits = '';
    for (let last = first; last < groups.length && digits.length < 19; last += 1) {
      const group = groups[last] ?? '';
      if (group.length > 6) break;
      digits += group;
      const inner = groups.slice(first, last).map(({ length }) => length);
      const isEven = [1, 2, 4].includes(size) && inner.every((each) => each === size) && group.length <= size;
      const isPrinted = inner.join() === '4,6' && group.length >= 4;
      if ((isEven || isPrinted) && isCardNumber(digits)) return true;
    }
  }
  return false;
}

function isCardNumber(digits: string): boolean {
  if (digits.length < 13 || digits.length > 19) return false;
  return (
    networks.some((network) => network.lengths.includes(digits.length) && network.prefix.test(digits)) && luhn(digits)
  );
}

function luhn(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits[digits.length - 1 - place]);
    const doubled = place % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
