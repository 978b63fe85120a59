import { language } from '#messages/shared';

const timeZone = 'Asia/Singapore';
const dayFormat = new Intl.DateTimeFormat(language.tag, { weekday: 'short', day: 'numeric', month: 'short', timeZone });
const hourFormat = new Intl.DateTimeFormat(language.tag, { hour: 'numeric', hour12: true, timeZone });
const minuteFormat = new Intl.DateTimeFormat(language.tag, {
  hour: 'numeric',
  minute: '2-digit',
  hour12: true,
  timeZone,
});

/** Formats a deadline such as `Mon 23 Nov, 6 pm` or `Mon 23 Nov, 6:05 pm`, in Singapore time. */
export function formatDeadline(iso: string): string {
  const moment = new Date(iso);
  const timeFormat = moment.getUTCMinutes() === 0 ? hourFormat : minuteFormat;
  // Node.js and browsers differ in the kind of the space before `pm`.
  return `${dayFormat.format(moment).replaceAll(',', '')}, ${timeFormat.format(moment).replaceAll(/\s/g, ' ').toLowerCase()}`;
}

/** Formats the day of a deadline such as `Mon 23 Nov`, in Singapore time. */
export function formatDeadlineDay(iso: string): string {
  return dayFormat.format(new Date(iso)).replaceAll(',', '');
}
