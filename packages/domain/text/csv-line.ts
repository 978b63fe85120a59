/** Writes a line of a CSV file (RFC 4180), with its line break. */
export function csvLine(values: readonly string[]): string {
  return `${values.map(csvCell).join(',')}\r\n`;
}

/**
 * Quotes a value when needed. A spreadsheet program evaluates a cell that begins like a formula, so such a cell gets an
 * apostrophe in front.
 */
function csvCell(value: string): string {
  const guardedValue = /^\s*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(guardedValue) ? `"${guardedValue.replaceAll('"', '""')}"` : guardedValue;
}
