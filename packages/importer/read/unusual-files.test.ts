import { findMakeName } from '@carhouse/domain/brand/brand-spellings';
import { dollarsFromCents } from '@carhouse/domain/money/money';
import { describe, expect, test } from 'vitest';
import { checkFile, makeMappingChooserByName, readDataRows } from '../draft/check-file.ts';
import { createRowReader } from './read-row.ts';
import { openSourceBytes } from './source-file.ts';

const today = '2026-11-20';
const header = 'Stock No,Title,Price,Year,Mileage';
const rows = ['A1,Audi A4,45000,2018,60000', 'B2,BMW 320i,88000,2019,51000', 'C3,Honda Civic,39800,2016,98000'];
const usualRows = ['A1 Audi A4 45000 2018 60000', 'B2 BMW 320i 88000 2019 51000', 'C3 Honda Civic 39800 2016 98000'];
const joinLines = (...fileLines: readonly string[]): string => `${fileLines.join('\n')}\n`;

type Outcome = {
  /** The reference, title, price, year and mileage of each accepted row. */
  readonly acceptedRows: readonly string[];
  /** The line and the reason of each rejected row. */
  readonly rejectedRows: readonly string[];
  readonly doubts: readonly string[];
};

/** Reads a file as an import with a guessed mapping does, but without a database. */
async function readFileRows(content: string | Uint8Array, name = 'cars.csv'): Promise<Outcome> {
  const bytes = Buffer.from(content as string);
  const source = await openSourceBytes(name, {
    size: bytes.length,
    read: async (position, length) => bytes.subarray(position, position + length),
  });
  const fileCheck = await checkFile(source, makeMappingChooserByName(undefined));
  const { mapping, width, binding } = fileCheck;
  const isBrand = (key: string): boolean => findMakeName(key) !== undefined;
  const readRow = createRowReader({ mapping, width, columns: binding.columns, today, isBrand });
  const acceptedRows: string[] = [];
  const rejectedRows: string[] = [];
  for await (const { line, cells } of readDataRows(source, fileCheck)) {
    const readResult = readRow(cells);
    if ('draft' in readResult) {
      const { dealerRef, title, resalePrice, yearOfPurchase, facts } = readResult.draft;
      const result = [dealerRef, title, dollarsFromCents(resalePrice), yearOfPurchase, facts.mileageKm];
      acceptedRows.push(result.filter((part) => part !== null).join(' '));
    } else
      rejectedRows.push(`${line}: ${readResult.faults.map(({ column, reason }) => `${column} ${reason}`).join('; ')}`);
  }
  return { acceptedRows, rejectedRows, doubts: fileCheck.guessedMapping?.doubts ?? [] };
}

const encodeUtf16 = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le');
const makeListWithDelimiter = (delimiter: string): string => joinLines(header, ...rows).replaceAll(',', delimiter);

