import { type Cents, centsFromDollars, formatMoney, priceMaximum } from '@carhouse/domain/money/money';
import type { CurrencyRule } from '../guess/mapping.ts';
import { CellFault } from './cell-fault.ts';
import { normaliseDashes } from './clean-cell.ts';
import { listingCurrency, splitMoney } from './money-marks.ts';

export type WholeNumberOptions = {
  readonly minimum: number;
  readonly maximum: number;
  /** Units that may follow the number, each with its factor: `51,000 mi.`. */
  readonly units?: Readonly<Record<string, number>>;
  /** The factor of a number without a unit. */
  readonly factor?: number;
  /** Whether zero means "unknown", because no car has a value of zero (0 kW, 0 cc, 0 kg). */
  readonly isZeroUnknown?: boolean;
  /**
   * Whether a number with decimals is rounded, as is right for a measured value. A count or a year must have no
   * decimals, except for `.0` at the end as in `2017.0`.
   */
  readonly isRounded?: boolean;
  /**
   * Whether `12.500` means twelve thousand five hundred. When this property is true, a point in a cell never separates
   * decimals.
   */
  readonly hasPointsBetweenThousands?: boolean;
};

/**
 * Returns a reader of whole numbers: `98,000 km`, `51,000 mi.`, `2017.0`, `1 970 kg`.
 * @throws CellFault when the cell is no number, or outside the range.
 */
export function makeWholeNumberReader(options: WholeNumberOptions): (cell: string) => number | null {
  const { minimum, maximum, isZeroUnknown = false, isRounded = false } = options;
  return (cell) => {
    const { numberText, factor } = splitUnit(cell, options);
    if (/^-\s?\d/.test(normaliseDashes(numberText))) throw new CellFault('is below zero');
    const exactNumber = Number(readDecimalText(numberText, options.hasPointsBetweenThousands)) * factor;
    if (!Number.isInteger(exactNumber) && !isRounded) throw new CellFault('is not a whole number');
    const value = Math.round(exactNumber);
    if (value === 0 && isZeroUnknown) return null;
    if (value < minimum || value > maximum) {
      throw new CellFault(`is outside of ${minimum} to ${maximum}`);
    }
    return value;
  };
}

export type AmountOptions = {
  /** Whether zero means "unknown", because no car has a value of zero. */
  readonly isZeroUnknown?: boolean;
  readonly hasPointsBetweenThousands?: boolean;
};

/**
 * An amount as it is written in the file, and the currency of its symbol. The currency is null when the amount has no
 * symbol or a plain `$`.
 */
export type StatedAmount = { readonly dollars: number; readonly currency: string | null };

/**
 * Returns a reader of amounts in any currency: `$10,300 `, `S$198,000.00`, `SGD 26000.0`, `£9.500,-`, `88.8k`, `$45,000
 * neg.`. The reader rejects `39,870/yr`.
 * @throws CellFault when the cell is no amount, has fractions of a cent, or is above the highest price.
 */
function makeStatedAmountReader(options: AmountOptions): (cell: string) => StatedAmount | null {
  return (cell) => {
    const plainCell = normaliseDashes(cell);
    const { numberText, factor } = plainAmountPattern.test(plainCell)
      ? { numberText: plainCell, factor: 1 }
      : removePriceRemarks(plainCell);
    const moneyParts = splitMoney(numberText);
    if (moneyParts === undefined) throw new CellFault('is not a number');
    const plainNumber = readDecimalText(moneyParts.numberText, options.hasPointsBetweenThousands && factor === 1);
    // The product is rounded to hundredths, because JavaScript computes 88800.00000000001 for 88.8 thousand.
    const text = factor === 1 ? plainNumber : String(Math.round(Number(plainNumber) * factor * 100) / 100);
    const dollars = Number(text);
    if (dollars === 0 && options.isZeroUnknown === true) return null;
    if (dollars * 100 > Number(priceMaximum)) throw new CellFault(`is above ${formatMoney(priceMaximum)}`);
    if (/\.\d{2}\d*[1-9]/.test(text)) throw new CellFault('has parts of a cent');
    return { dollars, currency: moneyParts.currency };
  };
}

const perPeriodPattern =
  /(?:\/|\bper |\ba )\s*(?:m(?:o|th|onth)?|y(?:r|ear)?|w(?:k|eek)?)s?\.?$|\b(?:monthly|p\.?m|p\.?a)\.?$/i;
const priceOnRequestPattern =
  /^(?:p\.?o\.?a|p\.?o\.?r|t\.?b\.?[ac]|call|ask|enquire|price on .*|on (?:request|application|enquiry)|contact.*|call .*)\.?$/i;
/** Words after a price that do not change the price. */
const priceRemarkPattern =
  /\s*[,(]?\s*\b(?:neg(?:o|otiable)?|nett?|o\.?n\.?o|o\.?b\.?o|fixed|firm|only|cash|drive ?away|all in|incl?\.? gst)\b\.?\)?\s*$|(?<=\d)\s*\/-+\s*$/i;

