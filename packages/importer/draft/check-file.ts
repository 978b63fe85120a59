import { importBudgets } from '@carhouse/domain/import/import-budgets';
import { containsCardNumber } from '@carhouse/domain/payment/card-number';
import { type ChosenMapping, chooseMapping } from '../guess/choose-mapping.ts';
import {
  type CsvRow,
  countTitleLines,
  type Delimiter,
  guessDelimiter,
  parseCsvRows,
  type TextEnding,
} from '../read/csv-rows.ts';
import { decode, type Encoding, guessEncoding, NotUtf8Error } from '../read/decode-text.ts';
import { ImportFault } from '../read/import-fault.ts';
import { looksLikeJson, parseJsonRows, readJsonHeader } from '../read/json-rows.ts';
import type { SourceFile } from '../read/source-file.ts';
import type { TableHead } from '../read/table-head.ts';

/** How the text of a file is split into rows. */
export type TableFormat =
  | {
      readonly kind: 'csv';
      readonly encoding: Encoding;
      readonly delimiter: Delimiter;
      /**
       * Number of rows above the header row. The number of rows above the header is absent when the header is the first
       * row.
       */
      readonly titles?: number;
    }
  | { readonly kind: 'json'; readonly encoding: Encoding };

type TableWithRows = TableHead & {
  readonly format: TableFormat;
  /** Number of rows below the header. */
  readonly rows: number;
  /**
   * Whether the last row ends with a line break. Without a line break, truncation within the last cell cannot be
   * detected.
   */
  readonly endsWithLineBreak: boolean;
};

/** The result of reading the whole file, before any of it is imported. */
export type CheckedFile = ChosenMapping &
  TableWithRows & {
    /** Number of cells in the header row. */
    readonly width: number;
  };

/**
 * Chooses the mapping of a file.
 * @throws ImportFault when no mapping fits.
 */
export type MappingChooser = (head: TableHead) => ChosenMapping;

/**
 * Returns a chooser that takes the mapping of this name. Without a name the chooser takes the mapping that fits, or
 * guesses one.
 */
export function makeMappingChooserByName(name: string | undefined): MappingChooser {
  return (head) => chooseMapping(head, name);
}

/** Maximum number of rows before the data: the header row and the title rows above it. */
const maxLeadingRows = 13;
/** Maximum number of rows from which a mapping is guessed. Fewer rows are used when the rows are long. */
const sampleSize = 400;
const { columns: mostColumns, headerChars, sampleChars } = importBudgets;

/**
 * Returns a function that is called with each row of the sample from which a mapping is guessed. The function returns
 * whether the sample is still small enough to contain this row.
 */
