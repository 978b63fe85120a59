import { toSingaporeDay } from '../text/singapore-day.ts';

/**
 * The time of a viewing: an ISO date in Singapore, and minutes after its midnight; `minute` is null when only the day
 * is known.
 */
export type Viewing = { readonly day: string; readonly minute: number | null };

/**
 * Maximum number of characters of a text that is parsed. The field for the meeting date allows the same number of
 * characters.
 */
const maxTextLength = 100;
const dayMs = 86_400_000;
/**
 * Maximum number of days between the booking and the viewing. A day after this limit is more likely a typing error than
 * a plan.
 */
const maxDaysAhead = 365;

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'] as const;
const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;
/** Matches a whole word that is a month name, in full or shortened to three letters: `november`, `nov`. */
const monthPattern =
  /^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)$/;
const weekdayPattern =
  /^(?:sun(?:day)?|mon(?:day)?|tues?(?:day)?|wed(?:nesday)?|thu(?:rs?)?(?:day)?|fri(?:day)?|sat(?:urday)?)$/;

/**
 * Matches words that make a text ambiguous, because a day in it may be one of several days or a day that does not suit:
 * `any day but Sunday`, `not on Saturday`.
 */
const ambiguousWordPattern = /^(?:next|or|not|no|except|but|until|till|by|any)$/;
/**
 * Matches words after which a day is only the start or the end of a period: in `from 28 Nov` the viewing has no
 * definite day. Before a clock time such words do not matter: `Saturday after 3 pm` names a day.
 */
const periodWordPattern = /^(?:before|after|from)$/;

/**
 * Reads the day and hour from the free text of a booking, in Singapore time. The result is undefined when the text
 * names no day, several days, or a day in the past. In dates such as `28/11` the day comes first, as is usual in
 * Singapore. The time is linear in the length of the text, because each token is read a fixed number of times.
 * @param bookedAt time of the booking; a weekday, `tomorrow` or a day without a year means the next such day after it.
 */
export function readViewing(text: string, bookedAt: Date): Viewing | undefined {
  const todayMs = Date.parse(toSingaporeDay(bookedAt));
  const tokens =
    text
      .slice(0, maxTextLength)
      .toLowerCase()
      .match(/\d+|[a-z]+|[:/.,-]/g) ?? [];
  const foundTimes = makeFoundTimes();
  for (let position = 0; position < tokens.length; ) position += consumeTokensAt(tokens, position, todayMs, foundTimes);
  const day = findUnambiguousDay(foundTimes, todayMs);
  if (day === undefined) return undefined;
  const [minute, ...others] = foundTimes.minutes;
  return { day, minute: minute === undefined || others.length > 0 ? null : minute };
}

type FoundViewingTimes = {
  /** The days that were found, as milliseconds at midnight UTC. */
  readonly days: Set<number>;
  readonly weekdays: Set<number>;
  readonly minutes: Set<number>;
  /** Whether the text contains a word such as `next` that makes the day ambiguous. */
  isAmbiguous: boolean;
};

function makeFoundTimes(): FoundViewingTimes {
  return { days: new Set(), weekdays: new Set(), minutes: new Set(), isAmbiguous: false };
}

function findUnambiguousDay(
  { days, weekdays: foundWeekdays, isAmbiguous }: FoundViewingTimes,
  todayMs: number,
): string | undefined {
  if (isAmbiguous || days.size > 1 || foundWeekdays.size > 1) return undefined;
  const [weekday] = foundWeekdays;
  const [day = weekday === undefined ? undefined : findNextWeekday(todayMs, weekday)] = days;
  if (day === undefined || day < todayMs || day > todayMs + maxDaysAhead * dayMs) return undefined;
  const hasOtherWeekday = weekday !== undefined && new Date(day).getUTCDay() !== weekday;
  return hasOtherWeekday ? undefined : new Date(day).toISOString().slice(0, 10);
}

/** Returns the next day with this weekday; undefined for the weekday of today, which may mean today or a week later. */
function findNextWeekday(todayMs: number, weekday: number): number | undefined {
  const daysUntilWeekday = (weekday - new Date(todayMs).getUTCDay() + 7) % 7;
  return daysUntilWeekday === 0 ? undefined : todayMs + daysUntilWeekday * dayMs;
}

