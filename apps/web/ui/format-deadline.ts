import { language } from '#messages/shared';

const zone = 'Asia/Singapore';
const day = new Intl.DateTimeFormat(language.tag, { weekday: 'short', day: 'numeric', month: 'short', timeZone: zone });
const hour = new Intl.DateTimeFormat(language.tag, { hour: 'numeric', hour12: true, timeZone: zone });
const minute = new Intl.DateTimeFormat(language.tag, {
  hour: 'numeric',
  minute: '2-digit',
  hour12: true,
  timeZone: zone,
});

/** Formats a deadline such as `Mon 23 Nov, 6 pm` or `Mon 23 Nov, 6:05 pm`, in Singapore time. */
export function deadline(iso: string): string {
  const moment = new Date(iso);
  const clock = moment.getUTCMinutes() === 0 ? hour : minute;
  // Node.js and browsers differ in the kind of the space before `pm`.
  return `${day.format(moment).replaceAll(',', '')}, ${clock.format(moment).replaceAll(/\s/g, ' ').toLowerCase()}`;
}

/** Formats the day of a deadline such as `Mon 23 Nov`, in Singapore time. */
export function deadlineDay(iso: string): string {
  return day.format(new Date(iso)).replaceAll(',', '');
}