/** Matches a plain amount. Nearly all amounts in files have this form. */
const plainAmountPattern = /^\s*(?:S?\$)?\s*[\d.,' ]+$/;

/**
 * Removes words that do not change the amount.
 * @throws CellFault when the words show that the amount is no price.
 */
function removePriceRemarks(cell: string): { readonly numberText: string; readonly factor: number } {
  if (perPeriodPattern.test(cell)) throw new CellFault('is an amount for each month or year, and no price');
  if (priceOnRequestPattern.test(cell)) throw new CellFault('is not a price, and a car is imported with its price');
  if (/^(?:[^\d(]{0,3}-[^\d]{0,3}\d|\(.*\d.*\)$)/.test(cell)) throw new CellFault('is below zero');
  return splitFactor(cell.replace(priceRemarkPattern, ''));
}

/** Splits a factor from the number: `45k` and `1.2 million`. */
function splitFactor(cell: string): { readonly numberText: string; readonly factor: number } {
  const factorMatch = /^(.*\d)\s?(k|m|mil|mio|million)$/i.exec(cell.trim());
  if (factorMatch === null) return { numberText: cell, factor: 1 };
  return { numberText: factorMatch[1] ?? '', factor: factorMatch[2]?.toLowerCase() === 'k' ? 1_000 : 1_000_000 };
}

/** Returns a reader of amounts in Singapore dollars. Other currencies are converted by the mapping's rule. */
export function makeAmountReader(
  options: AmountOptions = {},
  rule: CurrencyRule | null = null,
): (cell: string) => Cents | null {
  const readAmount = makeStatedAmountReader(options);
  return (cell) => {
    const statedAmount = readAmount(cell);
    if (statedAmount === null) return null;
    // A plain `$` means the currency of the mapping. Each currency symbol except a plain `$` means its own currency.
    const hasPlainDollarSign = /(?:^|[\d\s])\$(?:[\d\s]|$)/.test(cell);
    const hasOtherCurrency = statedAmount.currency !== null && !hasPlainDollarSign;
    const currency = hasOtherCurrency ? statedAmount.currency : (rule?.currency ?? listingCurrency);
    if (currency === listingCurrency) return centsFromDollars(statedAmount.dollars);
    if (rule === null || rule.rate === null || rule.currency !== currency) {
      throw new CellFault(`is in ${currency}, and no rate for ${currency} was named`);
    }
    return toListingCurrency(statedAmount.dollars, rule.rate);
  };
}

/**
 * Converts an amount to Singapore dollars. The result is rounded to the dollar, because a rate is not precise to the
 * cent.
 */
function toListingCurrency(foreignAmount: number, rate: number): Cents {
  const dollars = Math.round(foreignAmount * rate);
  if (dollars * 100 > Number(priceMaximum)) throw new CellFault(`is above ${formatMoney(priceMaximum)}`);
  return centsFromDollars(dollars);
}

/**
 * The number in a cell as decimal text with a point and without thousands separators. In the cell, a point or a comma
 * may separate decimals or thousands. When both readings are possible (`98.000`), the value is rejected, unless the
 * column is known to use points for thousands.
 */
export function readDecimalText(cell: string, hasPointsBetweenThousands = false): string {
  const text = normaliseDashes(cell).trim();
  if (hasPointsBetweenThousands && /^\d{1,3}(?:\.\d{3})+(?:,\d+)?$/.test(text)) {
    return text.replaceAll('.', '').replace(',', '.');
  }
  if (/^\d+(?:\.\d{1,2}|\.0*)?$/.test(text) && !/\.0{3}$/.test(text)) return text;
  if (/^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(text)) return text.replaceAll(',', '');
  if (/^\d{1,3}(?: \d{3})+(?:[.,]\d+)?$/.test(text)) return text.replaceAll(' ', '').replace(',', '.');
  if (/^\d{1,3}(?:'\d{3})+(?:\.\d+)?$/.test(text)) return text.replaceAll("'", '');
  if (/^\d{1,3}(?:\.\d{3}){2,}(?:,\d+)?$/.test(text) || /^\d{1,3}\.\d{3},\d+$/.test(text)) {
    return text.replaceAll('.', '').replace(',', '.');
  }
  if (/^\d+,\d{1,2}$/.test(text)) return text.replace(',', '.');
  if (/^\d{1,3}\.\d{3}$/.test(text)) throw new CellFault('may mean thousands or decimals: write it without the point');
  if (/^\d+\.\d+$/.test(text)) return text;
  throw new CellFault('is not a number');
}

function splitUnit(
  cell: string,
  { units = {}, factor = 1 }: WholeNumberOptions,
): { numberText: string; factor: number } {
  const unitMatch = /^(.*\d)\s*(\p{L}[\p{L}³.]*(?: \p{L}+)?)$/u.exec(cell);
  const unit = unitMatch?.[2]?.toLowerCase().replace(/\.$/, '') ?? '';
  const unitFactor = Object.hasOwn(units, unit) ? units[unit] : undefined;
  if (unitMatch === null || unitFactor === undefined) return { numberText: cell, factor };
  return { numberText: unitMatch[1] ?? '', factor: unitFactor };
}