function createSampleLimit(): (cells: readonly string[]) => boolean {
  let rowCount = 0;
  let characterCount = 0;
  return (cells) => {
    rowCount += 1;
    // An empty cell also takes memory.
    for (const cell of cells) characterCount += cell.length + 8;
    return rowCount === 1 || (rowCount <= sampleSize && characterCount <= sampleChars);
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
  mappingChooser: MappingChooser,
  maxRows = Number.POSITIVE_INFINITY,
): Promise<CheckedFile> {
  const table = await readTable(source, maxRows, mappingChooser);
  if (table.rows > maxRows) {
    throw new ImportFault(`${source.name} has more than ${maxRows} rows.`, { code: 'TOO_MANY_ROWS' });
  }
  if (table.rows === 0) throw new ImportFault(`${source.name} has a header row and nothing below it.`);
  return { ...table, ...mappingChooser(table), width: table.header.length };
}

/**
 * Reads only the first rows of a file.
 * @throws ImportFault when the file is empty or not a text.
 */
export async function readHead(source: SourceFile, rowCount: number): Promise<TableHead> {
  return readTable(source, rowCount, undefined);
}

/** The rows below the header row of a checked file. */
export function readDataRows(
  source: SourceFile,
  { format, header }: Pick<CheckedFile, 'format' | 'header'>,
): AsyncGenerator<CsvRow> {
  const text = decode(source.content(), format.encoding, source.name);
  return format.kind === 'json'
    ? parseJsonRows(text, header, source.name)
    : rowsBelowHeader(parseCsvRows(text, format.delimiter, source.name), format.titles ?? 0);
}

async function* rowsBelowHeader(rows: AsyncIterable<CsvRow>, titleRowCount: number): AsyncGenerator<CsvRow> {
  let leadingRowCount = titleRowCount + 1;
  for await (const row of rows) {
    if (leadingRowCount === 0) yield row;
    else leadingRowCount -= 1;
  }
}

async function readTable(
  source: SourceFile,
  rowLimit: number,
  mappingChooser: MappingChooser | undefined,
): Promise<TableWithRows> {
  const firstBytes = await readFirstBytes(source);
  const guessedEncoding = guessEncoding(firstBytes);
  try {
    return await readTableInEncoding(guessedEncoding, firstBytes, source, rowLimit, mappingChooser);
  } catch (error) {
    if (!(error instanceof NotUtf8Error)) throw error;
    return readTableInEncoding('windows-1252', firstBytes, source, rowLimit, mappingChooser);
  }
}

async function readTableInEncoding(
  encoding: Encoding,
  firstBytes: Uint8Array,
  source: SourceFile,
  rowLimit: number,
  mappingChooser: MappingChooser | undefined,
): Promise<TableWithRows> {
  const startOfText = new TextDecoder(encoding).decode(firstBytes);
  const text = decode(source.content(), encoding, source.name);
  if (looksLikeJson(startOfText)) return readJson(text, encoding, source.name, rowLimit);
  const delimiter = guessDelimiter(startOfText);
  const textEnding: TextEnding = { last: '' };
  const firstRows: CsvRow[] = [];
  const doesRowFitIntoSample = createSampleLimit();
  let rowCount = 0;
  for await (const row of parseCsvRows(text, delimiter, source.name, textEnding)) {
    rowCount += 1;
    if (firstRows.length === rowCount - 1 && doesRowFitIntoSample(row.cells)) firstRows.push(row);
    // When no mapping fits, the chooser throws here, and the rest of the file is not read.
    if (rowCount === sampleSize) mappingChooser?.(makeTableHead(firstRows, source.name));
    // The limit does not include the header row and the title rows.
    if (rowCount > rowLimit + maxLeadingRows) break;
  }
  if (rowCount === 0) throw new ImportFault(`${source.name} is empty.`);
  const titleRowCount = countTitleLines(firstRows);
  const format = {
    kind: 'csv',
    encoding,
    delimiter,
    ...(titleRowCount === 0 ? {} : { titles: titleRowCount }),
  } as const;
  return {
    format,
    ...makeTableHead(firstRows, source.name),
    rows: rowCount - titleRowCount - 1,
    endsWithLineBreak: /[\r\n]$/.test(textEnding.last),
  };
}

/** Returns the header row of a table and the first rows below it. */
function makeTableHead(firstRows: readonly CsvRow[], fileName: string): TableHead {
  const titleRowCount = countTitleLines(firstRows);
  const header = requireDistinctHeader(firstRows[titleRowCount]?.cells.map((cell) => cell.trim()) ?? [], fileName);
  return { header, sample: firstRows.slice(titleRowCount + 1) };
}

/**
 * Returns the column names of a header row after a check, because the names are stored and displayed.
 * @throws ImportFault when there are too many names, or a name is too long or contains a card number.
 */
function requireDistinctHeader(header: readonly string[], fileName: string): readonly string[] {
  if (header.length > mostColumns) {
    throw new ImportFault(`${fileName} has more than ${mostColumns} columns.`, { code: 'TOO_MANY_COLUMNS' });
  }
  if (header.some((name) => name.length > headerChars)) {
    throw new ImportFault(`A column of ${fileName} has a name of more than ${headerChars} characters.`, {
      code: 'ROW_TOO_LONG',
    });
  }
  if (header.some(containsCardNumber)) {
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
  rowLimit: number,
): Promise<TableWithRows> {
  const firstObjects: { readonly flatObject: Readonly<Record<string, string>>; readonly line: number }[] = [];
  const doesRowFitIntoSample = createSampleLimit();
  let objectCount = 0;
  const jsonHead = await readJsonHeader(text, fileName, rowLimit, (flatObject, line) => {
    objectCount += 1;
    if (firstObjects.length === objectCount - 1 && doesRowFitIntoSample(Object.values(flatObject)))
      firstObjects.push({ flatObject, line });
  });
  const { rowCount: rows } = jsonHead;
  const header = requireDistinctHeader(jsonHead.header, fileName);
  if (rows === 0) throw new ImportFault(`${fileName} holds no list of cars.`);
  const sample = firstObjects.map(({ flatObject, line }) => ({
    line,
    cells: header.map((name) => flatObject[name] ?? ''),
  }));
  return { format: { kind: 'json', encoding }, header, sample, rows, endsWithLineBreak: true };
}

async function readFirstBytes(source: SourceFile): Promise<Uint8Array> {
  for await (const chunk of source.content()) {
    if (chunk.length > 0) return chunk.subarray(0, 65_536);
  }
  throw new ImportFault(`${source.name} is empty.`);
}
