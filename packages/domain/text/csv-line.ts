/** Writes a line of a CSV file (RFC 4180), with its line break. */
export function csvLine(values: readonly string[]): string {
  return `${values.map(csvCell).join(',')}\r\n`;
}

/**
 * Quotes a value when needed. A spreadsheet program evaluates a cell that begins like a formula, so such a cell gets an
 * apostrophe in front. A program that splits cells at semicolons, tabs or the lines within a cell finds an apostrophe there
 * too.
 */
function csvCell(value: string): string {
  const guardedValue = /^\s*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/.test(value) ? `'${value}` : value;
  const guardedParts = guardedValue.replaceAll(/([;\t\r\n] *)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g, "$1'");
  return /[",;\t\r\n]/.test(guardedParts) ? `"${guardedParts.replaceAll('"', '""')}"` : guardedParts;
}
