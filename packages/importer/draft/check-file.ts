import { importBudgets } from '@carhouse/domain/import/import-budgets';
import { holdsCardNumber } from '@carhouse/domain/payment/card-number';
import { type ChosenMapping, chooseMapping } from '../guess/choose-mapping.ts';
import {
  type CsvRow,
  countTitles,
  csvRows,
  type Delimiter,
  guessDelimiter,
  type TextEnding,
} from '../read/csv-rows.ts';
import { decode, type Encoding, guessEncoding, NotUtf8 } from '../read/decode-text.ts';
import { ImportFault } from '../read/import-fault.ts';
import { jsonHeader, jsonRows, looksLikeJson } from '../read/json-rows.ts';
import type { SourceFile } from '../read/source-file.ts';
import type { TableHead } from '../read/table-head.ts';

/** How the text of a file is split into rows. */
export type TableFormat =
  | {
      readonly kind: 'csv';
      readonly encoding: Encoding;
      readonly delimiter: Delimiter;
      /** Number of rows above the header row. Absent when the header is the first row. */
      readonly titles?: number;
    }
  | { readonly kind: 'json'; readonly encoding: Encoding };

type Table = TableHead & {
  readonly format: TableFormat;
  /** Number of rows below the header. */
  readonly rows: number;
  /** Whether the last row ends with a line break. Without one, truncation within the last cell cannot be detected. */
  readonly endsWithLine: boolean;
};

/** The result of reading the whole file, before any of it is imported. */
export type CheckedFile = ChosenMapping &
  Table & {
    /** Number of cells in the header row. */
    readonly width: number;
  };

/**
 * Chooses the mapping of a file.
 * @throws ImportFault when no mapping fits.
 */
export type MappingChooser = (head: TableHead) => ChosenMapping;

/**
 * Returns a chooser that takes the mapping of this name. Without a name it takes the mapping that fits, or guesses one.
 */
export function mappingByName(name: string | undefined): MappingChooser {
  return (head) => chooseMapping(head, name);
}

/** Maximum number of rows before the data: the header row and the title rows above it. */
const maxLeadingRows = 13;
/** Maximum number of rows from which a mapping is guessed. Fewer rows are used when they are long. */
const sampleSize = 400;
const { columns: mostColumns, headerChars, sampleChars } = importBudgets;

/**
 * Returns a function that is called with each row of the sample from which a mapping is guessed. The function returns
 * whether the sample is still small enough to contain this row.
 */
function createSampleLimit(): (cells: readonly string[]) => boolean {
  let rows = 0;
  let characterCount = 0;
  return (cells) => {
    rows += 1;
    // An empty cell also takes memory.
    for (const cell of cells) characterCount += cell.length + 8;
    return rows === 1 || (rows <= sampleSize && characterCount <= sampleChars);
  };
}

/**
 * Reads a file to its end without storing it. Only the end of a gzip file, or the last row of a list, shows whether the
 * file is complete. A truncated file is detected here, before any data is changed.
 * @param maxRows maximum number of rows below the header
 * @throws ImportFault when the file is empty, truncated, not a text or too long, or no mapping fits its header row.
 */
export async function checkFile(
  source: SourceFile,
  choose: MappingChooser,
  maxRows = Number.POSITIVE_INFINITY,
): Promise<CheckedFile> {
  const table = await readTable(source, maxRows, choose);
  if (table.rows > maxRows) {
    throw new ImportFault(`${source.name} has more than ${maxRows} rows.`, { code: 'TOO_MANY_ROWS' });
  }
  if (table.rows === 0) throw new ImportFault(`${source.name} has a header row and nothing below it.`);
  return { ...table, ...choose(table), width: table.header.length };
}

/**
 * Reads only the first rows of a file.
 * @throws ImportFault when the file is empty or not a text.
 */
export async function readHead(source: SourceFile, rows: number): Promise<TableHead> {
  return readTable(source, rows, undefined);
}

/** The rows below the header row of a checked file. */
export function dataRows(
  source: SourceFile,
  { format, header }: Pick<CheckedFile, 'format' | 'header'>,
): AsyncGenerator<CsvRow> {
  const text = decode(source.content(), format.encoding, source.name);
  return format.kind === 'json'
    ? jsonRows(text, header, source.name)
    : rowsBelowHeader(csvRows(text, format.delimiter, source.name), format.titles ?? 0);
}

