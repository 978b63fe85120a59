import { singaporeDay } from '../text/singapore-day.ts';

/**
 * The time of a viewing: an ISO date in Singapore, and minutes after its midnight; `minute` is null when only the day
 * is known.
 */
export type Viewing = { readonly day: string; readonly minute: number | null };

/** Maximum number of characters of a text that is parsed. The field for the meeting date has the same limit. */
const longestText = 100;
const dayMs = 86_400_000;
/**
 * Maximum number of days between the booking and the viewing. A later day is more likely a typing error than a plan.
 */
const daysAhead = 365;

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'] as const;
const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;
/** Matches a whole word that is a month name, in full or shortened to three letters: `november`, `nov`. */
const monthName =
  /^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)$/;
const weekdayName =
  /^(?:sun(?:day)?|mon(?:day)?|tues?(?:day)?|wed(?:nesday)?|thu(?:rs?)?(?:day)?|fri(?:day)?|sat(?:urday)?)$/;

/**
 * Matches words that make a text ambiguous, because a day in it may be one of several days or a day that does not suit:
 * `any day but Sunday`, `not on Saturday`.
 */
const unsureWord = /^(?:next|or|not|no|except|but|until|till|by|any)$/;
/**
 * Matches words after which a day is only the start or the end of a period: `from 28 Nov` names no day. Before a clock
 * time these words do not matter: `Saturday after 3 pm` names a day.
 */
const boundWord = /^(?:before|after|from)$/;

/**
 * Reads the day and hour from the free text of a booking, in Singapore time. The result is undefined when the text
 * names no day, several days, or a day in the past. In dates such as `28/11` the day comes first, as is usual in
 * Singapore. The time is linear in the length of the text, because each token is read a fixed number of times.
 * @param bookedAt time of the booking; a weekday, `tomorrow` or a day without a year means the next such day after it.
 */
export function readViewing(text: string, bookedAt: Date): Viewing | undefined {
  const today = Date.parse(singaporeDay(bookedAt));
  const tokens =
    text
      .slice(0, longestText)
      .toLowerCase()
      .match(/\d+|[a-z]+|[:/.,-]/g) ?? [];
  const times = noTimesFound();
  for (let position = 0; position < tokens.length; ) position += readAt(tokens, position, today, times);
  const day = unambiguousDay(times, today);
  if (day === undefined) return undefined;
  const [minute, ...others] = times.minutes;
  return { day, minute: minute === undefined || others.length > 0 ? null : minute };
}

type FoundViewingTimes = {
  /** The days that were found, as milliseconds at midnight UTC. */
  readonly days: Set<number>;
  readonly weekdays: Set<number>;
  readonly minutes: Set<number>;
  /** Whether a word such as `next` makes the day ambiguous. */
  isUnsure: boolean;
};

function noTimesFound(): FoundViewingTimes {
  return { days: new Set(), weekdays: new Set(), minutes: new Set(), isUnsure: false };
}

function unambiguousDay({ days, weekdays: named, isUnsure }: FoundViewingTimes, today: number): string | undefined {
  if (isUnsure || days.size > 1 || named.size > 1) return undefined;
  const [weekday] = named;
  const [day = weekday === undefined ? undefined : dayOfWeekAfter(today, weekday)] = days;
  if (day === undefined || day < today || day > today + daysAhead * dayMs) return undefined;
  const isOtherWeekday = weekday !== undefined && new Date(day).getUTCDay() !== weekday;
  return isOtherWeekday ? undefined : new Date(day).toISOString().slice(0, 10);
}

/** Returns the next day with this weekday; undefined for the weekday of today, which may mean today or a week later. */
function dayOfWeekAfter(today: number, weekday: number): number | undefined {
  const daysUntilWeekday = (weekday - new Date(today).getUTCDay() + 7) % 7;
  return daysUntilWeekday === 0 ? undefined : today + daysUntilWeekday * dayMs;
}

/**
 * Reads a day or a time that begins at this token, and adds it to `found`.
 * @returns number of tokens that were read, at least 1.
 */
function readAt(tokens: readonly string[], place: number, today: number, found: FoundViewingTimes): number {
  const token = tokens[place] ?? '';
  if (/^\d/.test(token)) return readNumber(tokens, place, today, found);
  if (unsureWord.test(token)) found.isUnsure = true;
  else if (boundWord.test(token)) found.isUnsure ||= !isClockTime(tokens, place + 1, today);
  else if (token === 'today') found.days.add(today);
  else if (token === 'tomorrow' || token === 'tmr' || token === 'tmrw') found.days.add(today + dayMs);
  else if (token === 'noon' || token === 'midday') found.minutes.add(12 * 60);
  else if (weekdayName.test(token)) found.weekdays.add(weekdays.findIndex((name) => token.startsWith(name)));
  else if (monthName.test(token)) return readMonth(tokens, place, today, found);
  return 1;
}

function isClockTime(tokens: readonly string[], place: number, today: number): boolean {
  const token = tokens[place] ?? '';
  if (!/^\d/.test(token)) return token === 'noon' || token === 'midday';
  const times = noTimesFound();
  readNumber(tokens, place, today, times);
  return times.minutes.size > 0;
}

