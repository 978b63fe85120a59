import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CsvRow, type Delimiter, guessDelimiter, parseCsvRows } from './csv-rows.ts';
import { decode, guessEncoding } from './decode-text.ts';

async function* splitIntoChunks(text: string, chunkSize = text.length || 1): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += chunkSize) yield text.slice(at, at + chunkSize);
}

async function collectAll<T>(items: AsyncIterable<T>): Promise<T[]> {
  const collectedItems: T[] = [];
  for await (const item of items) collectedItems.push(item);
  return collectedItems;
}

async function readRowsOf(text: string, delimiter: Delimiter = ',', chunkSize?: number): Promise<CsvRow[]> {
  return collectAll(parseCsvRows(splitIntoChunks(text, chunkSize), delimiter, 'cars.csv'));
}

async function decodeBytes(bytes: Uint8Array, encoding = guessEncoding(bytes)): Promise<string> {
  async function* contentAsOneChunk(): AsyncGenerator<Uint8Array> {
    yield bytes;
  }
  return (await collectAll(decode(contentAsOneChunk(), encoding, 'cars.csv'))).join('');
}

describe('rows', () => {
  test.each(['\n', '\r\n', '\r'])(
    'end with %j, and begin on the line where they begin in the file',
    async (lineEnd) => {
      const text = ['a,b', `"x${lineEnd}y",2`, '', '3,4', ''].join(lineEnd);
      expect(await readRowsOf(text)).toEqual([
        { line: 1, cells: ['a', 'b'] },
        { line: 2, cells: [`x${lineEnd}y`, '2'] },
        { line: 5, cells: ['3', '4'] },
      ]);
    },
  );

  test('may have both kinds of line ends', async () => {
    expect(await readRowsOf('a,b\n"1","2"\r\n3,4\n')).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['1', '2'] },
      { line: 3, cells: ['3', '4'] },
    ]);
  });

  test('keep double quotes that mean inches', async () => {
    expect(await readRowsOf('a,b\n17" rims,2\n')).toContainEqual({ line: 2, cells: ['17" rims', '2'] });
  });

  test('are read as they were written, for any cells and any chunks', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', 'ë', '"', ',', ';', '\n', '\r\n', ' ', '0'), maxLength: 8 });
    const table = fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(
        table,
        fc.constantFrom<Delimiter>(',', ';', '\t'),
        fc.constantFrom('\n', '\r\n'),
        fc.integer({ min: 1, max: 7 }),
        async (rows, delimiter, lineEnd, chunkSize) => {
          const text = rows
            .map((row) => row.map((c) => `"${c.replaceAll('"', '""')}"`).join(delimiter) + lineEnd)
            .join('');
          const parsedCells = (await readRowsOf(text, delimiter, chunkSize)).map((row) => row.cells);
          expect(parsedCells).toEqual(rows.filter((row) => row.some((c) => c.trim() !== '')));
        },
      ),
    );
  });

  test('that are truncated are refused', async () => {
    await expect(readRowsOf('a,b\n1,"2')).rejects.toThrow('ends inside the row that begins on line 2');
    await expect(readRowsOf('a,b,c\n1,2,3\n4,5')).rejects.toThrow('its last row (line 3) has 2 of 3 cells');
  });

  test('of another length are yielded, the last one only when its line is complete', async () => {
    expect(await readRowsOf('a,b,c\n1,2\n')).toContainEqual({ line: 2, cells: ['1', '2'] });
  });

  test('that never end are refused before they fill the memory', async () => {
    await expect(readRowsOf(`a,b\n"${'x'.repeat(600_000)}`)).rejects.toThrow('The row on line 2 of cars.csv is longer');
  });
});

describe('the delimiter', () => {
  test.each([
    ['a,b,c\n1;2;3', ','],
    ['a;b;"c,d,e,f"\n', ';'],
    ['\na\tb\n', '\t'],
    ['a', ','],
  ])('of %j is %j', (text, delimiter) => {
    expect(guessDelimiter(text)).toBe(delimiter);
  });
});

describe('text', () => {
  test('loses its byte order mark', async () => {
    expect(await decodeBytes(Buffer.from('\ufeffCitroën'))).toBe('Citroën');
    expect(await decodeBytes(Buffer.from('\ufeffCitroën', 'utf16le'))).toBe('Citroën');
  });

  test('in UTF-16 is detected without a byte order mark', async () => {
    expect(await decodeBytes(Buffer.from('title,make', 'utf16le'))).toBe('title,make');
    expect(guessEncoding(Buffer.from('title,make', 'utf16le').swap16())).toBe('utf-16be');
  });

  test('with one invalid character is refused', async () => {
    const brokenContent = Buffer.concat([Buffer.from('Citroën '), Buffer.from([0xff]), Buffer.from(' more')]);
    await expect(decodeBytes(brokenContent)).rejects.toThrow('holds bytes that are no UTF-8 text');
  });

  test('that ends within a character is refused', async () => {
    await expect(decodeBytes(Buffer.from('ë ë').subarray(0, 4))).rejects.toThrow('it ends inside a character');
  });
});