async function* rowsBelowHeader(rows: AsyncIterable<CsvRow>, titles: number): AsyncGenerator<CsvRow> {
  let above = titles + 1;
  for await (const row of rows) {
    if (above === 0) yield row;
    else above -= 1;
  }
}

async function readTable(source: SourceFile, limit: number, choose: MappingChooser | undefined): Promise<Table> {
  const start = await readFirstBytes(source);
  const guessedEncoding = guessEncoding(start);
  try {
    return await readInEncoding(guessedEncoding, start, source, limit, choose);
  } catch (error) {
    if (!(error instanceof NotUtf8)) throw error;
    return readInEncoding('windows-1252', start, source, limit, choose);
  }
}

async function readInEncoding(
  encoding: Encoding,
  start: Uint8Array,
  source: SourceFile,
  limit: number,
  choose: MappingChooser | undefined,
): Promise<Table> {
  const startText = new TextDecoder(encoding).decode(start);
  const text = decode(source.content(), encoding, source.name);
  if (looksLikeJson(startText)) return readJson(text, encoding, source.name, limit);
  const delimiter = guessDelimiter(startText);
  const ending: TextEnding = { last: '' };
  const first: CsvRow[] = [];
  const isWithinSample = createSampleLimit();
  let rows = 0;
  for await (const row of csvRows(text, delimiter, source.name, ending)) {
    rows += 1;
    if (first.length === rows - 1 && isWithinSample(row.cells)) first.push(row);
    // When no mapping fits, the chooser throws here, and the rest of the file is not read.
    if (rows === sampleSize) choose?.(tableHeadOf(first, source.name));
    // The header row and title rows are not included.
    if (rows > limit + maxLeadingRows) break;
  }
  if (rows === 0) throw new ImportFault(`${source.name} is empty.`);
  const titles = countTitles(first);
  const format = { kind: 'csv', encoding, delimiter, ...(titles === 0 ? {} : { titles }) } as const;
  return {
    format,
    ...tableHeadOf(first, source.name),
    rows: rows - titles - 1,
    endsWithLine: /[\r\n]$/.test(ending.last),
  };
}

/** The header row of a table and the rows below it. */
function tableHeadOf(first: readonly CsvRow[], fileName: string): TableHead {
  const titles = countTitles(first);
  const header = checkedHeader(first[titles]?.cells.map((cell) => cell.trim()) ?? [], fileName);
  return { header, sample: first.slice(titles + 1) };
}

/**
 * Returns the column names of a header row after a check, because the names are stored and displayed.
 * @throws ImportFault when there are too many names, or a name is too long or contains a card number.
 */
function checkedHeader(header: readonly string[], fileName: string): readonly string[] {
  if (header.length > mostColumns) {
    throw new ImportFault(`${fileName} has more than ${mostColumns} columns.`, { code: 'TOO_MANY_COLUMNS' });
  }
  if (header.some((name) => name.length > headerChars)) {
    throw new ImportFault(`A column of ${fileName} has a name of more than ${headerChars} characters.`, {
      code: 'ROW_TOO_LONG',
    });
  }
  if (header.some(holdsCardNumber)) {
    throw new ImportFault(`A column of ${fileName} is named by a payment card number. Take card numbers out.`, {
      code: 'CARD_NUMBER',
    });
  }
  return header;
}

async function readJson(
  text: AsyncIterable<string>,
  encoding: Encoding,
  fileName: string,
  limit: number,
): Promise<Table> {
  const first: { readonly flatObject: Readonly<Record<string, string>>; readonly line: number }[] = [];
  const isWithinSample = createSampleLimit();
  let objectCount = 0;
  const names = await jsonHeader(text, fileName, limit, (flatObject, line) => {
    objectCount += 1;
    if (first.length === objectCount - 1 && isWithinSample(Object.values(flatObject))) first.push({ flatObject, line });
  });
  const { rows } = names;
  const header = checkedHeader(names.header, fileName);
  if (rows === 0) throw new ImportFault(`${fileName} holds no list of cars.`);
  const sample = first.map(({ flatObject, line }) => ({
    line,
    cells: header.map((name) => flatObject[name] ?? ''),
  }));
  return { format: { kind: 'json', encoding }, header, sample, rows, endsWithLine: true };
}

async function readFirstBytes(source: SourceFile): Promise<Uint8Array> {
  for await (const chunk of source.content()) {
    if (chunk.length > 0) return chunk.subarray(0, 65_536);
  }
  throw new ImportFault(`${source.name} is empty.`);
}
