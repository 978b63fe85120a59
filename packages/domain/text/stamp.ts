/**
 * The posting and wish stamp of the specification (section 9): characters 8 to 21 of the date text, for example
 * `19 2026 21:14`. The date text is that of Singapore, so that every reader sees the same stamp.
 */
export function stamp(date: Date): string {
  const local = new Date(date.getTime() + 8 * 3_600_000);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${two(local.getUTCDate())} ${local.getUTCFullYear()} ${two(local.getUTCHours())}:${two(local.getUTCMinutes())}`;
}