describe('a list of cars is read completely', () => {
  test.each([
    ['with bars between its cells', makeListWithDelimiter('|')],
    ['with semicolons', makeListWithDelimiter(';')],
    ['with tabs in UTF-16, as a spreadsheet saves "Unicode text"', encodeUtf16(makeListWithDelimiter('\t'))],
    ['with bytes in the other order', encodeUtf16(makeListWithDelimiter('\t')).swap16()],
    ['with the line that tells a spreadsheet its delimiter', `sep=;\r\n${makeListWithDelimiter(';')}`],
    ['with such a line and a mark of its encoding', `\ufeffsep=|\n${makeListWithDelimiter('|')}`],
    ['below a line with its title', joinLines('Our stock in November', header, ...rows)],
    ['below several lines', joinLines('A Dealer,,,,', 'Stock on,1 November 2026,,,', ',,,,', header, ...rows)],
    ['below a title, with semicolons', joinLines('Our stock: all cars', makeListWithDelimiter(';').trimEnd())],
    ['with blank lines everywhere', joinLines('', header, '', ...rows, '', ',,,,', ' , ,,,', '')],
    ['with a comma at each end', joinLines(`${header},`, ...rows.map((row) => `${row},`))],
    ['with the line ends of an old Macintosh', joinLines(header, ...rows).replaceAll('\n', '\r')],
    [
      'with marks without width',
      joinLines('\ufeffStock\u00a0No,Title\u200b,Price,Year,Mileage', ...rows).replace(
        'A1,Audi',
        'A1,\u200bAudi\u00a0',
      ),
    ],
    ['with text that a spreadsheet shall not touch', joinLines(header, ...rows).replace('A1,', '="A1",')],
    [
      'with shorthand for thousands',
      joinLines(header, ...rows)
        .replace('45000', '45k')
        .replace('88000', '$88.0K')
        .replace('60000', '60k km'),
    ],
    [
      'with what is said after a price',
      joinLines(header, ...rows)
        .replace('45000', '"$45,000 neg."')
        .replace('88000', '"SGD 88,000 (nett)"')
        .replace('39800', 'S$39800/-'),
    ],
  ])('%s', async (_, content) => {
    const { acceptedRows, rejectedRows } = await readFileRows(content);
    expect({ acceptedRows, rejectedRows }).toEqual({ acceptedRows: usualRows, rejectedRows: [] });
  });

  test.each([
    ['a list', '[{"id":"A1","title":"Audi A4","price":45000,"year":2018,"specs":{"mileage":60000}}]', 'cars.json'],
    [
      'an object on each line',
      '{"id":"A1","title":"Audi A4","price":45000,"year":2018,"mileage":60000}\n',
      'cars.jsonl',
    ],
    [
      'a list deep in an answer',
      '{"status":"ok","data":{"count":1,"cars":[{"id":"A1","title":"Audi A4","price":{"amount":45000},"year":2018,"km":60000}]}}',
      'cars.json',
    ],
  ])('as JSON: %s', async (_, content, name) => {
    expect(await readFileRows(content, name)).toMatchObject({ acceptedRows: usualRows.slice(0, 1), rejectedRows: [] });
  });
});

describe('a title', () => {
  test('is read without HTML entities and tags', async () => {
    const { acceptedRows } = await readFileRows(
      joinLines(
        header,
        'A1,Audi&nbsp;A4 &amp; more,1000,2018,1',
        'B2,<b>BMW</b> 320i<br/>M &#39;Sport&#39;,2000,2019,2',
      ),
    );
    expect(acceptedRows).toEqual(['A1 Audi A4 & more 1000 2018 1', "B2 BMW 320i M 'Sport' 2000 2019 2"]);
  });

  test('keeps characters that are no HTML', async () => {
    const { acceptedRows } = await readFileRows(
      joinLines(header, 'A1,Audi A4 <60000 km & clean,45000,2018,1', rows[1] ?? ''),
    );
    expect(acceptedRows[0]).toBe('A1 Audi A4 <60000 km & clean 45000 2018 1');
  });

  test('has its make once', async () => {
    const { acceptedRows } = await readFileRows(
      joinLines(
        'Stock No,Make,Model,Price,Year',
        'A1,Mercedes-Benz,Mercedes C180,1000,2018',
        'B2,VW,VW Golf,2000,2019',
        'C3,Land Rover,Range Rover Sport,3000,2016',
        'D4,Audi,Audi A4,4000,2016',
        'E5,Rolls-Royce,Rolls-Royce,5000,2016',
      ),
    );
    expect(acceptedRows.map((car) => car.split(' ').slice(1, -2).join(' '))).toEqual([
      'Mercedes-Benz C180',
      'Volkswagen Golf',
      'Land Rover Range Rover Sport',
      'Audi A4',
      'Rolls-Royce',
    ]);
  });
});

