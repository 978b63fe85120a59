/** The ways in which feeds write that they do not know. All are read as "unknown", never as a value. */
const unknownSpellings = new Set([
  '',
  '-',
  '--',
  '?',
  'n.a.',
  'n.a',
  'na',
  'n/a',
  'nil',
  'null',
  'nan',
  'none',
  'unknown',
]);

// Every blank that Unicode counts as a space (the no-break ones too), U+2800 (a braille cell without dots, which feeds use as
// a blank), and marks without width. Line breaks stay: free text keeps its paragraphs.
const blanks = /(?:[^\S\r\n]|\u2800|\u200b|\ufeff)+/g;
const lineBreaks = / ?(?:\r\n?|\n) ?/g;
// PostgreSQL stores no NUL, and nobody means the other control characters.
const controls = /[^\P{Cc}\t\r\n]/gu;
/** Nearly all cells: printable ASCII without two spaces in a row, with nothing to clean. */
const plain = /^(?:[!-~]| (?! ))*$/;
const dashes = /[\u2010-\u2015\u2212]/g;

/** The text of a cell with plain spaces, `\n` line breaks and no outer space; null where the cell says "unknown". */
export function cleanCell(cell: string): string | null {
  const text = plain.test(cell) ? cell.trim() : cleaned(cell);
  return unknownSpellings.has(plainDashes(text).toLowerCase()) ? null : text;
}

function cleaned(cell: string): string {
  return cell
    .normalize('NFC')
    .replace(controls, '')
    .replace(blanks, ' ')
    .replace(lineBreaks, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Hyphens of every length as `-`. Numbers, dates and codes are read so; prose keeps its dashes. */
export function plainDashes(text: string): string {
  return text.replace(dashes, '-');
}
