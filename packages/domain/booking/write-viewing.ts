import { readViewing, type Viewing } from './read-viewing.ts';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;

/** Formats a time of day such as `3 pm` or `3.30 pm`. @param minute minutes after midnight */
export function formatTimeOfDay(minute: number): string {
  const [hour, minutesPastHour] = [Math.floor(minute / 60), minute % 60];
  const minutes = minutesPastHour === 0 ? '' : `.${String(minutesPastHour).padStart(2, '0')}`;
  return `${hour % 12 === 0 ? 12 : hour % 12}${minutes} ${hour < 12 ? 'am' : 'pm'}`;
}

/**
 * Formats a viewing as the free text of a booking, such as `Sat 28 Nov, 3 pm`. `readViewing` reads the same viewing
 * from this text.
 */
export function formatViewing({ day, minute }: Viewing): string {
  const date = new Date(`${day}T00:00:00Z`);
  const dayText = `${weekdays[date.getUTCDay()]} ${date.getUTCDate()} ${months[date.getUTCMonth()]}`;
  return minute === null ? dayText : `${dayText}, ${formatTimeOfDay(minute)}`;
}

/**
 * Formats the value of a date-time field (`2026-11-28T15:00`, Singapore time) as the free text of a booking. The year
 * is added when the text without a year would be read as another day. Returns undefined for an incomplete value.
 */
export function formatPickedViewing(pickedTime: string, now: Date): string | undefined {
  const timeMatch = /^(\d{4}-\d\d-\d\d)T(\d\d):(\d\d)/.exec(pickedTime);
  if (timeMatch === null) return undefined;
  const [, day = '', hour = '', minutes = ''] = timeMatch;
  const viewing = { day, minute: Number(hour) * 60 + Number(minutes) };
  const text = formatViewing(viewing);
  if (readViewing(text, now)?.day === day) return text;
  const [dayWords = '', time = ''] = text.split(', ');
  return `${dayWords} ${day.slice(0, 4)}, ${time}`;
}
