import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeTestDatabase, type TestDatabase } from '@carhouse/database/testing/test-database';
import { makeId } from '@carhouse/domain/ids/id';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeMappingChooserByName } from '../draft/check-file.ts';
import { openSource } from '../read/source-file.ts';
import { findSeller } from './find-seller.ts';
import { type ImportResult, importFile } from './import-file.ts';
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
  await server.pool.query("INSERT INTO account (id, name, email, role) VALUES ($1, 'Dealer', $2, 'Seller')", [
    sellerId,
    sellerEmail,
  ]);
});

afterEach(async () => {
  await server.pool.query('DELETE FROM listing');
  await server.pool.query('DELETE FROM brand WHERE position IS NULL');
});

describe('a real data set', () => {
  const dataFolder = fileURLToPath(new URL('../../../../shared/data/', import.meta.url));
  const cs5228Path = 'sg-cs5228-2024/listings_5000.csv.gz';

  test('is imported except for one row whose cells have shifted', { timeout: 600_000 }, async (context) => {
    const file = join(dataFolder, cs5228Path);
    if (!existsSync(file)) context.skip('the data set is not beside this checkout (../shared)');
    const result = await importFileAt(file, { addBrands: true });
    expect(result).toMatchObject({ imported: 4_999, updated: 0, unchanged: 0, rejected: 1 });
    expect(result.report).toContain('\r\n3219,1302254,rejected,opc_scheme,1100,');
    expect(await importFileAt(file)).toMatchObject({ imported: 0, updated: 0, unchanged: 4_999, rejected: 1 });
  });

  test.for<[string, number, Readonly<Record<string, number>>]>([
    [
      'sg-sgcarmart-2024-09/sgcarmart_used_cars_prices.csv.gz',
      7_718,
      {
        'MANUFACTURED_YEAR is not a number; expected a year such as 2017': 1_540,
        'BRAND is empty; expected the name of the car, such as Audi Q5 2.0A': 485,
        'PRICE is empty; expected a price such as 88,000': 162,
        'LISTING_URL stands on an earlier line already': 21,
      },
    ],
    ['us-cars-com-4k/used_cars.csv.gz', 4_003, { 'transmission is no known transmission; expected auto or manual': 6 }],
    [
      'sg-text-mit/CleanedCarData.csv.gz',
      1_464,
      { 'the same car stands on an earlier line already: no column tells the two apart': 1 },
    ],
  ])(
    '%s, which nobody has made a mapping for, brings %i cars',
    { timeout: 600_000 },
    async ([name, imported, reasons], context) => {
      const file = join(dataFolder, name);
      if (!existsSync(file)) context.skip('the data set is not beside this checkout (../shared)');
      const result = await importFileAt(file, { addBrands: true });
      expect(result.imported).toBe(imported);
      expect(Object.fromEntries(result.reasons.map(({ reason, rows }) => [reason, rows]))).toEqual(reasons);
      expect(await importFileAt(file)).toMatchObject({ imported: 0, updated: 0, unchanged: imported });
    },
  );
});

describe('cars that are no longer in a file', () => {
  test('are found when the file is complete', async () => {
    await importText([header, q5, roma]);
    const result = await importText([header, q5]);
    expect(result.missingCars.isIncomplete).toBe(false);
    const { rows } = await server.pool.query('SELECT dealer_ref FROM listing WHERE id = ANY ($1)', [
      result.missingCars.ids,
    ]);
    expect(rows).toEqual([{ dealer_ref: '12' }]);
  });

  test('do not include those of rejected rows, nor sold ones', async () => {
    await importText([header, q5, roma, q5.replace('11', '13')]);
    await server.pool.query("UPDATE listing SET status = 'sold' WHERE dealer_ref = '13'");
    expect(await importText([header, q5, roma.replace('900000.0', 'soon')])).toMatchObject({
      missingCars: { ids: [] },
    });
  });

  test('include those that it marks as sold', async () => {
    const makeCarList = (status: string): string[] => [
      'Stock No,Title,Price,Year,Status',
      'A1,Audi A4,45000,2018,Available',
      `F2,Ferrari Roma,900000,2022,${status}`,
    ];
    expect(await importText(makeCarList('Available'))).toMatchObject({ imported: 2 });
    const result = await importText(makeCarList('Sold'));
    expect(result).toMatchObject({ unchanged: 1, rejected: 1, missingCars: { isIncomplete: false } });
    const { rows } = await server.pool.query('SELECT dealer_ref FROM listing WHERE id = ANY ($1)', [
      result.missingCars.ids,
    ]);
    expect(rows).toEqual([{ dealer_ref: 'F2' }]);
  });

  test('are not searched when a row has no reference', async () => {
    await importText([header, q5, roma]);
    const result = await importText([header, q5, roma.replace('12', '')]);
    expect(result.missingCars).toEqual({ ids: [], isIncomplete: true });
  });
});

function importText(rows: readonly string[]) {
  return importContent(`${rows.join('\n')}\n`);
}

async function importContent(content: string) {
  const file = join(folder, `${randomBytes(6).toString('hex')}.csv`);
  await writeFile(file, content);
  return importFileAt(file);
}

async function importFileAt(
  file: string,
  { addBrands = false }: { readonly addBrands?: boolean } = {},
): Promise<ImportResult & { report: string }> {
  const report = join(folder, `report-${randomBytes(6).toString('hex')}.csv`);
  const { id } = await findSeller(server.database, sellerEmail);
  const source = await openSource(file);
  try {
    const result = await importFile({
      database: server.database,
      source,
      sellerId: id,
      chooseMapping: makeMappingChooserByName(undefined),
      brands: addBrands ? 'all' : 'none',
      dryRun: false,
      now,
      makeId: newId,
      openReport: () => openReport(report),
    });
    return { ...result, report: await readFile(report, 'utf8') };
  } finally {
    await source.close();
  }
}

function newId(): string {
  return makeId(now, randomBytes(10));
}
