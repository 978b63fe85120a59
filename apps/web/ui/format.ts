import { language } from '#messages/language';

const zone = 'Asia/Singapore';
const whole = new Intl.NumberFormat(language.tag, { maximumFractionDigits: 0 });
const exact = new Intl.NumberFormat(language.tag, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const day = new Intl.DateTimeFormat(language.tag, { day: 'numeric', month: 'short', year: 'numeric', timeZone: zone });
const moment = new Intl.DateTimeFormat(language.tag, {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
  timeZone: zone,
});

/** Dollars as `$868,000`; cents are shown only where there are some (`$1,999.50`). */
export function money(dollars: number): string {
  return `$${Number.isInteger(dollars) ? whole.format(dollars) : exact.format(dollars)}`;
}

/** `1,204`. */
export function count(value: number): string {
  return whole.format(value);
}

/** `1 car`, `58 cars`. */
export function counted(value: number, one: string, many: string): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

/** `19 Nov 2026`, Singapore time: server and browser agree wherever they stand. */
export function date(iso: string): string {
  return day.format(new Date(iso));
}

const monthOfYear = new Intl.DateTimeFormat(language.tag, { month: 'long', year: 'numeric', timeZone: zone });

/** `November 2031`. */
export function month(iso: string): string {
  return monthOfYear.format(new Date(iso));
}

/** `2.5`, `2.78`: with as many decimals as there are, one at most by default. */
export function decimal(value: number, most = 1): string {
  return new Intl.NumberFormat(language.tag, { maximumFractionDigits: most }).format(value);
}

const length = new Intl.NumberFormat(language.tag, { style: 'unit', unit: 'kilometer', maximumFractionDigits: 0 });
const mass = new Intl.NumberFormat(language.tag, { style: 'unit', unit: 'kilogram', maximumFractionDigits: 0 });

/** `62,000 km`. */
export function kilometres(value: number): string {
  return length.format(value);
}

/** `1,570 kg`. */
export function kilograms(value: number): string {
  return mass.format(value);
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

const compact = new Intl.NumberFormat(language.tag, { notation: 'compact', maximumSignificantDigits: 3 });

/** Dollars where there is little room: `$4.21M`, and `$868,000` below a million. */
export function shortMoney(dollars: number): string {
  return dollars < 1_000_000 ? money(Math.round(dollars)) : roundMoney(dollars);
}

/** Round amounts in as few signs as there are: `$100K`, `$1M`. */
export function roundMoney(dollars: number): string {
  return `$${compact.format(dollars)}`;
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
