import { language } from '#messages/shared';

const timeZone = 'Asia/Singapore';
const dayFormat = new Intl.DateTimeFormat(language.tag, { day: 'numeric', month: 'short', year: 'numeric', timeZone });
const dateTimeFormat = new Intl.DateTimeFormat(language.tag, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
  timeZone,
});

/** Formats a date such as `19 Nov 2026`, in Singapore time, so that server and browser agree in every time zone. */
export function formatDate(iso: string): string {
  return dayFormat.format(new Date(iso));
}

const monthFormat = new Intl.DateTimeFormat(language.tag, { month: 'long', year: 'numeric', timeZone });

/** Formats a month such as `November 2031`. */
export function formatMonth(iso: string): string {
  return monthFormat.format(new Date(iso));
}

const shortMonthFormat = new Intl.DateTimeFormat(language.tag, { month: 'short', year: 'numeric', timeZone });

/** Formats a month such as `Nov 2031`. */
export function formatShortMonth(iso: string): string {
  return shortMonthFormat.format(new Date(iso));
}

/** Formats a time such as `19 Nov 2026, 21:14`, in Singapore time. */
export function formatDateTime(iso: string): string {
  return dateTimeFormat.format(new Date(iso));
}

const timeFormat = new Intl.DateTimeFormat(language.tag, {
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
  timeZone,
});

/** Formats a time such as `14:32`, in Singapore time. */
export function formatTime(iso: string): string {
  return timeFormat.format(new Date(iso));
}

const longDayFormat = new Intl.DateTimeFormat(language.tag, {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone,
});

/** Formats a day such as `Friday, 20 November 2026`. */
export function formatLongDay(iso: string): string {
  return longDayFormat.format(new Date(iso));
}
