import { language } from '#messages/shared';

const zone = 'Asia/Singapore';
const day = new Intl.DateTimeFormat(language.tag, { day: 'numeric', month: 'short', year: 'numeric', timeZone: zone });
const moment = new Intl.DateTimeFormat(language.tag, {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
  timeZone: zone,
});

/** `19 Nov 2026`, Singapore time: server and browser agree wherever they stand. */
export function date(iso: string): string {
  return day.format(new Date(iso));
}

const monthOfYear = new Intl.DateTimeFormat(language.tag, { month: 'long', year: 'numeric', timeZone: zone });

/** `November 2031`. */
export function month(iso: string): string {
  return monthOfYear.format(new Date(iso));
}

const shortMonthOfYear = new Intl.DateTimeFormat(language.tag, { month: 'short', year: 'numeric', timeZone: zone });

/** `Nov 2031`. */
export function shortMonth(iso: string): string {
  return shortMonthOfYear.format(new Date(iso));
}

/** `19 Nov, 21:14`, Singapore time. */
export function dateTime(iso: string): string {
  return moment.format(new Date(iso));
}

const clock = new Intl.DateTimeFormat(language.tag, {
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
  timeZone: zone,
});

/** `14:32`, Singapore time. */
export function time(iso: string): string {
  return clock.format(new Date(iso));
}

const wholeDay = new Intl.DateTimeFormat(language.tag, {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: zone,
});

/** `Friday, 20 November 2026`. */
export function longDay(iso: string): string {
  return wholeDay.format(new Date(iso));
}
