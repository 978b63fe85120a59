import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { makeTestDatabase, type TestDatabase } from '@carhouse/database/testing/test-database';
import { makeId } from '@carhouse/domain/ids/id';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeMappingChooserByName } from '../draft/check-file.ts';
import { openSource } from '../read/source-file.ts';
import { findSeller } from './find-seller.ts';
import { type ImportOptions, type ImportResult, importFile } from './import-file.ts';
import { withImportLock } from './import-lock.ts';
import { openReport } from './report-file.ts';

const now = new Date('2026-11-20T10:00:00Z');
const header = 'listing_id,title,make,reg_date,price,power,opc_scheme,description';
const q5 = '11,Audi Q5 2.0A,audi,21-apr-2016,"88,000",165,,one owner.';
const roma = '12,Ferrari Roma,ferrari,02-feb-2022,900000.0,456.0,,';

let server: TestDatabase;
let folder: string;
let sellerId: string;
let sellerEmail: string;

beforeAll(async () => {
  server = await makeTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'carhouse-import-'));
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  sellerId = newId();
  sellerEmail = `${sellerId}@dealer.example`;
  await addAccount(sellerId, sellerEmail, 'Seller');
});

afterEach(async () => {
  await server.pool.query('DELETE FROM listing');
  await server.pool.query('DELETE FROM brand WHERE position IS NULL');
});

