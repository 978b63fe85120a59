import { expect, it } from 'vitest';
import { checkFile, makeMappingChooserByName } from '../draft/check-file.ts';
import { bindGuessedMapping, proposeMapping } from '../guess/choose-mapping.ts';
import { guessMapping } from '../guess/guess-mapping.ts';
import { makeImageFinder } from './images-by-ref.ts';
import { createRowReader } from './read-row.ts';
import { openSourceBytes } from './source-file.ts';

const sample = (...rows: readonly (readonly string[])[]) => rows.map((cells, index) => ({ line: index + 2, cells }));

function readRows(header: readonly string[], ...rows: readonly (readonly string[])[]) {
  const tableHead = { header, sample: sample(...rows) };
  const { mapping, doubts } = proposeMapping(tableHead);
  const { columns } = bindGuessedMapping(mapping, header).binding;
  const readRow = createRowReader({
    mapping,
    columns,
    width: header.length,
    today: '2026-11-20',
    isBrand: () => false,
  });
  return { rows: rows.map((cells) => readRow(cells)), doubts };
}

it.each(['Asking', 'Asking (S$)', 'Ask', 'Nett Price', 'Price Asked', 'OTR price'])(
  'a column %s is the price',
  (name) => {
    const header = ['Stock', 'Car', name, 'Year'];
    const rows = sample(['a1', 'Audi A4', 'S$ 88,800', '2019'], ['a2', 'BMW 318i', 'S$ 76,500', '2018']);
    const { columns } = guessMapping({ header, sample: rows });
    expect(columns.map(({ field }) => field)).toEqual(['ref', 'title', 'resalePrice', 'manufacturedYear']);
  },
);

it('the price of such a column is read', () => {
  const { rows } = readRows(['Stock', 'Car', 'Asking', 'Year'], ['a1', 'Audi A4', 'S$ 88,800', '2019']);
  expect(rows[0]).toMatchObject({ draft: { resalePrice: 8_880_000n } });
});

it('a fact that the file has no column for is named in words', () => {
  const { rows } = readRows(['Stock', 'Car', 'Price', 'Colour'], ['a1', 'Audi A4', '88,800', 'Red']);
  expect(rows[0]).toMatchObject({ faults: [{ column: 'Year of purchase' }] });
  expect(JSON.stringify(rows)).not.toMatch(/yearOfPurchase|resalePrice|registeredOn/);
});

it('a make that the name of the car contradicts is a warning, and the row is accepted', () => {
  const header = ['Stock', 'Make', 'Model', 'Price', 'Year'];
  const { rows, doubts } = readRows(
    header,
    ['a1', 'BMW', 'Audi A4', '88,800', '2019'],
    ['a2', 'Toyota', 'Land Cruiser', '88,800', '2019'],
    ['a3', 'Mercedes', 'Maybach S580', '88,800', '2019'],
    ['a4', 'BMW', '318i', '88,800', '2019'],
  );
  expect(rows.map((row) => ('warnings' in row ? row.warnings.map(({ reason }) => reason) : row))).toEqual([
    ['is another make than the name of the car says: Audi'],
    [],
    [],
    [],
  ]);
  expect(doubts.join(' ')).toContain(
    'In one of the first rows the make is not that of the name of the car: BMW and Audi A4.',
  );
});

const encodeBytes = (text: string) => {
  const bytes = Buffer.from(text, 'latin1');
  return {
    size: bytes.length,
    read: async (position: number, length: number) => bytes.subarray(position, position + length),
  };
};

it.each([
  ['car.jpg', '\xff\xd8\xff\xe0....', 'car.jpg is a JPEG picture and no list of cars. Put the photos and the list'],
  ['list.csv', '\x89PNG\r\n\x1a\n', 'list.csv is a PNG picture'],
  ['a.heic', '\0\0\0\x18ftypheic', 'a.heic is a HEIC picture'],
  ['a.pdf', '%PDF-1.7', 'a.pdf is a PDF document and no list of cars. Send the list as CSV or JSON.'],
  [
    'a.xls',
    '\xd0\xcf\x11\xe0\xa1\xb1',
    'a.xls is an old Excel or Word file and no list of cars. Save it as CSV first.',
  ],
])('%s is refused by its kind', async (name, text, expectedMessage) => {
  await expect(openSourceBytes(name, encodeBytes(text))).rejects.toThrow(expectedMessage);
});

it('a list that begins with other bytes is read', async () => {
  const source = await openSourceBytes('a.csv', encodeBytes('ref,title,price,year\r\na,Audi A4,1000,2016\r\n'));
  expect(await checkFile(source, makeMappingChooserByName(undefined))).toMatchObject({ rows: 1 });
});

it('images in one folder are found by the reference in their name, in natural order', () => {
  const names = ['A123-10.jpg', 'A123-2.JPG', 'a123.png', 'A12 (1).avif', 'A123.csv', 'S-450.jpg'];
  const findImages = (folder: string, ref: string) =>
    makeImageFinder(names.map((name) => `${folder}${name}`))(ref).map((name) => name.slice(folder.length));
  for (const folder of ['', 'photos/', 'stock/photos/']) {
    expect(findImages(folder, 'A123')).toEqual(
      ['A123-2.JPG', 'A123-10.jpg', 'a123.png'].toSorted(new Intl.Collator('en', { numeric: true }).compare),
    );
    expect(findImages(folder, 'A12')).toEqual(['A12 (1).avif']);
    expect(findImages(folder, 'S-450')).toEqual(['S-450.jpg']);
    expect(findImages(folder, 'A1')).toEqual([]);
  }
});

it('images are found by the reference in their folder', () => {
  const findImagesOfRef = makeImageFinder([
    'photos/A123/b.jpg',
    'A124/side.webp',
    'A124/front.webp',
    'A123/list.csv',
    'A125.jpg',
  ]);
  expect(findImagesOfRef('A123')).toEqual(['photos/A123/b.jpg']);
  expect(findImagesOfRef(' a124 ')).toEqual(['A124/front.webp', 'A124/side.webp']);
  expect(findImagesOfRef('A125')).toEqual(['A125.jpg']);
});

it('the number of a photo in the folder of a car is not the reference of another car', () => {
  const names = ['1/1.jpg', '1/2.jpg', '2/1.jpg', '2/2.jpg', '3/1.jpg'];
  for (const folder of ['', 'photos/']) {
    const findImagesOfRef = makeImageFinder(names.map((name) => folder + name));
    expect(findImagesOfRef('1')).toEqual([`${folder}1/1.jpg`, `${folder}1/2.jpg`]);
    expect(findImagesOfRef('2')).toEqual([`${folder}2/1.jpg`, `${folder}2/2.jpg`]);
    expect(findImagesOfRef('3')).toEqual([`${folder}3/1.jpg`]);
    expect(findImagesOfRef('4')).toEqual([]);
  }
});
