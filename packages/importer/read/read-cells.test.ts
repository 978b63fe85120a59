import { countYearsBetween } from '@carhouse/domain/text/singapore-day';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CellFault } from './cell-fault.ts';
import { cleanCell } from './clean-cell.ts';
import { fieldReaders } from './field-readers.ts';
import { computeEndOfTerm, findLastDayOfMonth, formatLongDate, readDate } from './read-date.ts';
import { makeAmountReader, makeWholeNumberReader, readDecimalText } from './read-number.ts';
import { readBody, readFuel, readOffPeak, readTransmission } from './read-words.ts';

/** Cleans a cell and then reads it. The cells of a row are read in the same way. */
function cleanAndRead<T>(reader: (cell: string) => T | null, cell: string): T | null {
  const cleanedText = cleanCell(cell);
  return cleanedText === null ? null : reader(cleanedText);
}

function describeOutcome(cell: string): string {
  try {
    return readDecimalText(cell);
  } catch (error) {
    if (error instanceof CellFault) return 'refused';
    throw error;
  }
}

describe('a cell', () => {
  test.each(['', ' ', '-', '–', ' — ', 'N.A.', 'na', 'nil', 'n/a', 'N/A', 'NaN', '\u00a0', '\u2800'])(
    'with %j is unknown',
    (cell) => {
      expect(cleanCell(cell)).toBeNull();
    },
  );

  test('is cleaned of no-break spaces, braille blanks, control characters and surrounding spaces', () => {
    expect(cleanCell(' Citroe\u0308n\u2800C4\u00a0 Picasso\u0000 ')).toBe('Citroën C4 Picasso');
  });

  test('keeps its line breaks', () => {
    expect(cleanCell('one \r\n two\rthree\n\n\n\nfour')).toBe('one\ntwo\nthree\n\nfour');
  });

  test('is not changed by a second cleaning', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 12 }), (cell) => {
        const cleanedCell = cleanCell(cell);
        expect(cleanedCell === null ? null : cleanCell(cleanedCell)).toBe(cleanedCell);
      }),
    );
  });
});

describe('an amount', () => {
  const readAmount = makeAmountReader({ isZeroUnknown: true });

  test.each([
    ['198000.0', 198_000_00n],
    ['$10,300 ', 10_300_00n],
    ['S$ 1,980,000.50', 1_980_000_50n],
    ['SGD\u00a026000', 26_000_00n],
    ['26 000 $', 26_000_00n],
    ['198000,5', 198_000_50n],
    ['1.980.000', 1_980_000_00n],
    ['1.980.000,25', 1_980_000_25n],
    ["1'980'000", 1_980_000_00n],
    ['0.29', 29n],
    ['198k', 198_000_00n],
    ['88.8 K', 88_800_00n],
    ['$1.35 million', 1_350_000_00n],
    ['$45,000 neg.', 45_000_00n],
    ['45,000/-', 45_000_00n],
    ['0', null],
  ])('%j is %s cents', (cell, cents) => {
    expect(cleanAndRead(readAmount, cell)).toBe(cents);
  });

  test.each([
    '198.000',
    '10–12',
    '-5',
    '39,870/yr',
    '850 per month',
    '(45000)',
    '45k km',
    '1234.567',
    '1e5',
    'call',
    '10,30,0',
    '100000001',
  ])('%j cannot be read', (cell) => {
    expect(() => cleanAndRead(readAmount, cell)).toThrow(CellFault);
  });

  test('is the same with any thousands separator', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9_999_999 }),
        fc.constantFrom(',', ' ', "'", ''),
        (dollars, thousandsSeparator) => {
          const writtenAmount = String(dollars).replace(/\B(?=(\d{3})+$)/g, thousandsSeparator);
          expect(cleanAndRead(readAmount, ` $${writtenAmount} `)).toBe(BigInt(dollars) * 100n);
        },
      ),
    );
  });

  test('is either read or rejected, for any cell', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\d., '$-]{1,12}$/), (cell) => {
        expect(describeOutcome(cell)).toMatch(/^(refused|\d+(\.\d*)?)$/);
      }),
    );
  });
});