describe('an import', () => {
  test('creates available listings with the values of the rows', async () => {
    expect(await importText([header, q5, roma])).toMatchObject({ imported: 2, updated: 0, unchanged: 0, rejected: 0 });
    expect(await readListings()).toEqual([
      {
        dealer_ref: '11',
        title: 'Audi Q5 2.0A',
        brand: 'Audi',
        status: 'available',
        location: 'Singapore',
        original_price_cents: null,
        resale_price_cents: 8_800_000n,
        years_of_use: 10,
        year_of_purchase: 2016,
        power_kw: 165,
        registered_on: '2016-04-21',
        coe_expires_on: '2026-04-20',
        description: 'One owner.',
        posted_at: now,
        updated_at: now,
      },
      expect.objectContaining({ dealer_ref: '12', brand: 'Ferrari', resale_price_cents: 90_000_000n, description: '' }),
    ]);
  });

  test('that is repeated changes nothing, also on a later day', async () => {
    await importText([header, q5, roma]);
    const listingsBefore = await readListings();
    const laterDay = new Date('2028-01-01T00:00:00Z');
    const secondImport = await importText([header, q5, roma], { now: laterDay });
    expect(secondImport).toMatchObject({ imported: 0, updated: 0, unchanged: 2, rejected: 0 });
    expect(await readListings()).toEqual(listingsBefore);
  });

  test('updates a changed row and leaves the others', async () => {
    await importText([header, q5, roma]);
    const laterDay = new Date('2026-12-01T00:00:00Z');
    const secondImport = await importText([header, q5.replace('88,000', '85,500'), roma], { now: laterDay });
    expect(secondImport).toMatchObject({ imported: 0, updated: 1, unchanged: 1 });
    const [firstListing, secondListing] = await readListings();
    expect(firstListing).toMatchObject({ resale_price_cents: 8_550_000n, posted_at: now, updated_at: laterDay });
    expect(secondListing).toMatchObject({ updated_at: now });
  });

  test('does not change the status of a withdrawn car', async () => {
    await importText([header, q5]);
    await server.pool.query("UPDATE listing SET status = 'withdrawn'");
    expect(await importText([header, q5.replace('88,000', '85,500')])).toMatchObject({ updated: 1 });
    expect(await readListings()).toMatchObject([{ status: 'withdrawn' }]);
  });

  test('distinguishes the cars of two sellers with the same references', async () => {
    await importText([header, q5]);
    const secondId = newId();
    await addAccount(secondId, `${secondId}@dealer.example`, 'Seller');
    expect(await importText([header, q5], { seller: `${secondId}@dealer.example` })).toMatchObject({ imported: 1 });
    const { rows } = await server.pool.query('SELECT seller_id FROM listing ORDER BY seller_id');
    expect(rows).toEqual([sellerId, secondId].sort().map((seller_id) => ({ seller_id })));
  });

  test('rejects faulty rows with line, column and reason, and accepts the rest', async () => {
    const rows = [
      header,
      '1,"Audi\nA4",audi,21-apr-2016,"1,000",100,,',
      '2,Audi A4,audi,21-apr-2016,,100,,',
      '3,Audi A4,audi,31-apr-2016,=1+1,100,,',
      '4,Audi A4,audi,21-apr-2016,1000,100,1100,100',
      '5,Audi A4,audi,21-apr-2016,1000',
      ',Audi A4,audi,21-apr-2016,1000,100,,',
      '1,Audi A4,audi,21-apr-2016,1000,100,,',
      '7,Zonk 2000,zonk,21-apr-2016,1000,100,,',
      '8,Zonk 2000,,21-apr-2016,1000,100,,',
      '9,Audi A4,AUDI,21-apr-2016,1000,0.0,,',
    ];
    const result = await importText(rows);
    expect(result).toMatchObject({ imported: 2, rejected: 8 });
    expect(result.report.split('\r\n')).toEqual([
      'line,ref,outcome,column,value,reason',
      '2,1,imported,,,',
      '4,2,rejected,price,,"is empty; expected a price such as 88,000"',
      '5,3,rejected,reg_date,31-apr-2016,"is not a day of the calendar; expected a date such as 10-Nov-2017; price \'=1+1\' is not a number; expected a price such as 88,000"',
      '6,4,rejected,opc_scheme,1100,"is no off-peak scheme; expected yes, no or the name of an off-peak scheme"',
      '7,5,rejected,,,the row has 5 cells where the header row has 8',
      '8,,rejected,listing_id,,"is empty; expected your own reference of the car, such as a stock number"',
      '9,1,rejected,listing_id,1,stands on line 2 already',
      '10,7,rejected,make,zonk,"unknown brand Zonk; use --add-brands"',
      '11,8,rejected,make,,"is empty, and the title does not begin with a known make; expected a make such as Audi"',
      '12,9,imported,,,',
      '',
    ]);
    expect(await readListings()).toMatchObject([
      { dealer_ref: '1', title: 'Audi A4' },
      { dealer_ref: '9', power_kw: null },
    ]);
  });

  test('writes a report that no spreadsheet runs as a formula', async () => {
    const result = await importText([header, '=cmd,Audi A4,audi,21-apr-2016,@SUM(A1),100,,']);
    expect(result.report).toContain("2,'=cmd,rejected,price,'@SUM(A1),\"is not a number;");
  });

  test('accepts a second row with a reference whose first row was rejected', async () => {
    const result = await importText([
      header,
      '1,Audi A4,audi,21-apr-2016,,100,,',
      '1,Audi A4,audi,21-apr-2016,5,100,,',
    ]);
    expect(result).toMatchObject({ imported: 1, rejected: 1 });
  });

  test('adds brands when the option is set, each once in any spelling', async () => {
    const rows = [
      header,
      '1,Rolls Royce Ghost,rolls royce,21-apr-2016,1000,100,,',
      '2,Land Rover Defender,land rover,21-apr-2016,1000,100,,',
      '3,Land-Rover Discovery,LAND-ROVER,21-apr-2016,1000,100,,',
      '4,Land Rover Sport,,21-apr-2016,1000,100,,',
      '5,SC Neustar,sc,21-apr-2016,1000,100,,',
    ];
    expect((await importText(rows)).reasons).toEqual([{ reason: 'make unknown brand; use --add-brands', rows: 4 }]);
    const result = await importText(rows, { addBrands: true });
    expect(result).toMatchObject({ imported: 4, unchanged: 1, brandsAdded: ['Land Rover', 'SC'] });
    const { rows: brands } = await server.pool.query(
      'SELECT api_name, name, page_path, listable FROM brand WHERE position IS NULL ORDER BY name',
    );
    expect(brands).toEqual([
      { api_name: 'Land_Rover', name: 'Land Rover', page_path: null, listable: true },
      { api_name: 'SC', name: 'SC', page_path: null, listable: true },
    ]);
    expect((await readListings()).map((listing) => listing.brand)).toEqual([
      'Rolls_Royce',
      'Land_Rover',
      'Land_Rover',
      'Land_Rover',
      'SC',
    ]);
  });

  test('rejects cars of a brand that is closed', async () => {
    await server.pool.query("INSERT INTO brand (api_name, name, listable) VALUES ('Zonk', 'Zonk', false)");
    const result = await importText([header, '7,Zonk 2000,zonk,21-apr-2016,1000,100,,'], { addBrands: true });
    expect(result.reasons).toEqual([{ reason: 'make the brand Zonk is closed for listing', rows: 1 }]);
  });

  test('reads the columns of the format of Car House', async () => {
    const result = await importText(
      [
        'Ref;Title;Category;Location;Original price;Resale price;Years of use;Year of purchase;Description;COE expires on',
        'A-1;Model S Plaid;TESLA;Jurong;$ 400.000,50;"310,000.00";3;2021;"Fast; quiet";30/06/2031',
      ].map((row) => row.replace('400.000,50', '400,000.50')),
    );
    expect(result).toMatchObject({ imported: 1, rejected: 0 });
    expect(await readListings()).toMatchObject([
      {
        brand: 'Tesla',
        location: 'Jurong',
        original_price_cents: 40_000_050n,
        resale_price_cents: 31_000_000n,
        years_of_use: 3,
        year_of_purchase: 2021,
        description: 'Fast; quiet',
        coe_expires_on: '2031-06-30',
      },
    ]);
  });

  test('reads the same from every file format', async () => {
    const rows = [header, `${q5.slice(0, -'one owner.'.length)}"Citroën\nnext"`, roma];
    await importText(rows);
    const listingsBefore = await readListings();
    const lf = `${rows.join('\n')}\n`;
    const reorderedText = 'price;unheard of;listing_id;title;make;reg_date;power;opc_scheme;description\r\n'.concat(
      '"$88,000 ";x;11;"Audi\u00a0Q5\u28002.0A";Audi;21–apr–2016;165.0;;"Citroën\r\nnext"\r\n',
      'S$900000;x;12;Ferrari Roma;FERRARI;2022-02-02;456 kW;-;n.a.\r\n',
    );
    for (const content of [
      lf,
      lf.replaceAll('\n', '\r\n'),
      `\ufeff${lf}`,
      gzipSync(lf),
      Buffer.from(`\ufeff${lf}`, 'utf16le'),
      Buffer.from(lf, 'latin1'),
      lf.trimEnd(),
      reorderedText,
    ]) {
      expect(await importContent(content)).toMatchObject({ imported: 0, updated: 0, unchanged: 2, rejected: 0 });
    }
    expect(await readListings()).toEqual(listingsBefore);
  });

  test('accepts files and rows without optional columns', async () => {
    const result = await importText(['price,title,reg_date,listing_id', '1000,BMW 320i,01-jan-2020,77']);
    expect(result).toMatchObject({ imported: 1 });
    expect(await readListings()).toMatchObject([{ brand: 'BMW', power_kw: null }]);
  });

  test('as a dry run counts the same and changes nothing', async () => {
    await importText([header, q5]);
    const listingsBefore = await readListings();
    const rows = [header, q5.replace('88,000', '1'), roma, '3,Zonk 1,zonk,21-apr-2016,1,1,,', '4,Audi,audi,x,1,1,,'];
    const dryRunResult = await importText(rows, { dryRun: true, addBrands: true });
    expect(await readListings()).toEqual(listingsBefore);
    const realResult = await importText(rows, { addBrands: true });
    expect(realResult).toEqual(dryRunResult);
    expect(realResult).toMatchObject({ imported: 2, updated: 1, unchanged: 0, rejected: 1, brandsAdded: ['Zonk'] });
  });

  test('stops between batches when it is interrupted, and the next run imports the rest', async () => {
    const rows = [header, ...Array.from({ length: 1_200 }, (_, index) => q5.replace('11', `n${index}`))];
    const controller = new AbortController();
    const firstResult = await importText(rows, { signal: controller.signal, onProgress: () => controller.abort() });
    expect(firstResult).toMatchObject({ imported: 500, isInterrupted: true });
    expect(await importText(rows)).toMatchObject({ imported: 700, unchanged: 500, isInterrupted: false });
  });

  test('rejects only the row that the database refuses', async () => {
    await server.pool.query("ALTER TABLE listing ADD CONSTRAINT no_roma CHECK (title <> 'Ferrari Roma')");
    const result = await importText([header, q5, roma, q5.replace('11', '13')]);
    await server.pool.query('ALTER TABLE listing DROP CONSTRAINT no_roma');
    expect(result).toMatchObject({ imported: 2, rejected: 1 });
    expect(result.report).toMatch(/^3,12,rejected,,,could not be stored \(no_roma\)/m);
  });
});

