import { foldDigits } from './fold-digits.ts';

/**
 * Matches at least 13 digits with at most two spaces or dashes between two digits, and with no letter or digit directly
 * before or after them.
 */
const digitRunPattern = /(?<![\p{L}\p{N}_+])\d(?:[\s\p{Pd}]{0,2}\d){12,}(?![\p{L}\p{N}_])/gu;
/**
 * Matches a plus sign before exactly sixteen digits. Telephone numbers have at most 15 digits (E.164), so these digits
 * are no telephone number.
 */
const plusBeforeSixteenDigitsPattern = /\+(?=(?:\d[^\p{L}\p{N}]{0,4}){15}\d(?![^\p{L}\p{N}]{0,4}\d))/gu;
const uuidPattern = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/** The number ranges of card networks: their prefixes and lengths. */
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
 * Whether a text contains a payment card number: 13 to 19 digits that begin like those of a card network and have a
 * valid check digit (docs/reliability.md I20). The digits may have spaces or dashes between them. Single digits, pairs
 * of digits and groups as printed on cards may also have another separator between them, if it is the same in every
 * gap. Groups as printed on cards may have different separators of one character. Digits of all scripts count, and
 * invisible characters are ignored. Numbers after a plus sign are telephone numbers unless they have sixteen digits.
 * Digits inside words and UUIDs are ids.
 */
export function containsCardNumber(text: string): boolean {
  if (text.length < 13) return false;
  const foldedText = foldDigits(text).replace(uuidPattern, ' _ ');
  // Most texts contain no digits that could be a card number, so most texts need only one pass.
  if (!hasCardInDigits(foldedText)) return false;
  const numbers = foldedText.replace(plusBeforeSixteenDigitsPattern, ' ');
  for (const [run] of numbers.matchAll(digitRunPattern)) if (doesRunContainCard(run)) return true;
  return hasCardWithSameSeparator(numbers) || hasCardWithMixedSeparators(numbers);
}

/** Whether a text contains 13 to 19 digits that are a card number, in groups with spaces or dashes between them. */
function hasCardInDigits(text: string): boolean {
  const digits = new CardDigits([text.replace(/\D+/g, '')]);
  for (let start = 0; start + minimumCardLength <= digits.length; start += 1) {
    const possibleLengthBits = digits.findLengthBitsAt(start);
    for (let length = minimumCardLength; possibleLengthBits !== 0 && length <= maximumCardLength; length += 1) {
      if (digits.isCardNumber(possibleLengthBits, start, length)) return true;
    }
  }
  return false;
}

/**
 * Whether any sequence of whole groups of a run is a card number. A card number is therefore also found when a date or
 * a telephone number stands next to it.
 */
function doesRunContainCard(run: string): boolean {
  return hasCardInGroupRange(run.split(/[\s\p{Pd}]+/u), () => true);
}

/**
 * Whether the digits of any consecutive groups are a card number.
 * @param isGroupRangeAllowed called with the indexes of the first and the last group of a match
 */
function hasCardInGroupRange(
  groups: readonly string[],
  isGroupRangeAllowed: (firstIndex: number, lastIndex: number) => boolean,
): boolean {
  const digits = new CardDigits(groups);
  let start = 0;
  for (let firstIndex = 0; firstIndex < groups.length; firstIndex += 1) {
    const possibleLengthBits = digits.findLengthBitsAt(start);
    let length = 0;
    for (
      let lastIndex = firstIndex;
      possibleLengthBits !== 0 && lastIndex < groups.length && length < maximumCardLength;
      lastIndex += 1
    ) {
      length += groups[lastIndex]?.length ?? 0;
      if (digits.isCardNumber(possibleLengthBits, start, length) && isGroupRangeAllowed(firstIndex, lastIndex))
        return true;
    }
    start += groups[firstIndex]?.length ?? 0;
  }
  return false;
}

const separatorLengthMaximum = 4;
const separatorPattern = /^[^\p{L}\p{N}]+$/u;
/** Matches characters next to digits that make the digits part of a word or a telephone number. */
const joiningCharacterPattern = /[\p{L}\p{N}+]/u;

/**
 * Whether a text contains a card number in groups with the same separator in every gap. Card numbers are written with
 * the same separator in every gap; in other sequences of numbers the separators usually differ.
 */
function hasCardWithSameSeparator(text: string): boolean {
  let groups: string[] = [];
  let separator = '';
  let end = 0;
  for (const { 0: group, index } of text.matchAll(/\d+/g)) {
    const textBetween = text.slice(end, index);
    const isContinued =
      groups.length > 0 && textBetween.length <= separatorLengthMaximum && separatorPattern.test(textBetween);
    if (!isContinued || (groups.length > 1 && textBetween !== separator)) {
      if (hasCardInGroups(groups)) return true;
      groups = isContinued ? groups.slice(-1) : [];
    }
    separator = textBetween;
    end = index + group.length;
    // A card number cannot begin inside a word or a telephone number.
    if (groups.length > 0 || !joiningCharacterPattern.test(text.charAt(index - 1))) groups.push(group);
    if (joiningCharacterPattern.test(text.charAt(end))) {
      groups.pop();
      if (hasCardInGroups(groups)) return true;
      groups = [];
    }
  }
  return hasCardInGroups(groups);
}