function readNumber(tokens: readonly string[], place: number, today: number, found: FoundViewingTimes): number {
  const [a = '', sep = '', b = '', sep2 = '', c = ''] = tokens.slice(place, place + 5);
  // 2026-11-28
  if (a.length === 4 && sep === '-' && sep2 === '-') return addDay(found, Number(a), Number(b), Number(c)) ? 5 : 1;
  // 2-4 pm, 2 to 4 pm
  if ((sep === '-' || sep === 'to') && isMeridiem(sep2) && isHour(a) && isHour(b)) {
    const end = minuteOfDay(b, '0', sep2);
    const start = minuteOfDay(a, '0', sep2);
    found.minutes.add(start > end ? start - 12 * 60 : start);
    return 4;
  }
  // 3 pm
  if (isMeridiem(sep) && isHour(a)) return addMinute(found, minuteOfDay(a, '0', sep), 2);
  // 3.30 pm, 15:30
  if ((sep === ':' || sep === '.') && /^\d\d$/.test(b) && Number(b) < 60 && (sep === ':' || isMeridiem(sep2))) {
    if (isMeridiem(sep2) && isHour(a)) return addMinute(found, minuteOfDay(a, b, sep2), 4);
    if (Number(a) < 24 && a.length < 3) return addMinute(found, Number(a) * 60 + Number(b), 3);
  }
  // 28/11, 28/11/2026
  if (sep === '/' || sep === '.' || sep === '-') return readDayAndMonth(tokens, place, today, found);
  // 28 Nov, 28th of November 2026
  const followingTokens = tokens.slice(place + 1, place + 4).filter((word) => !/^(?:st|nd|rd|th|of)$/.test(word));
  const skippedWords = tokens.slice(place + 1, place + 3).filter((word) => /^(?:st|nd|rd|th|of)$/.test(word)).length;
  const [name = ''] = followingTokens;
  if (!monthName.test(name)) return 1;
  const year = tokens[place + skippedWords + 2] ?? '';
  const hasYear = /^20\d\d$/.test(year);
  addDayOf(found, today, { day: Number(a), month: monthNumberOf(name), year: hasYear ? Number(year) : undefined });
  return skippedWords + (hasYear ? 3 : 2);
}

/** Reads `Nov 28` and `November 28th, 2026`. */
function readMonth(tokens: readonly string[], place: number, today: number, found: FoundViewingTimes): number {
  const [name = '', day = '', next = ''] = tokens.slice(place, place + 3);
  if (!/^\d\d?$/.test(day) || isMeridiem(next) || next === ':') return 1;
  const nextTokens = tokens
    .slice(place + 2, place + 5)
    .filter((word) => word !== ',' && !/^(?:st|nd|rd|th)$/.test(word));
  const year = /^20\d\d$/.test(nextTokens[0] ?? '') ? Number(nextTokens[0]) : undefined;
  addDayOf(found, today, { day: Number(day), month: monthNumberOf(name), year });
  return 2;
}

function readDayAndMonth(tokens: readonly string[], place: number, today: number, found: FoundViewingTimes): number {
  const [a = '', sep = '', b = '', sep2 = '', c = ''] = tokens.slice(place, place + 5);
  if (!/^\d\d?$/.test(a) || !/^\d\d?$/.test(b)) return 1;
  const hasYear = sep2 === sep && /^(?:\d\d|20\d\d)$/.test(c);
  const year = hasYear ? (Number(c) % 100) + 2000 : undefined;
  addDayOf(found, today, { day: Number(a), month: Number(b), year });
  return hasYear ? 5 : 3;
}

function isMeridiem(token: string): boolean {
  return token === 'am' || token === 'pm';
}

function isHour(token: string): boolean {
  return /^(?:0?[1-9]|1[0-2])$/.test(token);
}

function minuteOfDay(hour: string, minute: string, meridiem: string): number {
  return ((Number(hour) % 12) + (meridiem === 'pm' ? 12 : 0)) * 60 + Number(minute);
}

function monthNumberOf(name: string): number {
  return months.findIndex((month) => name.startsWith(month)) + 1;
}

function addMinute(found: FoundViewingTimes, minute: number, taken: number): number {
  found.minutes.add(minute);
  return taken;
}

/** Adds a day without a year: the next one from today on. */
function addDayOf(
  found: FoundViewingTimes,
  today: number,
  { day, month, year }: { readonly day: number; readonly month: number; readonly year: number | undefined },
): void {
  const thisYear = new Date(today).getUTCFullYear();
  if (year !== undefined) addDay(found, year, month, day);
  else addDay(found, Date.UTC(thisYear, month - 1, day) < today ? thisYear + 1 : thisYear, month, day);
}

/**
 * Adds a calendar day; returns false for a day that does not exist, such as 31 April, which makes the text ambiguous.
 */
function addDay(found: FoundViewingTimes, year: number, month: number, day: number): boolean {
  const at = new Date(Date.UTC(year, month - 1, day));
  const isCalendarDay = at.getUTCFullYear() === year && at.getUTCMonth() === month - 1 && at.getUTCDate() === day;
  if (isCalendarDay) found.days.add(at.getTime());
  else found.isUnsure = true;
  return isCalendarDay;
}
