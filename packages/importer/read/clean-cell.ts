/** The texts by which feeds write "unknown". All are read as "unknown", never as a value. */
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
// PostgreSQL stores no NUL, and the other control characters have no meaning here. Bidirectional control characters make a text
// look different, also beyond its end.
const controls = /[^\P{Cc}\t\r\n]|\p{Bidi_Control}/gu;
/** Nearly all cells: printable ASCII without two spaces in a row, with nothing to clean. */
const plain = /^(?:[!-~]| (?! ))*$/;
const dashes = /[\u2010-\u2015\u2212]/g;

/** The text of a cell with plain spaces, `\n` line breaks and no outer space; null where the cell says "unknown". */
export function cleanCell(cell: string): string | null {
  const unquoted = cell.startsWith('="') && cell.endsWith('"') ? cell.slice(2, -1) : cell;
  const written = /[&<]/.test(unquoted) ? withoutMarkup(unquoted) : unquoted;
  const text = plain.test(written) ? written.trim() : cleaned(written);
  return unknownSpellings.has(plainDashes(text).toLowerCase()) ? null : text;
}

function cleaned(cell: string): string {
  return cell
    .toWellFormed()
    .normalize('NFC')
    .replace(controls, '')
    .replace(blanks, ' ')
    .replace(lineBreaks, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** HTML entities and tags in feeds: `&amp;`, `&#39;`, `<br>`. Other `<` and `>` characters stay. */
function withoutMarkup(cell: string): string {
  return cell
    .replace(/<br ?\/?>|<\/(?:p|li|div|tr|h\d)>/gi, '\n')
    .replace(/<\/?(?:a|b|i|u|p|em|li|ol|ul|tr|td|div|font|span|small|strong|table|tbody|h\d)(?: [^<>]*)?>/gi, '')
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi, (whole, decimal, hex, name) => {
      if (name !== undefined) return entities[String(name)] ?? whole;
      const code = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal);
      return code > 0 && code < 0x110000 && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : '';
    });
}

const entities: Readonly<Record<string, string>> = {
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

/** Hyphens of every length as `-`. Numbers, dates and codes are read with them; prose keeps its dashes. */
export function plainDashes(text: string): string {
  return text.replace(dashes, '-');
}