describe('an import is refused and changes nothing', () => {
  const listCsv = `${header}\n${q5}\n${roma}\n`;

  test.each<[string, string | Buffer, RegExp]>([
    ['empty', '', /is empty/],
    ['blank', '\n \n', /is empty/],
    ['without rows', `${header}\n`, /has a header row and nothing below it/],
    [
      'without a needed column',
      listCsv.replace('price', 'xyz'),
      /no column seems to hold the price\. .*sg-cs5228 misses the column price/,
    ],
    ['with a needed column twice', listCsv.replace('power', 'price'), /the column price stands twice/],
    [
      'cut inside quotes',
      `${header}\n${roma}\n11,Audi,audi,21-apr-2016,"88`,
      /cut off, or a quote is never closed: .* line 3/,
    ],
    ['cut inside a row', `${header}\n${roma}\n11,Audi,au`, /cut off: its last row \(line 3\) has 3 of 8 cells/],
    ['a spreadsheet', Buffer.from('PK\u0003\u0004 and so on'), /Save it as CSV/],
    ['gzip of nothing', gzipSync(''), /is empty/],
  ])('when the file is %s', async (_, content, message) => {
    await expect(importContent(content)).rejects.toThrow(message);
    expect(await readListings()).toEqual([]);
  });

  test('when its gzip data is truncated anywhere', async () => {
    const gzipBytes = gzipSync(
      `${header}\n${Array.from({ length: 2_000 }, (_, i) => q5.replace('11', `g${i}`)).join('\n')}\n`,
    );
    for (const missingCount of [1, 8, 9, 500]) {
      const file = await writeListFile(gzipBytes);
      await truncate(file, gzipBytes.length - missingCount);
      await expect(importFileAt(file)).rejects.toThrow('its gzip data ends too early');
    }
    expect(await readListings()).toEqual([]);
  });

  test('when there is no such seller, or the account may not sell', async () => {
    const buyer = newId();
    await addAccount(buyer, `${buyer}@buyer.example`, 'Buyer');
    await expect(importContent(listCsv, { seller: 'new@x.example' })).rejects.toThrow('There is no account new@x.');
    await expect(importContent(listCsv, { seller: `${buyer}@buyer.example` })).rejects.toThrow('is no Seller');
    await expect(importContent(listCsv, { seller: '' })).rejects.toThrow('--seller EMAIL');
    await server.pool.query("UPDATE account SET status = 'suspended' WHERE id = $1", [sellerId]);
    await expect(importContent(listCsv)).rejects.toThrow('is suspended');
  });

  test('when there is no such file or mapping', async () => {
    await expect(importFileAt(join(folder, 'nothing.csv'))).rejects.toThrow('There is no file');
    await expect(importFileAt(folder)).rejects.toThrow('is not a regular file');
    await expect(importContent(listCsv, { mapping: 'mine' })).rejects.toThrow(
      /There is no mapping mine[\s\S]*sg-cs5228:/,
    );
    await expect(importContent(listCsv, { mapping: 'carhouse' })).rejects.toThrow(
      'carhouse needs the columns ref, brand',
    );
  });

  test('while another import for the seller runs', async () => {
    const id = sellerId as Parameters<typeof withImportLock>[1];
    await withImportLock(server.database, id, async () => {
      await expect(importContent(listCsv)).rejects.toThrow('Another import for this seller is running');
    });
    expect(await importContent(listCsv)).toMatchObject({ imported: 2 });
  });
});