describe('a row is rejected with a reason', () => {
  const makeLinesWithPrice = (price: string): string => joinLines(header, ...rows, `D4,Kia Rio,${price},2015,10`);

  test.each([
    ['POA', 'Price is not a price, and a car is imported with its price; expected a price such as 88,000'],
    ['Call for price', 'Price is not a price, and a car is imported with its price; expected a price such as 88,000'],
    ['$850/mth', 'Price is an amount for each month or year, and no price; expected a price such as 88,000'],
    ['"1,200 per month"', 'Price is an amount for each month or year, and no price; expected a price such as 88,000'],
    ['-45000', 'Price is below zero; expected a price such as 88,000'],
    ['(45000)', 'Price is below zero; expected a price such as 88,000'],
    ['from 20000', 'Price is not a number; expected a price such as 88,000'],
  ])('for the price %s', async (price, reason) => {
    expect(await readFileRows(makeLinesWithPrice(price))).toMatchObject({
      acceptedRows: usualRows,
      rejectedRows: [`5: ${reason}`],
    });
  });

  test('for a negative mileage', async () => {
    const { rejectedRows } = await readFileRows(joinLines(header, ...rows, 'D4,Kia Rio,20000,2015,-1'));
    expect(rejectedRows).toEqual(['5: Mileage is below zero; expected a distance such as 98,000 km']);
  });

  test('for a line of totals and a repeated header', async () => {
    const { acceptedRows, rejectedRows } = await readFileRows(joinLines(header, ...rows, 'Total,,172800,,', header));
    expect(acceptedRows).toEqual(usualRows);
    expect(rejectedRows.map((line) => line.split(';')[0])).toEqual(['5: Title is empty', '6: Price is not a number']);
  });

  test('for a car that is not on offer, in many wordings', async () => {
    const words = ['Available', 'SOLD', 'Reserved', 'In stock', 'Deposit taken', 'on the way'];
    const cars = words.map((word, index) => `S${index},Kia Rio,20000,2015,${word}`);
    const { acceptedRows, rejectedRows } = await readFileRows(joinLines('Stock No,Title,Price,Year,Status', ...cars));
    expect(acceptedRows.map((car) => car.slice(0, 2))).toEqual(['S0', 'S3', 'S5']);
    expect(rejectedRows).toEqual([3, 4, 6].map((line) => `${line}: Status says that the car is not on offer`));
  });
});

describe('the field of a column', () => {
  test('is no COE premium when the values are years in which the COE ends', async () => {
    const { acceptedRows } = await readFileRows(
      joinLines('Stock No,Title,Price,Year,COE', 'A1,Audi A4,45000,2018,2028'),
    );
    expect(acceptedRows).toHaveLength(1);
    const bytes = Buffer.from(joinLines('Stock No,Title,Price,Year,COE', 'A1,Audi A4,45000,2018,2028'));
    const source = await openSourceBytes('a.csv', {
      size: bytes.length,
      read: async (from, to) => bytes.subarray(from, to),
    });
    const { guessedMapping } = await checkFile(source, makeMappingChooserByName(undefined));
    expect(guessedMapping?.columns.map(({ field }) => field)).toEqual([
      'ref',
      'title',
      'resalePrice',
      'manufacturedYear',
      null,
    ]);
  });

  test('is doubtful when prices look like instalments', async () => {
    const { doubts } = await readFileRows(
      joinLines(header, 'A1,Audi A4,850,2018,60000', 'B2,BMW 320i,"1,200",2019,51000'),
    );
    expect(doubts).toContain('Most amounts of Price are below $3,000. Are they prices, or instalments of a month?');
    expect((await readFileRows(joinLines(header, ...rows))).doubts.join()).not.toContain('instalments');
  });

  test('is a price rather than an instalment or a deposit', async () => {
    const { acceptedRows } = await readFileRows(
      joinLines(
        'Stock No,Title,Monthly instalment,Deposit,Price,Depreciation,Year',
        'A1,Audi A4,850,9000,45000,8000,2018',
      ),
    );
    expect(acceptedRows).toEqual(['A1 Audi A4 45000 2018']);
  });

  test('is a date in any unambiguous order', async () => {
    const dates = ['31.12.2018', '1 Feb 2019', '"May 4, 2016"', '20160504', '2016-05-04T00:00:00Z', '4th May 2016'];
    const { acceptedRows, rejectedRows } = await readFileRows(
      joinLines('Stock No,Title,Price,Reg Date', ...dates.map((date, index) => `R${index},Kia Rio,20000,${date}`)),
    );
    expect(rejectedRows).toEqual([]);
    expect(acceptedRows.map((car) => car.slice(-4))).toEqual(['2018', '2019', '2016', '2016', '2016', '2016']);
  });
});

test.each([
  ['a column of instalments and no price', joinLines('Stock No,Title,Monthly instalment,Year', 'A1,Audi A4,850,2018')],
  [
    'prices in thousands by the header',
    joinLines('Stock No,Title,Price (k),Year', 'A1,Audi A4,45,2018', 'B2,BMW 320i,88.8,2019'),
  ],
  ['no header', joinLines(...rows)],
])('a file with %s says that its prices or columns are not known', async (_, content) => {
  await expect(readFileRows(content)).rejects.toThrow(
    /no column seems to hold the price.*The first row has to name the columns/s,
  );
});
