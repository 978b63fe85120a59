import { systemMessages } from '#messages/system';
import { formatCount, formatDecimal } from '../../ui/format.ts';

/** Formats the duration of a request or a delay: `4.2 ms`, `38 ms`, `1.2 s`. */
export function formatDelay(seconds: number): string {
  if (seconds >= 1) return systemMessages.seconds(formatDecimal(seconds));
  const milliseconds = seconds * 1_000;
  return systemMessages.milliseconds(
    milliseconds < 10 ? formatDecimal(milliseconds) : formatCount(Math.round(milliseconds)),
  );
}

/** Formats a long duration in its largest unit: `12 s`, `5 min`, `3 h`, `4 days`. */
export function formatAge(seconds: number): string {
  if (seconds < 90) return systemMessages.seconds(formatCount(Math.round(seconds)));
  if (seconds < 90 * 60) return systemMessages.minutes(formatCount(Math.round(seconds / 60)));
  if (seconds < 48 * 3_600) return systemMessages.hours(formatCount(Math.round(seconds / 3_600)));
  return systemMessages.days(formatCount(Math.round(seconds / 86_400)));
}
