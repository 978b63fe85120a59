import { CellFault } from './cell-fault.ts';
import { plainDashes } from './clean-cell.ts';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' });

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
  return readAnyDate(cell, order) ?? fail('is not a date');
}

/**
 * Reads a day like `readDate`, but a month without a day gives the last day of the month, because a COE is valid until
 * then.
 */
export function readEndDate(cell: string, order: DateOrder = 'day first'): string {
  const readDay = readDate(cell, order);
  const isMonthOnly = readMonth(comparableText(cell)) !== null;
  return isMonthOnly ? monthEnd(Number(readDay.slice(0, 4)), Number(readDay.slice(5, 7))) : readDay;
}

function readAnyDate(cell: string, order: DateOrder): string | null {
  const text = comparableText(cell);
  const iso =
    /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[t ]+\d{2}:\d{2}.*)?$/.exec(text) ??
    /^((?:19|20)\d{2})(\d{2})(\d{2})$/.exec(text);
  if (iso !== null) return day(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const dayAndMonthName =
    /^(?:[a-z]{3,9},? )?(\d{1,2})(?:st|nd|rd|th)?[- /.]*([a-z]{3})[a-z]*[- /.,']+(\d{4}|\d{2})(?:,? \d{1,2}:\d{2}.*)?$/.exec(
      text,
    );
  if (dayAndMonthName !== null)
    return day(fullYear(dayAndMonthName[3]), monthNumber(dayAndMonthName[2]), Number(dayAndMonthName[1]));
  const monthNameFirst = /^([a-z]{3})[a-z]*\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/.exec(text);
  if (monthNameFirst !== null)
    return day(Number(monthNameFirst[3]), monthNumber(monthNameFirst[1]), Number(monthNameFirst[2]));
  const numericDate = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})(?:,? \d{1,2}:\d{2}.*)?$/.exec(text);
  if (numericDate !== null) {
    const [firstNumber, secondNumber] = [Number(numericDate[1]), Number(numericDate[2])];
    return order === 'day first'
      ? day(fullYear(numericDate[3]), secondNumber, firstNumber)
      : day(fullYear(numericDate[3]), firstNumber, secondNumber);
  }
  const month = readMonth(text);
  return month === null ? null : day(month.year, month.month, 1);
}

function readMonth(text: string): { readonly year: number; readonly month: number } | null {
  const numericDate = /^(\d{1,2})[-/.](\d{4})$/.exec(text);
  if (numericDate !== null) return { month: Number(numericDate[1]), year: Number(numericDate[2]) };
  const iso = /^(\d{4})[-/.](\d{1,2})$/.exec(text);
  if (iso !== null) return { month: Number(iso[2]), year: Number(iso[1]) };
  const dayAndMonthName = /^([a-z]{3})[a-z]*[- /.,']+(\d{4})$/.exec(text);
  return dayAndMonthName === null ? null : { month: monthNumber(dayAndMonthName[1]), year: Number(dayAndMonthName[2]) };
}

function comparableText(cell: string): string {
  return plainDashes(cell).replaceAll('\n', ' ').trim().toLowerCase();
}

function monthNumber(name: string | undefined): number {
  return months.indexOf(name ?? '') + 1;
}

function fullYear(digits: string | undefined): number {
  const year = Number(digits);
  if (digits?.length !== 2) return year;
  return year < 50 ? 2000 + year : 1900 + year;
}

function fail(reason: string): never {
  throw new CellFault(reason);
}

/** The last day of a term: a COE of ten years from 2018-02-02 ends on 2028-02-01. */
export function termEnd(startsOn: string, years: number): string {
  const endDate = new Date(`${startsOn}T00:00:00Z`);
  endDate.setUTCFullYear(endDate.getUTCFullYear() + years);
  endDate.setUTCDate(endDate.getUTCDate() - 1);
  return endDate.toISOString().slice(0, 10);
}

/** The last day of a month, 1 to 12. */
export function monthEnd(year: number, month: number): string {
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}

/** Formats a day in words: `1 February 2038`. */
export function longDate(isoDay: string): string {
  const month = monthName.format(Date.parse(isoDay));
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
