/**
 * Formats a time in the specification's format for posting and wish times (section 9): characters 8 to 21 of
 * JavaScript's date text, for example `19 2026 21:14`. The date text is in Singapore time, so that every user sees the
 * same one.
 */
export function formatTimestamp(date: Date): string {
  const singaporeTime = new Date(date.getTime() + 8 * 3_600_000);
  const formatTwoDigits = (value: number): string => String(value).padStart(2, '0');
  return `${formatTwoDigits(singaporeTime.getUTCDate())} ${singaporeTime.getUTCFullYear()} ${formatTwoDigits(singaporeTime.getUTCHours())}:${formatTwoDigits(singaporeTime.getUTCMinutes())}`;
}
