/** Formats a line of a CSV file (RFC 4180), with its line break. */
export function formatCsvLine(values: readonly string[]): string {
  return `${values.map(formatCsvCell).join(',')}\r\n`;
}

/**
 * Returns the CSV text of a value, in quotes when needed. A spreadsheet program evaluates a cell that begins like a
 * formula, so such a value gets an apostrophe in front. Some programs also split cells at semicolons, tabs and line
 * breaks. A part of the value that follows a semicolon, tab or line break and begins like a formula gets an apostrophe
 * too.
 */
function formatCsvCell(value: string): string {
  const valueWithApostrophe = /^\s*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/.test(value) ? `'${value}` : value;
  const textWithApostrophes = valueWithApostrophe.replaceAll(
    /([;\t\r\n] *)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g,
    "$1'",
  );
  return /[",;\t\r\n]/.test(textWithApostrophes)
    ? `"${textWithApostrophes.replaceAll('"', '""')}"`
    : textWithApostrophes;
}
