import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bindGuessedMapping } from '../guess/choose-mapping.ts';
import { guessMapping } from '../guess/guess-mapping.ts';
import type { Mapping } from '../guess/mapping.ts';
import { mappableFields, requireReader } from '../guess/mapping-json.ts';
import { createRowReader, type ReadRow, type RowContext } from './read-row.ts';

/** Reads rows whose cells are separated by `|`. The first row is the header. */
function readAllRows(
  lines: readonly string[],
  changeMapping: (mapping: Mapping) => Mapping = (sameMapping) => sameMapping,
): readonly ReadRow[] {
  const [header = [], ...rows] = lines.map((line) => line.split('|'));
  const { mapping } = guessMapping({ header, sample: rows.map((cells, at) => ({ line: at + 2, cells })) });
  const readRow = createRowReader(makeRowContext(changeMapping(mapping), header));
  return rows.map((cells) => readRow(cells));
}

function makeRowContext(mapping: Mapping, header: readonly string[]): RowContext {
  const { columns } = bindGuessedMapping(mapping, header).binding;
  return { mapping, columns, width: header.length, today: '2026-11-20', isBrand: () => false };
}

function findReason(row: ReadRow | undefined): string {
  return row !== undefined && 'faults' in row
    ? row.faults.map(({ column, reason }) => `${column}: ${reason}`).join('; ')
    : 'taken';
}

describe('a row with unusual values', () => {
  test('is read completely', () => {
    const [row] = readAllRows([
      'ref|title|price|reg date|mileage|power|engine|colour',
      'x|Citroën C4\r\nPicasso (COE till 04/2029)|$10,300 |28-May-13|51,000 mi.|95.6 kW (128 bhp) View specs of the C4|1.6L|–',
    ]);
    expect(row).toMatchObject({
      draft: {
        title: 'Citroën C4 Picasso',
        brandKey: 'citroen',
        resalePrice: 1_030_000n,
        facts: {
          registeredOn: '2013-05-28',
          coeExpiresOn: '2029-04-30',
          coeRenewed: true,
          mileageKm: 82_077,
          powerKw: 96,
          engineCc: 1_600,
          colour: null,
        },
      },
    });
  });

  test('is rejected with the names of the shifted columns', () => {
    const rows = readAllRows([
      'ref|title|price|year|transmission',
      '1|Audi A4|1000|2016|Auto',
      '2|BMW 320i|1000|2017|Manual',
      '3|Kia Cerato|1000|2018|Auto',
      '4|Mazda 3|1000|SUV|2021',
    ]);
    expect(rows.map(findReason)).toEqual([
      'taken',
      'taken',
      'taken',
      'year: is not a number; expected a year such as 2017; transmission: is no known transmission; expected auto or manual; transmission: is what year should hold: the cells of this row stand in wrong columns',
    ]);
  });

  test.each([
    ['£9,500', 'price: is in GBP, and no rate for GBP was named; expected a price such as 88,000'],
    ['US$ 9,500', 'price: is in USD, and no rate for USD was named; expected a price such as 88,000'],
    ['EUR 9500', 'price: is in EUR, and no rate for EUR was named; expected a price such as 88,000'],
    ['S$9,500', 'taken'],
    ['$9,500', 'taken'],
    ['9,500 SGD', 'taken'],
    ['9.500,-', 'price: may mean thousands or decimals: write it without the point; expected a price such as 88,000'],
    ['Call', 'price: is not a price, and a car is imported with its price; expected a price such as 88,000'],
    ['N.A.', 'price: is empty; expected a price such as 88,000'],
  ])('with the price %s: %s', (price, reason) => {
    const rows = readAllRows([
      'ref|title|price|year',
      '1|Audi A4|12,000|2016',
      '2|Audi A5|8000|2015',
      `3|Audi A6|${price}|2017`,
    ]);
    expect(findReason(rows[2])).toBe(reason);
  });

  test('has its price in the currency of its own column', () => {
    const lines = [
      'ref|title|price|currency|year',
      '1|Audi A4|1000|SGD|2016',
      '2|Audi A4|1000|EUR|2016',
      '3|Audi A4|1000|GBP|2016',
    ];
    const rows = readAllRows(lines, (mapping) => ({ ...mapping, money: { currency: 'EUR', rate: 1.5 } }));
    expect(rows.map(findReason)).toEqual([
      'taken',
      'taken',
      'price: is in GBP, and no rate for GBP was named; expected a price such as 88,000',
    ]);
    expect(rows[1]).toMatchObject({ draft: { resalePrice: 150_000n } });
  });

  test('without a reference is the same car after a change of the price, and another car after a change of the mileage', () => {
    const lines = (price: string, mileage: string) => ['title|price|year|mileage', `Audi A4|${price}|2016|${mileage}`];
    const readRefOf = (row: ReadRow | undefined) => (row !== undefined && 'draft' in row ? row.draft.dealerRef : '');
    const [acceptedRow, cheaperRow, otherRow] = [
      readAllRows(lines('1000', '5000'))[0],
      readAllRows(lines('900', '5000'))[0],
      readAllRows(lines('1000', '5001'))[0],
    ].map(readRefOf);
    expect(acceptedRow).toMatch(/^car-[0-9a-f]{16}$/);
    expect(cheaperRow).toBe(acceptedRow);
    expect(otherRow).not.toBe(acceptedRow);
  });
});

describe('any cells', () => {
  const anyText = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.constantFrom(
      '',
      'N.A.',
      '–',
      '=1+1',
      '$10,300 ',
      '51,000 mi.',
      '28-May-13',
      '1e9',
      '99999999999999999999',
      '2017.0',
    ),
    fc.constantFrom(
      'Audi A4 2.0A (COE till 04/2029)',
      'https://x.example/?id=1\\',
      '1.6L',
      '12.500',
      'petrol',
      '\u0000',
      '"',
    ),
    fc.stringMatching(/^[\d.,' -]{1,25}$/),
  );
  const column = fc.record({
    field: fc.constantFrom(...mappableFields),
    as: fc.option(fc.constantFrom('miles', 'PS', 'litres')),
  });

  test('are either accepted or rejected with a reason', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(column, { selector: ({ field }) => field, minLength: 1, maxLength: 12 }),
        fc.array(fc.array(anyText, { maxLength: 13 }), { maxLength: 6 }),
        (columns, rows) => {
          const header = columns.map(({ field }) => field);
          const mapping: Mapping = {
            name: 'any',
            about: '',
            columns: columns.map(({ field, as }) => {
              const reader = requireReader(field, as);
              return { header: [field], field, ...(reader === undefined ? {} : { as: reader }) };
            }),
            leftOut: [],
            defaultLocation: 'Singapore',
            impliedFuel: null,
            money: null,
          };
          const readRow = createRowReader(makeRowContext(mapping, header));
          for (const cells of rows) {
            const row = readRow(cells);
            const isAccepted = 'draft' in row && row.draft.dealerRef.length > 0 && row.draft.resalePrice > 0n;
            const isRejected =
              'faults' in row && row.faults.length > 0 && row.faults.every(({ reason }) => reason !== '');
            expect([isAccepted, isRejected].filter(Boolean)).toEqual([true]);
          }
        },
      ),
      { numRuns: 400 },
    );
  });
});