/** Matches four groups of four digits, or the groups of American Express, with any single separator in each gap. */
const mixedSeparatorGroupsPattern =
  /(?<![\p{L}\p{N}+])(?=(\d{4}[^\p{L}\p{N}](?:\d{4}[^\p{L}\p{N}]\d{4}[^\p{L}\p{N}]\d{4}|\d{6}[^\p{L}\p{N}]\d{5}))(?![\p{L}\p{N}]))/gu;

function hasCardWithMixedSeparators(text: string): boolean {
  for (const [, matchedDigits = ''] of text.matchAll(mixedSeparatorGroupsPattern)) {
    const digits = new CardDigits([matchedDigits.replace(/\D+/g, '')]);
    if (digits.isCardNumber(digits.findLengthBitsAt(0), 0, digits.length)) return true;
  }
  return false;
}

/**
 * Whether consecutive groups are a card number. Each group must have 1, 2 or 4 digits, and the last group may have
 * fewer. Alternatively the digits are grouped as on cards of American Express and Diners Club.
 */
function hasCardInGroups(groups: readonly string[]): boolean {
  if (groups.length < 3) return false;
  const sizes = groups.map(({ length }) => length);
  return hasCardInGroupRange(groups, (firstIndex, lastIndex) => {
    const innerGroups = sizes.slice(firstIndex, lastIndex);
    const [size = 0, end = 0] = [sizes[firstIndex], sizes[lastIndex]];
    const hasEqualSizes = [1, 2, 4].includes(size) && innerGroups.every((each) => each === size) && end <= size;
    return hasEqualSizes || (innerGroups.join() === '4,6' && end >= 4 && end <= 6);
  });
}

const minimumCardLength = 13;
const maximumCardLength = 19;

/**
 * The digits of consecutive groups, with prefix sums from which the check digit of any sequence is computed in one
 * step.
 */
class CardDigits {
  readonly length: number;
  readonly #values: Uint8Array;
  /**
   * Luhn sums of the digits before each index: the first array doubles digits at even indexes, the second at odd ones.
   */
  readonly #sums: readonly [Uint32Array, Uint32Array];

  constructor(groups: readonly string[]) {
    const text = groups.join('');
    this.length = text.length;
    this.#values = new Uint8Array(text.length);
    const [evens, odds] = [new Uint32Array(text.length + 1), new Uint32Array(text.length + 1)];
    this.#sums = [evens, odds];
    for (let index = 0; index < text.length; index += 1) {
      const value = text.charCodeAt(index) - 48;
      const doubledDigit = value > 4 ? value * 2 - 9 : value * 2;
      this.#values[index] = value;
      const isEvenPosition = index % 2 === 0;
      evens[index + 1] = (evens[index] ?? 0) + (isEvenPosition ? doubledDigit : value);
      odds[index + 1] = (odds[index] ?? 0) + (isEvenPosition ? value : doubledDigit);
    }
  }

  /**
   * Returns the possible lengths of card numbers that begin with the four digits at `start`, as the bits that
   * `getLengthBitsByPrefix` explains.
   */
  findLengthBitsAt(start: number): number {
    if (start + minimumCardLength > this.length) return 0;
    let prefix = 0;
    for (let index = start; index < start + 4; index += 1) prefix = prefix * 10 + (this.#values[index] ?? 0);
    return getLengthBitsByPrefix()[prefix] ?? 0;
  }

  /** @param possibleLengthBits result of `findLengthsAt(start)` */
  isCardNumber(possibleLengthBits: number, start: number, length: number): boolean {
    if (length < minimumCardLength || length > maximumCardLength || start + length > this.length) return false;
    if ((possibleLengthBits & (1 << (length - minimumCardLength))) === 0) return false;
    // The Luhn checksum counts the last digit once and doubles the one before it.
    const checksumsOfParity = this.#sums[(start + length) % 2 === 0 ? 0 : 1];
    return ((checksumsOfParity[start + length] ?? 0) - (checksumsOfParity[start] ?? 0)) % 10 === 0;
  }
}

let cachedLengthBitsByPrefix: Uint8Array | undefined;

/**
 * Returns, for each sequence of four digits, the possible lengths of card numbers that begin with it, as bits: bit 0
 * means 13 digits, bit 1 means 14, and so on. Four digits are enough to identify every prefix.
 */
function getLengthBitsByPrefix(): Uint8Array {
  cachedLengthBitsByPrefix ??= Uint8Array.from({ length: 10_000 }, (_, number) => {
    const text = String(number).padStart(4, '0');
    const matchingNetworks = networks.filter(({ prefix }) => prefix.test(text));
    return matchingNetworks
      .flatMap(({ lengths }) => lengths)
      .reduce((lengthBits, length) => lengthBits | (1 << (length - minimumCardLength)), 0);
  });
  return cachedLengthBitsByPrefix;
}
