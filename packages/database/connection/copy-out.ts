import type pg from 'pg';

/**
 * Runs `COPY (query) TO STDOUT` and passes each row to `onRow` as it arrives: columns are text, or null. Nothing is
 * buffered, so a table of any length needs no more memory than one row.
 * @throws the errors of the database and of `onRow`; after an error of `onRow` the remaining rows are read and ignored.
 */
export async function copyOut(
  client: pg.Client,
  query: string,
  onRow: (columns: readonly (string | null)[]) => void,
): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  let rowCount = 0;
  let fault: unknown;
  // The driver calls one of these methods for each message of the database server.
  const copyQuery = {
    submit(connection: pg.Connection): void {
      connection.query(`COPY (${query}) TO STDOUT`);
    },
    handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
      if (fault !== undefined) return;
      try {
        onRow(readRow(chunk));
        rowCount += 1;
      } catch (error) {
        fault = error;
      }
    },
    handleCommandComplete: () => {},
    handleError: (error: Error) => reject(error),
    handleReadyForQuery: () => (fault === undefined ? resolve(rowCount) : reject(fault)),
  };
  client.query(copyQuery as unknown as pg.Submittable);
  return promise;
}

const backslashCode = 92;
const characterCodeOfN = 78;

/**
 * Parses one row in the text format: columns separated by tabs, with a line break at the end. The database server sends each
 * row as a separate message.
 */
function readRow(chunk: Buffer): readonly (string | null)[] {
  const columns: (string | null)[] = chunk.toString('utf8', 0, chunk.length - 1).split('\t');
  const escapesInRow = findEscapesInRow(chunk);
  if (escapesInRow === 'none') return columns;
  // A loop is used because it is faster than a callback for a million rows.
  for (let index = 0; index < columns.length; index += 1) {
    const column = columns[index] ?? '';
    if (column === '\\N') columns[index] = null;
    else if (escapesInRow === 'escapes' && column.includes('\\'))
      columns[index] = column.replace(
        /\\(.)/g,
        (_, escapedLetter: string) => charactersByEscape[escapedLetter] ?? escapedLetter,
      );
  }
  return columns;
}

/**
 * Returns which escapes a row contains. Many rows contain nulls, but few contain other escapes. Only in rows with other
 * escapes must each column be decoded.
 */
function findEscapesInRow(chunk: Buffer): 'none' | 'nulls' | 'escapes' {
  let escapesInRow: 'none' | 'nulls' = 'none';
  for (
    let backslashIndex = chunk.indexOf(backslashCode);
    backslashIndex >= 0;
    backslashIndex = chunk.indexOf(backslashCode, backslashIndex + 2)
  ) {
    // The letter after the backslash of an escape is never a capital. A null is written as a backslash and a capital N.
    if (chunk[backslashIndex + 1] !== characterCodeOfN) return 'escapes';
    escapesInRow = 'nulls';
  }
  return escapesInRow;
}

/**
 * The characters that COPY writes as a backslash and a letter. In the output of COPY, these six control characters
 * never occur unescaped within a column.
 */
const charactersByEscape: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };
