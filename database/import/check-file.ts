import { type ChosenMapping, chooseMapping } from './choose-mapping.ts';
import { type CsvRow, csvRows, type Delimiter, type Ending, guessDelimiter } from './csv-rows.ts';
import { decode, type Encoding, guessEncoding, NotUtf8 } from './decode-text.ts';
import { ImportFault } from './import-fault.ts';
import type { SourceFile } from './source-file.ts';

/** What a reading of the whole file found, before anything of it is imported. */
export type CheckedFile = ChosenMapping & {
  readonly encoding: Encoding;
  readonly delimiter: Delimiter;
  /** Cells of the header row. */
  readonly width: number;
  /** Rows below the header. */
  readonly rows: number;
  /** Whether the last row ends with a line end, without which a cut in its last cell cannot be seen. */
  readonly endsWithLine: boolean;
};

/**
 * Reads a file to its end without keeping any of it. Gzip says only at its end whether it is whole, and so does the last row: a file
 * that is cut off is found here, while nothing has been changed.
 * @throws ImportFault when the file is empty, cut off, no text, or no mapping fits its header row.
 */
export async function checkFile(source: SourceFile, mappingName: string | undefined): Promise<CheckedFile> {
  const start = await readStart(source);
  const guessed = guessEncoding(start);
  try {
    return await checkAs(guessed, start, source, mappingName);
  } catch (error) {
    if (!(error instanceof NotUtf8)) throw error;
    return checkAs('windows-1252', start, source, mappingName);
  }
}

/** The rows below the header row of a file that was checked. */
export async function* dataRows(
  source: SourceFile,
  { encoding, delimiter }: Pick<CheckedFile, 'encoding' | 'delimiter'>,
): AsyncGenerator<CsvRow> {
  let isHeader = true;
  for await (const row of csvRows(decode(source.content(), encoding, source.name), delimiter, source.name)) {
    if (!isHeader) yield row;
    isHeader = false;
  }
}

async function checkAs(
  encoding: Encoding,
  start: Uint8Array,
  source: SourceFile,
  mappingName: string | undefined,
): Promise<CheckedFile> {
  const delimiter = guessDelimiter(new TextDecoder(encoding).decode(start));
  const ending: Ending = { last: '' };
  const text = decode(source.content(), encoding, source.name);
  let chosen: ChosenMapping | undefined;
  let width = 0;
  let rows = -1;
  for await (const { cells } of csvRows(text, delimiter, source.name, ending)) {
    rows += 1;
    if (chosen !== undefined) continue;
    const header = cells.map((cell) => cell.trim());
    width = header.length;
    chosen = chooseMapping(header, mappingName);
  }
  if (chosen === undefined) throw new ImportFault(`${source.name} is empty.`);
  if (rows === 0) throw new ImportFault(`${source.name} has a header row and nothing below it.`);
  return { ...chosen, encoding, delimiter, width, rows, endsWithLine: /[\r\n]$/.test(ending.last) };
}

async function readStart(source: SourceFile): Promise<Uint8Array> {
  for await (const chunk of source.content()) {
    if (chunk.length > 0) return chunk.subarray(0, 65_536);
  }
  throw new ImportFault(`${source.name} is empty.`);
}
