/**
 * Matches decimal digits other than 0 to 9, and circled and dingbat digits that Unicode compatibility normalisation
 * (NFKC) leaves unchanged.
 */
const nonAsciiDigitPattern = /(?![0-9])\p{Nd}|[\u{24f5}-\u{24ff}\u{2776}-\u{2793}]/gu;
/** Matches invisible characters: marks, fillers, joiners, keycaps. */
const invisiblePattern = /[\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}]/gu;
/** Matches visible gaps that the pattern `\s` does not include. */
const gapPattern = /[\p{Cc}\u{2800}]/gu;

const decimalDigitPattern = /\p{Nd}/u;
const foldedDigitByCharacter = new Map<string, string>();

/**
 * Returns the text with digits of all scripts replaced by ASCII digits, and without invisible characters. In Unicode
 * the code points of the ten digits of a script are consecutive from zero to nine (UAX 44, Numeric_Type=Decimal), so
 * the distance from the script's zero is the value.
 */
export function foldDigits(text: string): string {
  return text
    .normalize('NFKC')
    .replace(invisiblePattern, '')
    .replace(gapPattern, ' ')
    .replace(nonAsciiDigitPattern, toAsciiDigit);
}

function toAsciiDigit(digit: string): string {
  const foldedDigit = foldedDigitByCharacter.get(digit);
  if (foldedDigit !== undefined) return foldedDigit;
  const value = foldDigit(digit.codePointAt(0) ?? 0);
  foldedDigitByCharacter.set(digit, value);
  return value;
}

/** The ranges of circled digits from one to nine; circled ten is not a digit. */
const circledRanges: readonly (readonly [first: number, value: number])[] = [
  [0x24f5, 1],
  [0x2776, 1],
  [0x2780, 1],
  [0x278a, 1],
];

function foldDigit(code: number): string {
  if (code === 0x24ff) return '0';
  for (const [first, value] of circledRanges) {
    if (code >= first && code < first + 9) return String(code - first + value);
    if (code === first + 9) return ' ';
  }
  let first = code;
  while (decimalDigitPattern.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((code - first) % 10);
}
