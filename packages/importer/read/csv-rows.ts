import { pipeline, Readable } from 'node:stream';
import { importBudgets } from '@carhouse/domain/import/import-budgets';
import { CsvError, parse } from 'csv-parse';
import { ImportFault } from './import-fault.ts';

export type Delimiter = ',' | ';' | '\t' | '|';

/**
 * One row of the file. `line` is the number of the row's first line, counted from 1; line breaks in cells also count.
 */
export type CsvRow = { readonly line: number; readonly cells: readonly string[] };

/**
 * The last character of the text that has been read so far. The reader of the rows updates `last` while it reads the
 * text.
 */
export type TextEnding = { last: string };

/** Maximum number of characters in a row. A row above this maximum usually has a quote that is never closed. */
const maxRowLength = importBudgets.rowChars;

const delimiters = [',', ';', '\t', '|'] as const;
/** Maximum number of title lines above the header row. */
const maxTitleLines = 12;

/**
 * The most frequent delimiter outside quotes in the first line that has cells, or a comma when there is none. A first
 * line `sep=;`, which sets the delimiter for Excel, has priority.
 */
export function guessDelimiter(startOfText: string): Delimiter {
  const declaredDelimiter = /^\ufeff?sep=([,;\t|])\r?\n?/i.exec(startOfText)?.[1] as Delimiter | undefined;
  if (declaredDelimiter !== undefined) return declaredDelimiter;
  const lines = startOfText.replace(/"[^"]*"/g, '').split(/[\r\n]+/);
  const filledLines = lines.filter((line) => line.trim() !== '').slice(0, maxTitleLines);
  const count = (line: string, delimiter: Delimiter): number => line.split(delimiter).length - 1;
  const [firstFilledLine = ''] = filledLines;
  const line =
    filledLines.find((each) => delimiters.some((delimiter) => count(each, delimiter) > 1)) ?? firstFilledLine;
  const [mostFrequentDelimiter] = delimiters.toSorted((a, b) => count(line, b) - count(line, a));
  return mostFrequentDelimiter ?? ',';
}

/**
 * Number of rows before the header row: a company's name, a date, `sep=;`. The rows before the header have few cells,
 * and all later rows have many.
 */
export function countTitleLines(rows: readonly CsvRow[]): number {
  const filledCellCounts = rows
    .slice(0, maxTitleLines)
    .map(({ cells }) => cells.filter((cell) => cell.trim() !== '').length);
  const maxFilledCells = Math.max(0, ...filledCellCounts);
  const header = filledCellCounts.findIndex((count) => count > 2 || count * 2 >= maxFilledCells);
  return Math.max(0, header);
}

/**
 * The rows of a text without the blank rows. Line ends may be LF, CR LF or CR.
 * @throws ImportFault when the text ends within quotes, its last row is truncated, or a row is too long.
 */
export async function* parseCsvRows(
  text: AsyncIterable<string>,
  delimiter: Delimiter,
  fileName: string,
  textEnding: TextEnding = { last: '' },
): AsyncGenerator<CsvRow> {
  // Lines are counted when a row is parsed, because the parser loses its queued rows when it fails.
  let line = 1;
  const toCsvRow = (cells: string[]): CsvRow => {
    const row = { line, cells };
    line += 1 + cells.reduce((lineBreakCount, cell) => lineBreakCount + countLineBreaks(cell), 0);
    return row;
  };
  const parser = parse({
    delimiter,
    // All kinds of line ends are listed. Otherwise the parser would take the kind from the first line, and concatenated
    // files have several kinds.
    record_delimiter: ['\r\n', '\n', '\r'],
    // A row with a wrong number of cells makes only this row invalid, and not the file. A double quote within a cell
    // may mean inches.
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: maxRowLength,
    // The package's types allow this callback only for rows with column names, but the callback is called for every
    // row.
    on_record: toCsvRow as never,
  });
  pipeline(Readable.from(recordTextEnding(text, textEnding)), parser, () => {});
  let headerWidth: number | undefined;
  let lastRow: CsvRow | undefined;
  try {
    for await (const row of parser as AsyncIterable<CsvRow>) {
      const { cells } = row;
      if (cells.every((cell) => cell.trim() === '')) continue;
      // Each row is yielded when the next one has been read, because only the end of the text shows whether the last
      // row is complete.
      if (lastRow !== undefined) yield lastRow;
      headerWidth ??= cells.length;
      lastRow = row;
    }
  } catch (error) {
    throw explainError(error, line, fileName);
  }
  if (lastRow === undefined) return;
  if (!/[\r\n]$/.test(textEnding.last) && lastRow.cells.length < (headerWidth ?? 0)) {
    throw new ImportFault(
      `${fileName} is cut off: its last row (line ${lastRow.line}) has ${lastRow.cells.length} of ${headerWidth} cells and no line end.`,
    );
  }
  yield lastRow;
}

async function* recordTextEnding(text: AsyncIterable<string>, textEnding: TextEnding): AsyncGenerator<string> {
  for await (const chunk of text) {
    if (chunk !== '') textEnding.last = chunk.slice(-1);
    yield chunk;
  }
}

function countLineBreaks(cell: string): number {
  return cell.match(/\r\n|\r|\n/g)?.length ?? 0;
}

function explainError(error: unknown, line: number, fileName: string): unknown {
  if (!(error instanceof CsvError)) return error;
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') {
    return new ImportFault(
      `${fileName} is cut off, or a quote is never closed: it ends inside the row that begins on line ${line}.`,
      { cause: error },
    );
  }
  if (error.code === 'CSV_MAX_RECORD_SIZE') {
    return new ImportFault(
      `The row on line ${line} of ${fileName} is longer than ${maxRowLength} characters. Probably a quote is never closed there.`,
      { cause: error, code: 'ROW_TOO_LONG' },
    );
  }
  return new ImportFault(`${fileName} is no CSV from line ${line} on (${error.message}).`, { cause: error });
}