/**
 * Reads a day or a time that begins at the token `tokenIndex`, and adds the day or time to `foundTimes`.
 * @returns number of tokens that were read, at least 1.
 */
function consumeTokensAt(
  tokens: readonly string[],
  tokenIndex: number,
  todayMs: number,
  foundTimes: FoundViewingTimes,
): number {
  const token = tokens[tokenIndex] ?? '';
  if (/^\d/.test(token)) return consumeNumber(tokens, tokenIndex, todayMs, foundTimes);
  if (ambiguousWordPattern.test(token)) foundTimes.isAmbiguous = true;
  else if (periodWordPattern.test(token)) foundTimes.isAmbiguous ||= !isClockTimeAt(tokens, tokenIndex + 1, todayMs);
  else if (token === 'today') foundTimes.days.add(todayMs);
  else if (token === 'tomorrow' || token === 'tmr' || token === 'tmrw') foundTimes.days.add(todayMs + dayMs);
  else if (token === 'noon' || token === 'midday') foundTimes.minutes.add(12 * 60);
  else if (weekdayPattern.test(token)) foundTimes.weekdays.add(weekdays.findIndex((name) => token.startsWith(name)));
  else if (monthPattern.test(token)) return consumeMonth(tokens, tokenIndex, todayMs, foundTimes);
  return 1;
}

function isClockTimeAt(tokens: readonly string[], tokenIndex: number, todayMs: number): boolean {
  const token = tokens[tokenIndex] ?? '';
  if (!/^\d/.test(token)) return token === 'noon' || token === 'midday';
  const times = makeFoundTimes();
  consumeNumber(tokens, tokenIndex, todayMs, times);
  return times.minutes.size > 0;
}

function consumeNumber(
  tokens: readonly string[],
  tokenIndex: number,
  todayMs: number,
  foundTimes: FoundViewingTimes,
): number {
  const [a = '', separator = '', b = '', secondSeparator = '', c = ''] = tokens.slice(tokenIndex, tokenIndex + 5);
  // 2026-11-28
  if (a.length === 4 && separator === '-' && secondSeparator === '-')
    return addDay(foundTimes, Number(a), Number(b), Number(c)) ? 5 : 1;
  // Reads the start of a period such as `2-4 pm` or `2 to 4 pm`.
  if (
    (separator === '-' || separator === 'to') &&
    isMeridiem(secondSeparator) &&
    isHourOfMeridiem(a) &&
    isHourOfMeridiem(b)
  ) {
    const endMinute = computeMinuteOfDay(b, '0', secondSeparator);
    const startMinute = computeMinuteOfDay(a, '0', secondSeparator);
    foundTimes.minutes.add(startMinute > endMinute ? startMinute - 12 * 60 : startMinute);
    return 4;
  }
  // 3 pm
  if (isMeridiem(separator) && isHourOfMeridiem(a))
    return addMinute(foundTimes, computeMinuteOfDay(a, '0', separator), 2);
  // 3.30 pm, 15:30
  if (
    (separator === ':' || separator === '.') &&
    /^\d\d$/.test(b) &&
    Number(b) < 60 &&
    (separator === ':' || isMeridiem(secondSeparator))
  ) {
    if (isMeridiem(secondSeparator) && isHourOfMeridiem(a))
      return addMinute(foundTimes, computeMinuteOfDay(a, b, secondSeparator), 4);
    if (Number(a) < 24 && a.length < 3) return addMinute(foundTimes, Number(a) * 60 + Number(b), 3);
  }
  // 28/11, 28/11/2026
  if (separator === '/' || separator === '.' || separator === '-')
    return consumeDayAndMonth(tokens, tokenIndex, todayMs, foundTimes);
  // Reads dates such as `28 Nov` and `28th of November 2026`.
  const laterTokens = tokens.slice(tokenIndex + 1, tokenIndex + 4).filter((word) => !/^(?:st|nd|rd|th|of)$/.test(word));
  const skippedWordCount = tokens
    .slice(tokenIndex + 1, tokenIndex + 3)
    .filter((word) => /^(?:st|nd|rd|th|of)$/.test(word)).length;
  const [name = ''] = laterTokens;
  if (!monthPattern.test(name)) return 1;
  const year = tokens[tokenIndex + skippedWordCount + 2] ?? '';
  const hasYear = /^20\d\d$/.test(year);
  addDayOfMonth(foundTimes, todayMs, {
    day: Number(a),
    month: findMonthNumber(name),
    year: hasYear ? Number(year) : undefined,
  });
  return skippedWordCount + (hasYear ? 3 : 2);
}

