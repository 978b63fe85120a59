import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { guessMapping, listMissingFields } from './guess-mapping.ts';
import { formatMapping, parseMapping } from './mapping-json.ts';

/** Guesses the mapping of rows whose cells are separated by `|`. The first row is the header. */
function guessFromLines(...lines: readonly string[]) {
  const [header = [], ...rows] = lines.map((line) => line.split('|').map((cell) => cell.trim()));
  return guessMapping({ header, sample: rows.map((cells, index) => ({ line: index + 2, cells })) });
}

function listFields(...lines: readonly string[]): Record<string, string> {
  const { columns } = guessFromLines(...lines);
  return Object.fromEntries(
    columns.flatMap(({ header, field, as }) =>
      field === null ? [] : [[header, as === undefined ? field : `${field}, ${as}`]],
    ),
  );
}

describe('the mapping of an unknown file', () => {
  test('is found by headers in the spellings of Singapore', () => {
    expect(
      listFields(
        'Stock No.|Vehicle|Make|Selling Price (S$)|Reg. Date|Mfg Year|Mileage (km)|Gearbox|Fuel Type|Engine Cap|No. of Owners|COE|COE Obtained Date|OMV|ARF|COE Expiry|Type of Vehicle',
        'A1|Toyota Vios 1.5A|TOYOTA|$45,800|28-May-13|2013|98,000 km|Auto|Petrol|1,497 cc|2|41,617|22-May-13|15,302|15,302|27-May-23|Sedan',
        'A2|Honda Fit 1.3A|HONDA|N.A.|02-Jan-2015|2014|N.A.|Manual|Petrol|1317|1|60,000|N.A.|14,100|-|01/2025|Hatchback',
      ),
    ).toEqual({
      'Stock No.': 'ref',
      Vehicle: 'title',
      Make: 'brand',
      'Selling Price (S$)': 'resalePrice',
      'Reg. Date': 'registeredOn',
      'Mfg Year': 'manufacturedYear',
      'Mileage (km)': 'mileageKm',
      Gearbox: 'transmission',
      'Fuel Type': 'fuel',
      'Engine Cap': 'engineCc',
      'No. of Owners': 'owners',
      COE: 'coePremium',
      'COE Obtained Date': 'coeObtainedOn',
      OMV: 'omv',
      ARF: 'arfPaid',
      'COE Expiry': 'coeExpiresOn',
      'Type of Vehicle': 'body',
    });
  });

  test('is found in the columns of an American feed, with its miles', () => {
    const { mapping, doubts } = guessFromLines(
      'brand|model|model_year|milage|fuel_type|engine|transmission|ext_col|int_col|clean_title|price',
      'Ford|Explorer XLT|2013|51,000 mi.|E85 Flex Fuel|300.0HP 3.7L V6 Cylinder Engine|6-Speed A/T|Black|Grey|Yes|$10,300 ',
      'Land|Rover Sport|2021|34,742 mi.|–|3.0L I6|8-Speed Automatic|White|Black||$38,005 ',
    );
    expect(Object.fromEntries(mapping.columns.map(({ header, field }) => [header[0], field]))).toEqual({
      brand: 'brand',
      model: 'model',
      model_year: 'manufacturedYear',
      milage: 'mileageKm',
      fuel_type: 'fuel',
      engine: 'engine',
      transmission: 'transmission',
      ext_col: 'colour',
      price: 'resalePrice',
    });
    expect(doubts.join(' ')).toContain('The miles of milage become kilometres');
  });

  test.each([
    ['Preis (EUR)|Marke|Modell|Kilometerstand|Erstzulassung', 'EUR'],
    ['price_in_euro|brand|model|mileage_in_km|registration_date', 'EUR'],
    ['Price USD|Make|Model|Odometer|Registration date', 'USD'],
  ])('names the money of %s, and no rate', (header, currency) => {
    const { mapping } = guessFromLines(header, '12500|BMW|320|120000|01/2015', '9900|Audi|A3|90000|05/2016');
    expect(mapping.money).toEqual({ currency, rate: null });
    expect(mapping.columns.map((column) => column.field)).toEqual([
      'resalePrice',
      'brand',
      'model',
      'mileageKm',
      'registeredOn',
    ]);
  });

  test('uses the currency in the cells', () => {
    expect(guessFromLines('price|title|year', '£9,500|BMW 320i|2015', '£12,000|Audi A3|2016').mapping.money).toEqual({
      currency: 'GBP',
      rate: null,
    });
  });

  test('ignores a header that its values contradict', () => {
    expect(
      listFields(
        '|LISTING_URL|BRAND|PRICE|MANUFACTURED_YEAR|REG_DATE',
        '0|https://cars.example/info.php?ID=11&DL=1\\|FORD FOCUS RS 2.3|72000.0|2016|18-Nov-2016',
        '1|https://cars.example/info.php?ID=12&DL=2\\|B.M.W. 320I SEDAN|65000.0|SUV|N.A.',
        '2|https://cars.example/info.php?ID=13&DL=2\\|MAZDA 3|65000.0|2018|01-Feb-2018',
      ),
    ).toEqual({
      LISTING_URL: 'ref, id in an address',
      BRAND: 'title',
      PRICE: 'resalePrice',
      MANUFACTURED_YEAR: 'manufacturedYear',
      REG_DATE: 'registeredOn',
    });
  });

  test('finds title, make and fuel by their values alone', () => {
    expect(
      listFields(
        'A|B|C|price|year',
        'Audi A4 2.0A|audi|petrol|1000|2016',
        'BMW 320i|b.m.w.|diesel|2000|2017',
        'VW Golf|vw|petrol|3000|2018',
      ),
    ).toMatchObject({ A: 'title', B: 'brand', C: 'fuel' });
  });

  test('reads points as thousands, litres and American dates when the column has them', () => {
    expect(
      listFields(
        'title|price|km|engine size|registration date',
        'Audi A4 2.0|12.500|125.000|2.0|12/31/2016',
        'BMW 320i|9.900|98.500|1.6|01/15/2017',
      ),
    ).toEqual({
      title: 'title',
      price: 'resalePrice, points between thousands',
      km: 'mileageKm, points between thousands',
      'engine size': 'engineCc, litres',
      'registration date': 'registeredOn, month first',
    });
  });

  test('does not read yes and no as numbers', () => {
    const rows = Array.from({ length: 12 }, (_, index) => `Audi A4 2.0|1000|2016|${index % 2}`);
    expect(listFields('title|price|year|low mileage car', ...rows)).not.toHaveProperty('low mileage car');
  });

  test('names the missing fields', () => {
    const { mapping } = guessFromLines('year|make|model', '1992|Acura|Integra');
    expect(listMissingFields(mapping)).toEqual(['the price']);
  });

  test('is written as JSON and read back', () => {
    const { mapping } = guessFromLines(
      'Preis (EUR)|Marke|Modell|Miles',
      '12.500|BMW|320|10,000',
      '9.500|VW|Golf|20,000',
    );
    expect(parseMapping(formatMapping(mapping), 'kept.json')).toEqual(mapping);
  });

  test.each([
    ['{', 'is no JSON'],
    ['{}', 'no list "columns"'],
    ['{"columns":[{"header":["a"],"field":"nothing"}]}', 'names no field'],
    ['{"columns":[{"header":["a"],"field":"title","as":"miles"}]}', 'cannot be read as "miles"'],
    ['{"columns":[],"money":{"currency":"EUR","rate":"1"}}', 'no rate'],
    ['{"columns":[{"header":["a"],"field":"title"},{"header":["b"],"field":"title"}]}', 'two columns become title'],
  ])('%s is refused as one', (text, reason) => {
    expect(() => parseMapping(text, 'kept.json')).toThrow(reason);
  });

  test('gives each column one field at most and each field one column, for any file', () => {
    const cell = fc.oneof(
      fc.string({ maxLength: 12 }),
      fc.constantFrom(
        '',
        'N.A.',
        '2017',
        '$10,300 ',
        'Audi A4',
        'petrol',
        '10-nov-2017',
        '=1+1',
        'price',
        '51,000 mi.',
      ),
    );
    fc.assert(
      fc.property(
        fc.array(fc.array(cell, { maxLength: 6 }), { minLength: 1, maxLength: 5 }),
        ([header = [], ...rows]) => {
          const { columns, mapping } = guessMapping({
            header,
            sample: rows.map((cells, at) => ({ line: at + 2, cells })),
          });
          expect(columns).toHaveLength(header.length);
          const fields = mapping.columns.map((column) => column.field);
          expect(new Set(fields).size).toBe(fields.length);
          for (const { confidence } of columns) expect(confidence >= 0 && confidence <= 1).toBe(true);
        },
      ),
    );
  });
});
