import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { looksLikeJson, parseJsonRows, readJsonHeader } from './json-rows.ts';

async function* splitIntoChunks(text: string, size = text.length || 1): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

async function readJsonRows(text: string, size?: number) {
  const { header, rowCount: rows } = await readJsonHeader(
    splitIntoChunks(text, size),
    'cars.json',
    Number.POSITIVE_INFINITY,
    () => {},
  );
  const cells: (readonly string[])[] = [];
  const lines: number[] = [];
  for await (const row of parseJsonRows(splitIntoChunks(text, size), header, 'cars.json')) {
    cells.push(row.cells);
    lines.push(row.line);
  }
  expect(cells).toHaveLength(rows);
  return { header, cells, lines };
}

describe('a JSON file', () => {
  const cars = [
    { ref: 'a', price: 88_000, note: 'says "}" and \\ ' },
    { ref: 'b', sold: false, note: null },
  ];

  test.each([
    ['a list', JSON.stringify(cars)],
    ['a list over lines', JSON.stringify(cars, null, 2)],
    ['an object on each line', cars.map((car) => JSON.stringify(car)).join('\n')],
    ['a list inside of an object', JSON.stringify({ version: 2, cars, pages: 1 })],
    ['a list with a mark before it', `\ufeff${JSON.stringify(cars)}`],
  ])('is read as %s, wherever a chunk ends', async (_, text) => {
    for (const size of [1, 7, undefined]) {
      // The start of the text shows whether the list is inside an object, so the start must be in one chunk.
      if (text.startsWith('{"version') && size !== undefined) continue;
      const { header, cells } = await readJsonRows(text, size);
      expect(header).toEqual(['ref', 'price', 'note', 'sold']);
      expect(cells).toEqual([
        ['a', '88000', 'says "}" and \\ ', ''],
        ['b', '', '', 'false'],
      ]);
    }
  });

  test('names nested values with points, and joins lists into one cell', async () => {
    const car = { price: { amount: 1e21, sgd: 5e6 }, photos: ['a.jpg', { url: 'b.jpg' }] };
    expect(await readJsonRows(JSON.stringify([car]))).toMatchObject({
      header: ['price.amount', 'price.sgd', 'photos'],
      cells: [['1e+21', '5000000', 'a.jpg\nb.jpg']],
    });
  });

  test('keeps the images of its first car with the car', async () => {
    const car = JSON.stringify({ ref: 'a', photos: [{ url: 'a.jpg' }] });
    expect(await readJsonRows(`${car}\n${car}`)).toMatchObject({ header: ['ref', 'photos'], lines: [1, 2] });
  });

  test.each([
    ['[{"a":1},{"a":', /cut off: .* line 1/],
    ['[{"a":1},\n{"a" 1}]', /The object on line 2 of cars.json is no JSON/],
    ['[{"a":1}] x', /no JSON from line 1 on/],
  ])('%s is refused', async (text, message) => {
    await expect(readJsonRows(text)).rejects.toThrow(message);
  });

  test('that never ends is refused before it fills the memory', async () => {
    await expect(readJsonRows(`[{"a":"${'x'.repeat(600_000)}`, 65_536)).rejects.toThrow(
      'longer than 500000 characters',
    );
  });

  test('is read as it was written', async () => {
    const value = fc.dictionary(fc.constantFrom('a', 'b', 'ref'), fc.string({ unit: 'binary', maxLength: 8 }), {
      minKeys: 1,
      noNullPrototype: true,
    });
    await fc.assert(
      fc.asyncProperty(fc.array(value, { maxLength: 5 }), fc.integer({ min: 1, max: 9 }), async (list, size) => {
        const { header, cells } = await readJsonRows(JSON.stringify(list), size);
        expect(cells).toEqual(list.map((car) => header.map((name) => car[name] ?? '')));
      }),
    );
  });

  test.each([
    ['[{"a":1}]', true],
    ['\ufeff [\n', true],
    ['{"a":1}', true],
    ['title,price\n', false],
    ['[note],price', false],
  ])('%j: %s', (start, is) => {
    expect(looksLikeJson(start)).toBe(is);
  });
});

describe('a hostile JSON file', () => {
  /** Returns the number of characters that patterns examine while the text is read. */
  async function countExaminedCharacters(text: string): Promise<number> {
    let examinedCharacterCount = 0;
    const { test: originalTest } = RegExp.prototype;
    const regExpTestSpy = vi.spyOn(RegExp.prototype, 'test').mockImplementation(function (
      this: RegExp,
      examinedText: string,
    ) {
      examinedCharacterCount += examinedText.length;
      return originalTest.call(this, examinedText);
    });
    try {
      await readJsonHeader(splitIntoChunks(text, 65_536), 'cars.json', Number.POSITIVE_INFINITY, () => {}).catch(
        () => {},
      );
    } finally {
      regExpTestSpy.mockRestore();
    }
    return examinedCharacterCount;
  }

  test.each([
    ['lists in one object', (n: number) => `{${'"":[],'.repeat(n)}"z":1}`],
    ['lists that have the name of a list of cars', (n: number) => `{${'"cars":[],'.repeat(n)}"z":1}`],
    ['lists in lists', (n: number) => `{"a":${'[['.repeat(n)}`],
  ])('with %s is looked at in proportion to its length', async (_, make) => {
    const [shortTextCount, longTextCount] = [
      await countExaminedCharacters(make(2_000)),
      await countExaminedCharacters(make(8_000)),
    ];
    expect(longTextCount).toBeLessThanOrEqual(shortTextCount * 5 + 2_000);
  });

  test('with endlessly nested lists is refused', async () => {
    await expect(readJsonRows(`{"cars":1,"x":${'['.repeat(1_000)}`)).rejects.toMatchObject({ code: 'NESTING' });
  });
});
