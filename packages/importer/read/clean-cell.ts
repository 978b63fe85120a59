/** Texts that mean "unknown" in feeds. */
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

// Every Unicode space including no-break spaces, U+2800 (a braille pattern without dots, which feeds use as a blank),
// and zero-width characters. Line breaks are not replaced, because free text has paragraphs.
const blankPattern = /(?:[^\S\r\n]|\u2800|\u200b|\ufeff)+/g;
const lineBreakPattern = / ?(?:\r\n?|\n) ?/g;
// PostgreSQL cannot store NUL, and the other control characters have no meaning in a cell. Bidirectional control
// characters would change how a text and the text after it are displayed.
const controlCharacterPattern = /[^\P{Cc}\t\r\n]|\p{Bidi_Control}/gu;
/**
 * Matches nearly all cells: printable ASCII without two spaces in a row. A cell that matches this pattern needs no
 * cleaning.
 */
const plainCellPattern = /^(?:[!-~]| (?! ))*$/;
const dashPattern = /[\u2010-\u2015\u2212]/g;

/**
 * The text of a cell with plain spaces, `\n` line breaks and no surrounding space. The result is null when the cell
 * means "unknown".
 */
export function cleanCell(cell: string): string | null {
  const unquotedCell = cell.startsWith('="') && cell.endsWith('"') ? cell.slice(2, -1) : cell;
  const plainCell = /[&<]/.test(unquotedCell) ? removeMarkup(unquotedCell) : unquotedCell;
  const text = plainCellPattern.test(plainCell) ? plainCell.trim() : cleanCharacters(plainCell);
  return unknownSpellings.has(normaliseDashes(text).toLowerCase()) ? null : text;
}

function cleanCharacters(cell: string): string {
  return cell
    .toWellFormed()
    .normalize('NFC')
    .replace(controlCharacterPattern, '')
    .replace(blankPattern, ' ')
    .replace(lineBreakPattern, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Removes HTML entities and tags of feeds: `&amp;`, `&#39;`, `<br>`. Other `<` and `>` characters remain. */
function removeMarkup(cell: string): string {
  return cell
    .replace(/<br ?\/?>|<\/(?:p|li|div|tr|h\d)>/gi, '\n')
    .replace(/<\/?(?:a|b|i|u|p|em|li|ol|ul|tr|td|div|font|span|small|strong|table|tbody|h\d)(?: [^<>]*)?>/gi, '')
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi, (entityText, decimalCode, hexCode, name) => {
      if (name !== undefined) return htmlEntities[String(name)] ?? entityText;
      const code = decimalCode === undefined ? Number.parseInt(String(hexCode), 16) : Number(decimalCode);
      return code > 0 && code < 0x110000 && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : '';
    });
}

const htmlEntities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  hellip: '…',
  bull: '•',
  middot: '·',
  deg: '°',
  eacute: 'é',
  egrave: 'è',
  euml: 'ë',
  Eacute: 'É',
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  Auml: 'Ä',
  Ouml: 'Ö',
  Uuml: 'Ü',
  szlig: 'ß',
  scaron: 'š',
  Scaron: 'Š',
  pound: '£',
  euro: '€',
  yen: '¥',
};

/**
 * Replaces hyphens and dashes by `-` before numbers, dates and codes are read. Dashes in free text are not replaced.
 */
export function normaliseDashes(text: string): string {
  return text.replace(dashPattern, '-');
}
