import { CellFault } from './cell-fault.ts';
import { normaliseDashes } from './clean-cell.ts';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const monthNameFormat = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' });

/** Whether the day or the month comes first in `05/06/2017`. */
export type DateOrder = 'day first' | 'month first';

/**
 * Reads a day and returns it in ISO format. Accepted are `10-nov-2017`, `10 Nov 2017`, `28-May-13`, `Nov 10, 2017`,
 * `2017-11-10` (a time after the date is ignored), `10/11/2017` and `10.11.2017` (day first, as in Singapore, unless
 * the mapping says otherwise). A year of two digits is between 1950 and 2049. A month without a day (`11/2017`, `Nov
 * 2017`, `2017-11`) gives the first day of the month.
 * @throws CellFault for an invalid date.
 */
export function readDate(cell: string, order: DateOrder = 'day first'): string {
  return readAnyDate(cell, order) ?? throwFault('is not a date');
}

/**
 * Reads a day like `readDate`, but a month without a day gives the last day of the month, because a COE is valid until
 * then.
 */
export function readEndDate(cell: string, order: DateOrder = 'day first'): string {
  const parsedDay = readDate(cell, order);
  const isMonthOnly = readMonth(normaliseText(cell)) !== null;
  return isMonthOnly ? findLastDayOfMonth(Number(parsedDay.slice(0, 4)), Number(parsedDay.slice(5, 7))) : parsedDay;
}

function readAnyDate(cell: string, order: DateOrder): string | null {
  const text = normaliseText(cell);
  const isoMatch =
    /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[t ]+\d{2}:\d{2}.*)?$/.exec(text) ??
    /^((?:19|20)\d{2})(\d{2})(\d{2})$/.exec(text);
  if (isoMatch !== null) return day(Number(isoMatch[1]), Number(isoMatch[2]), Number(isoMatch[3]));
  const dayFirstMatch =
    /^(?:[a-z]{3,9},? )?(\d{1,2})(?:st|nd|rd|th)?[- /.]*([a-z]{3})[a-z]*[- /.,']+(\d{4}|\d{2})(?:,? \d{1,2}:\d{2}.*)?$/.exec(
      text,
    );
  if (dayFirstMatch !== null)
    return day(readYear(dayFirstMatch[3]), findMonthNumber(dayFirstMatch[2]), Number(dayFirstMatch[1]));
  const monthFirstMatch = /^([a-z]{3})[a-z]*\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/.exec(text);
  if (monthFirstMatch !== null)
    return day(Number(monthFirstMatch[3]), findMonthNumber(monthFirstMatch[1]), Number(monthFirstMatch[2]));
  const numericMatch = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})(?:,? \d{1,2}:\d{2}.*)?$/.exec(text);
  if (numericMatch !== null) {
    const [firstNumber, secondNumber] = [Number(numericMatch[1]), Number(numericMatch[2])];
    return order === 'day first'
      ? day(readYear(numericMatch[3]), secondNumber, firstNumber)
      : day(readYear(numericMatch[3]), firstNumber, secondNumber);
  }
  const month = readMonth(text);
  return month === null ? null : day(month.year, month.month, 1);
}

function readMonth(text: string): { readonly year: number; readonly month: number } | null {
  const numericMatch = /^(\d{1,2})[-/.](\d{4})$/.exec(text);
  if (numericMatch !== null) return { month: Number(numericMatch[1]), year: Number(numericMatch[2]) };
  const isoMatch = /^(\d{4})[-/.](\d{1,2})$/.exec(text);
  if (isoMatch !== null) return { month: Number(isoMatch[2]), year: Number(isoMatch[1]) };
  const dayFirstMatch = /^([a-z]{3})[a-z]*[- /.,']+(\d{4})$/.exec(text);
  return dayFirstMatch === null ? null : { month: findMonthNumber(dayFirstMatch[1]), year: Number(dayFirstMatch[2]) };
}

function normaliseText(cell: string): string {
  return normaliseDashes(cell).replaceAll('\n', ' ').trim().toLowerCase();
}

function findMonthNumber(name: string | undefined): number {
  return months.indexOf(name ?? '') + 1;
}

function readYear(digits: string | undefined): number {
  const year = Number(digits);
  if (digits?.length !== 2) return year;
  return year < 50 ? 2000 + year : 1900 + year;
}

function throwFault(reason: string): never {
  throw new CellFault(reason);
}

/** The last day of a term: a COE of ten years from 2018-02-02 ends on 2028-02-01. */
export function computeEndOfTerm(startDay: string, years: number): string {
  const endDate = new Date(`${startDay}T00:00:00Z`);
  endDate.setUTCFullYear(endDate.getUTCFullYear() + years);
  endDate.setUTCDate(endDate.getUTCDate() - 1);
  return endDate.toISOString().slice(0, 10);
}

/** The last day of a month, 1 to 12. */
export function findLastDayOfMonth(year: number, month: number): string {
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}

/** Formats a day in words: `1 February 2038`. */
export function formatLongDate(isoDay: string): string {
  const month = monthNameFormat.format(Date.parse(isoDay));
  return `${Number(isoDay.slice(8))} ${month} ${isoDay.slice(0, 4)}`;
}

function day(year: number, month: number, dayOfMonth: number): string {
  const value = new Date(Date.UTC(year, month - 1, dayOfMonth));
  if (month < 1 || value.getUTCMonth() !== month - 1 || value.getUTCDate() !== dayOfMonth) {
    throw new CellFault('is not a day of the calendar');
  }
  if (year < 1886 || year > 2200) throw new CellFault('is outside of the years 1886 to 2200');
  return value.toISOString().slice(0, 10);
}
