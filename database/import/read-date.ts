import { CellFault } from './cell-fault.ts';
import { plainDashes } from './clean-cell.ts';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' });

/**
 * A day as ISO text: from `10-nov-2017`, `10 Nov 2017`, `2017-11-10` (a time behind it is left out), `10/11/2017` and
 * `10.11.2017` (day first, as Singapore writes).
 * @throws CellFault when it is no day of the calendar, or its year has two digits.
 */
export function readDate(cell: string): string {
  const text = plainDashes(cell).toLowerCase();
  const iso = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[t ]\d{2}:\d{2}.*)?$/.exec(text);
  if (iso !== null) return day(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const named = /^(\d{1,2})[- /.]([a-z]{3})[a-z]*[- /.,]+(\d{4})$/.exec(text);
  if (named !== null) return day(Number(named[3]), months.indexOf(named[2] ?? '') + 1, Number(named[1]));
  const numbers = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?: 00?:00.*)?$/.exec(text);
  if (numbers !== null) return day(Number(numbers[3]), Number(numbers[2]), Number(numbers[1]));
  throw new CellFault('is not a date such as 10-nov-2017');
}

/** The day `years` later and one day earlier: a COE of ten years from 2018-02-02 ends on 2028-02-01. */
export function termEnd(startsOn: string, years: number): string {
  const end = new Date(`${startsOn}T00:00:00Z`);
  end.setUTCFullYear(end.getUTCFullYear() + years);
  end.setUTCDate(end.getUTCDate() - 1);
  return end.toISOString().slice(0, 10);
}

/** The last day of a month, 1 to 12. */
export function monthEnd(year: number, month: number): string {
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}

/** Whole years from one day to another; 0 when the second comes first. */
export function yearsBetween(from: string, to: string): number {
  const years = Number(to.slice(0, 4)) - Number(from.slice(0, 4));
  return Math.max(0, to.slice(5) < from.slice(5) ? years - 1 : years);
}

/** `1 February 2038`. */
export function longDate(isoDay: string): string {
  const month = monthName.format(Date.parse(isoDay));
  return `${Number(isoDay.slice(8))} ${month} ${isoDay.slice(0, 4)}`;
}

function day(year: number, month: number, date: number): string {
  const value = new Date(Date.UTC(year, month - 1, date));
  if (month < 1 || value.getUTCMonth() !== month - 1 || value.getUTCDate() !== date) {
    throw new CellFault('is not a day of the calendar');
  }
  if (year < 1886 || year > 2200) throw new CellFault('is outside of the years 1886 to 2200');
  return value.toISOString().slice(0, 10);
}