type ImportOverrides = Partial<Pick<ImportOptions, 'dryRun' | 'now' | 'signal' | 'onProgress'>> & {
  /** The seller's e-mail address. With `''` the import names no seller. */
  readonly seller?: string;
  readonly mapping?: string;
  readonly addBrands?: boolean;
};

function importText(rows: readonly string[], changes?: ImportOverrides) {
  return importContent(`${rows.join('\n')}\n`, changes);
}

async function importContent(content: string | Buffer, changes?: ImportOverrides) {
  return importFileAt(await writeListFile(content), changes);
}

async function importFileAt(file: string, changes: ImportOverrides = {}): Promise<ImportResult & { report: string }> {
  const report = join(folder, `report-${randomBytes(6).toString('hex')}.csv`);
  const { seller = sellerEmail, mapping, addBrands = false, ...others } = changes;
  const { id } = await findSeller(server.database, seller === '' ? undefined : seller);
  const source = await openSource(file);
  try {
    const result = await importFile({
      database: server.database,
      source,
      sellerId: id,
      chooseMapping: makeMappingChooserByName(mapping),
      brands: addBrands ? 'all' : 'none',
      dryRun: false,
      now,
      makeId: newId,
      openReport: () => openReport(report),
      ...others,
    });
    return { ...result, report: await readFile(report, 'utf8') };
  } finally {
    await source.close();
  }
}

async function writeListFile(content: string | Buffer): Promise<string> {
  const file = join(folder, `${randomBytes(6).toString('hex')}.csv`);
  await writeFile(file, content);
  return file;
}

async function addAccount(id: string, email: string, role: string): Promise<void> {
  const values = [id, 'Dealer', email, role];
  await server.pool.query('INSERT INTO account (id, name, email, role) VALUES ($1, $2, $3, $4)', values);
}

async function readListings() {
  const { rows } = await server.pool.query(
    `SELECT dealer_ref, title, brand, status, location, original_price_cents, resale_price_cents, years_of_use,
            year_of_purchase, power_kw, registered_on, coe_expires_on, description, posted_at, updated_at
     FROM listing ORDER BY dealer_ref`,
  );
  return rows;
}

function newId(): string {
  return makeId(now, randomBytes(10));
}