describe('a whole number', () => {
  const mileage = makeWholeNumberReader({ minimum: 0, maximum: 9_999_999, units: { km: 1 }, isRounded: true });

  test.each([
    ['98,000 km', 98_000],
    ['98000.4', 98_000],
    ['1', 1],
    ['0', 0],
  ])('%j is %i', (cell, value) => {
    expect(cleanAndRead(mileage, cell)).toBe(value);
  });

  test('may end with `.0` but may have no fraction when it is a count', () => {
    expect(cleanAndRead(fieldReaders.manufacturedYear, '2017.0')).toBe(2017);
    expect(() => cleanAndRead(fieldReaders.owners, '1.5')).toThrow('is not a whole number');
  });

  test('zero is unknown for facts that no car has as zero, and a value for others', () => {
    expect(cleanAndRead(fieldReaders.powerKw, '0.0')).toBeNull();
    expect(cleanAndRead(fieldReaders.engineCc, '0')).toBeNull();
    expect(cleanAndRead(fieldReaders.owners, '0')).toBe(0);
  });

  test('is rejected outside the bounds of the table', () => {
    expect(() => cleanAndRead(fieldReaders.curbWeightKg, '200001')).toThrow('is outside of 1 to 200000');
    expect(cleanAndRead(fieldReaders.curbWeightKg, '18080.0')).toBe(18_080);
  });
});

describe('a date', () => {
  test.each([
    '10-nov-2017',
    '10 Nov 2017',
    '10–November–2017',
    '2017-11-10',
    '2017-11-10 00:00:00',
    '2017/11/10',
    '10/11/2017',
    '10.11.2017',
  ])('%j is 10 November 2017', (cell) => {
    expect(cleanAndRead(readDate, cell)).toBe('2017-11-10');
  });

  test.each(['31-feb-2020', '29-feb-2019', '13/13/2020', '10-foo-2020', '10/11/17/1', '2017', '01-jan-1800'])(
    '%j cannot be read',
    (cell) => {
      expect(() => cleanAndRead(readDate, cell)).toThrow(CellFault);
    },
  );

  test('is read from every notation', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
        (date) => {
          const isoDay = date.toISOString().slice(0, 10);
          const [year, month, day] = isoDay.split('-');
          expect(readDate(`${day}/${month}/${year}`)).toBe(isoDay);
          expect(readDate(formatLongDate(isoDay))).toBe(isoDay);
        },
      ),
    );
  });

  test('a COE of ten years ends one day before the tenth anniversary', () => {
    expect(computeEndOfTerm('2018-02-02', 10)).toBe('2028-02-01');
    expect(computeEndOfTerm('2018-08-01', 20)).toBe('2038-07-31');
    expect(findLastDayOfMonth(2028, 2)).toBe('2028-02-29');
  });

  test('only full years are counted', () => {
    expect(countYearsBetween('2017-11-10', '2026-11-09')).toBe(8);
    expect(countYearsBetween('2017-11-10', '2026-11-10')).toBe(9);
    expect(countYearsBetween('2027-01-01', '2026-11-10')).toBe(0);
  });
});

describe('a word', () => {
  test.each([
    [readTransmission, 'auto', 'automatic'],
    [readTransmission, 'Manual', 'manual'],
    [readFuel, 'Petrol-Electric', 'hybrid'],
    [readFuel, 'diesel', 'diesel'],
    [readBody, 'suv', 'SUV'],
    [readBody, 'luxury sedan', 'Luxury sedan'],
    [readBody, 'stationwagon', 'Station wagon'],
    [readBody, 'bus/mini bus', 'Bus'],
    [readBody, 'others', null],
    [readOffPeak, 'revised opc scheme . learn more about opc schemes.', true],
  ] as const)('%o reads %j as %j', (reader, cell, value) => {
    expect(cleanAndRead<unknown>(reader, cell)).toBe(value);
  });

  test('a number in a column of words is rejected', () => {
    expect(() => cleanAndRead(readOffPeak, '1100')).toThrow('is no off-peak scheme');
    expect(() => cleanAndRead(readBody, '1970.0')).toThrow('holds no word');
    expect(() => cleanAndRead(readFuel, '2997')).toThrow('is no known fuel');
  });

  test('a description without a word is unknown', () => {
    expect(cleanAndRead(fieldReaders.description, '0')).toBeNull();
  });
});
