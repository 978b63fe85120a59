import { type Cents, centsFromDollars, priceMaximum } from '@carhouse/core/money/money';
import { CellFault } from './cell-fault.ts';
import { plainDashes } from './clean-cell.ts';

export type WholeNumber = {
  readonly minimum: number;
  readonly maximum: number;
  /** Units that may stand behind the number: `98,000 km`. */
  readonly units?: readonly string[];
  /** A zero that no real car has (0 kW, 0 cc, 0 kg) stands for "unknown". */
  readonly zeroIsUnknown?: boolean;
  /** A measure may have decimals and is rounded; a count or a year may not, except for a tail such as `2017.0`. */
  readonly rounded?: boolean;
};

/**
 * A reader of whole numbers: `98,000 km`, `2017.0`, `1 970 kg`.
 * @throws CellFault when it is no number, or outside of the range.
 */
export function wholeNumber(options: WholeNumber): (cell: string) => number | null {
  const { minimum, maximum, units = [], zeroIsUnknown = false, rounded = false } = options;
  return (cell) => {
    const exact = Number(decimalText(withoutUnit(cell, units)));
    if (!Number.isInteger(exact) && !rounded) throw new CellFault('is not a whole number');
    const value = Math.round(exact);
    if (value === 0 && zeroIsUnknown) return null;
    if (value < minimum || value > maximum) {
      throw new CellFault(`is outside of ${minimum} to ${maximum}`);
    }
    return value;
  };
}

export type Amount = {
  /** A free car, or a car without open market value, does not exist: zero stands for "unknown". */
  readonly zeroIsUnknown?: boolean;
};

/**
 * A reader of amounts in Singapore dollars: `$10,300 `, `S$198,000.00`, `SGD 26000.0`, `39,870/yr` is none.
 * @throws CellFault when it is no amount, has parts of a cent, or is above $100,000,000.
 */
export function amount(options: Amount = {}): (cell: string) => Cents | null {
  return (cell) => {
    const text = decimalText(cell.replace(/^(?:S\$|SGD|\$)\s*/i, '').replace(/\s*(?:SGD|S\$|\$)$/i, ''));
    const dollars = Number(text);
    if (dollars === 0 && options.zeroIsUnknown === true) return null;
    if (dollars * 100 > Number(priceMaximum)) throw new CellFault('is above $100,000,000');
    if (/\.\d{2}\d*[1-9]/.test(text)) throw new CellFault('has parts of a cent');
    return centsFromDollars(dollars);
  };
}

/**
 * The number in a cell as decimal text with a point, without marks between thousands.
 * A point or a comma is the decimal mark or stands between thousands; where both readings make sense (`98.000`), neither is taken.
 */
export function decimalText(cell: string): string {
  const text = plainDashes(cell).trim();
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

function withoutUnit(cell: string, units: readonly string[]): string {
  const lower = cell.toLowerCase();
  const unit = units.find((candidate) => lower.endsWith(candidate));
  return unit === undefined ? cell : cell.slice(0, -unit.length).trim();
}