/** Reads `Nov 28` and `November 28th, 2026`. */
function consumeMonth(
  tokens: readonly string[],
  tokenIndex: number,
  todayMs: number,
  foundTimes: FoundViewingTimes,
): number {
  const [name = '', day = '', next = ''] = tokens.slice(tokenIndex, tokenIndex + 3);
  if (!/^\d\d?$/.test(day) || isMeridiem(next) || next === ':') return 1;
  const nextTokens = tokens
    .slice(tokenIndex + 2, tokenIndex + 5)
    .filter((word) => word !== ',' && !/^(?:st|nd|rd|th)$/.test(word));
  const year = /^20\d\d$/.test(nextTokens[0] ?? '') ? Number(nextTokens[0]) : undefined;
  addDayOfMonth(foundTimes, todayMs, { day: Number(day), month: findMonthNumber(name), year });
  return 2;
}

function consumeDayAndMonth(
  tokens: readonly string[],
  tokenIndex: number,
  todayMs: number,
  foundTimes: FoundViewingTimes,
): number {
  const [a = '', separator = '', b = '', secondSeparator = '', c = ''] = tokens.slice(tokenIndex, tokenIndex + 5);
  if (!/^\d\d?$/.test(a) || !/^\d\d?$/.test(b)) return 1;
  const hasYear = secondSeparator === separator && /^(?:\d\d|20\d\d)$/.test(c);
  const year = hasYear ? (Number(c) % 100) + 2000 : undefined;
  addDayOfMonth(foundTimes, todayMs, { day: Number(a), month: Number(b), year });
  return hasYear ? 5 : 3;
}

function isMeridiem(token: string): boolean {
  return token === 'am' || token === 'pm';
}

function isHourOfMeridiem(token: string): boolean {
  return /^(?:0?[1-9]|1[0-2])$/.test(token);
}

function computeMinuteOfDay(hour: string, minute: string, meridiem: string): number {
  return ((Number(hour) % 12) + (meridiem === 'pm' ? 12 : 0)) * 60 + Number(minute);
}

function findMonthNumber(name: string): number {
  return months.findIndex((month) => name.startsWith(month)) + 1;
}

function addMinute(foundTimes: FoundViewingTimes, minute: number, tokenCount: number): number {
  foundTimes.minutes.add(minute);
  return tokenCount;
}

/** Adds a day of a month. Without a year, the next such day from today on is added. */
function addDayOfMonth(
  foundTimes: FoundViewingTimes,
  todayMs: number,
  { day, month, year }: { readonly day: number; readonly month: number; readonly year: number | undefined },
): void {
  const thisYear = new Date(todayMs).getUTCFullYear();
  if (year !== undefined) addDay(foundTimes, year, month, day);
  else addDay(foundTimes, Date.UTC(thisYear, month - 1, day) < todayMs ? thisYear + 1 : thisYear, month, day);
}

/**
 * Adds a calendar day; returns false for a day that does not exist, such as 31 April, which makes the text ambiguous.
 */
function addDay(foundTimes: FoundViewingTimes, year: number, month: number, day: number): boolean {
  const midnight = new Date(Date.UTC(year, month - 1, day));
  const isCalendarDay =
    midnight.getUTCFullYear() === year && midnight.getUTCMonth() === month - 1 && midnight.getUTCDate() === day;
  if (isCalendarDay) foundTimes.days.add(midnight.getTime());
  else foundTimes.isAmbiguous = true;
  return isCalendarDay;
}
