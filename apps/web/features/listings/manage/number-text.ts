import { highestPrice, pricePattern } from '@carhouse/domain/money/money';
import { formatMoney } from '../../../ui/format.ts';

const wholeNumberPattern = /^(0|[1-9]\d{0,8})$/;

/** Returns the text without the separators that users type between digits. */
export function dropSeparators(text: string): string {
  return text.replaceAll(/[\s,]/g, '');
}

/** Formats a price with separators, such as `868,000`; text that is not a price stays unchanged. */
export function groupDigits(text: string): string {
  const digits = dropSeparators(text);
  return pricePattern.test(digits) ? formatMoney(Number(digits)).slice(1) : text;
}

/** Whether a text is a valid price of a car. */
export function isPrice(text: string): boolean {
  const digits = dropSeparators(text);
  return pricePattern.test(digits) && Number(digits) >= 0.01 && Number(digits) <= highestPrice;
}

/** Whether a text is a whole number from `minimum` to `maximum`. */
export function isWholeNumber(text: string, minimum: number, maximum: number): boolean {
  const digits = dropSeparators(text);
  return wholeNumberPattern.test(digits) && Number(digits) >= minimum && Number(digits) <= maximum;
}
