import { gzipSync } from 'node:zlib';
import { makeZip } from '@carhouse/database/testing/make-zip';
import { importBudgets } from '@carhouse/domain/import/import-budgets';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeUser, type TestUser } from '../testing/builders.ts';
import { createImportTestClient, type ImportTestClient } from '../testing/import-test-client.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { uploadExaminedCarList, uploadList } from '../testing/uploads.ts';

let server: TestServer;
let seller: TestUser;
let importClient: ImportTestClient;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  seller = await makeUser(server, 'Seller');
  importClient = createImportTestClient(server, seller);
});

const header = 'Stock no,Car,Price,Reg date,Mileage,Remarks';
const makeListText = (...rows: readonly string[]): string => `${[header, ...rows].join('\n')}\n`;
const makeRomaRow = (reference: string, remarks = ''): string =>
  `${reference},Ferrari Roma,900000,28-May-21,4000,${remarks}`;
const makeManyRows = (count: number): string =>
  makeListText(...Array.from({ length: count }, (_, index) => makeRomaRow(`n${index}`)));

const readReportSize = async (id: string): Promise<number> => {
  const { rows } = await server.context.pool.query(
    "SELECT coalesce(sum(length(bytes)), 0)::int AS bytes FROM import_part WHERE import_id = $1 AND kind = 'report'",
    [id],
  );
  return rows[0].bytes;
};

/** Runs the check of an import that was already examined. */
async function runCheck(id: string) {
  expect((await importClient.begin(id, 'check')).status).toBe(202);
  await importClient.work(id);
  return importClient.read(id);
}

describe('the upload of a list', () => {
  it('is answered before anything of its content is looked at', async () => {
    const answer = await uploadList(server, seller, 'PK\u0003\u0004 no archive');
    expect(answer).toMatchObject({ status: 201, body: { state: 'examining', fault: null } });
    expect(server.context.importWorkers.listProcessIds()).toEqual([]);
  });

  it('waits while an earlier one of the seller waits for its examination', async () => {
    await uploadList(server, seller, makeManyRows(1));
    expect(await uploadList(server, seller, makeManyRows(2))).toMatchObject({
      status: 409,
      body: { code: 'IMPORT_BUSY' },
    });
    const { rows } = await server.context.pool.query('SELECT FROM import WHERE seller_id = $1', [seller.id]);
    expect(rows).toHaveLength(1);
  });

  it('is refused for a name that holds a card number', async () => {
    const answer = await uploadList(server, seller, makeManyRows(1), '4242 4242 4242 4242.csv');
    expect(answer).toMatchObject({ status: 422, body: { code: 'CARD_NUMBER_REFUSED' } });
  });
});

describe('a hostile list', () => {
  it('of 81,000 lists in one object is read within its budget', async () => {
    const id = await uploadExaminedCarList(server, seller, `{${'"":[],'.repeat(81_000)}"z":1}`, 'a.json');
    expect(await importClient.read(id)).toMatchObject({
      state: 'ready',
      faultCode: null,
      lacking: expect.arrayContaining(['the price']),
    });
  });

  it('of 200,000 lines of one letter in 614 bytes unpacks no further than its ratio', async () => {
    const zip = makeZip({ 'cars.csv': 'a\n'.repeat(200_000) });
    expect(zip.length).toBeLessThan(1_000);
    expect(await importClient.read(await uploadExaminedCarList(server, seller, zip, 'cars.zip'))).toMatchObject({
      state: 'unreadable',
      faultCode: 'RATIO',
    });
  });

  it('of rows that all stay out has a report of bounded size with exact numbers', async () => {
    const id = await uploadExaminedCarList(server, seller, makeListText(...Array.from({ length: 5_000 }, () => 'a')));
    const checkResult = await runCheck(id);
    expect(checkResult).toMatchObject({ state: 'checked', counts: { rejected: 5_000 } });
    expect(checkResult.reasons).toMatchObject([{ rows: 5_000 }]);
    const text = await (
      await fetch(`${server.url}/api/v1/imports/${id}/report`, { headers: { authorization: seller.token } })
    ).text();
    const lines = text.trimEnd().split('\r\n');
    expect(lines).toHaveLength(1 + importBudgets.reportFaults + 1);
    expect(lines.at(-1)).toBe(`,,rejected,,,${5_000 - importBudgets.reportFaults} more rows are not listed`);
    expect(await readReportSize(id)).toBeLessThan(importBudgets.reportBytes);
  });

  it.each<[string, string, string | Buffer, string]>([
    ['gzip that unpacks to far more', 'a.csv.gz', gzipSync(makeListText('a'.repeat(400_000))), 'RATIO'],
    ['JSON nested without end', 'a.json', `[{"a":${'['.repeat(2_000)}`, 'NESTING'],
    ['more columns than a list has', 'a.csv', `${'a,'.repeat(400)}b\n1\n`, 'TOO_MANY_COLUMNS'],
    ['a quote that is never closed', 'a.csv', `${header}\n"${'a,'.repeat(400_000)}`, 'ROW_TOO_LONG'],
    ['a column named by a card number', 'a.csv', `${header},4242 4242 4242 4242\n`, 'CARD_NUMBER'],
  ])('with %s cannot be read, and says which limit it is', async (_, name, content, code) => {
    expect(await importClient.read(await uploadExaminedCarList(server, seller, content, name))).toMatchObject({
      state: 'unreadable',
      faultCode: code,
      fault: expect.stringMatching(/\S/),
    });
  });

  it('of more rows than the limit is not checked to its end', async () => {
    const id = await uploadExaminedCarList(server, seller, `ref\n${'a\n'.repeat(importBudgets.rows + 20)}`);
    await server.context.pool.query(`UPDATE import SET mapping = jsonb_set(mapping, '{mapping,columns}', '[]')
      WHERE id = '${id}'`);
    await server.context.pool.query("UPDATE import SET state = 'checking' WHERE id = $1", [id]);
    await importClient.work(id);
    expect(await importClient.read(id)).toMatchObject({ state: 'failed', faultCode: 'TOO_MANY_ROWS' });
  });
});

describe('a card number in a list', () => {
  it('is in no reason for which the list cannot be read', async () => {
    const zip = makeZip({ '4242 4242 4242 4242.csv': '' });
    const { fault, state } = await importClient.read(await uploadExaminedCarList(server, seller, zip, 'cars.zip'));
    expect([state, fault]).toEqual(['unreadable', 'It holds a payment card number: take it out.']);
  });

  it('keeps its row out with a reason, and is nowhere in the database once the import is done', async () => {
    const cardNumber = '4242 4242 4242 4242';
    const id = await uploadExaminedCarList(
      server,
      seller,
      makeListText(
        makeRomaRow('r1', `call me, ${cardNumber}`.replace(',', '')),
        makeRomaRow('r2').replace('Ferrari Roma', `Ferrari ${cardNumber}`),
        makeRomaRow('r3'),
        makeRomaRow(cardNumber),
        makeRomaRow('r5').replace('900000', cardNumber),
      ),
    );
    await importClient.begin(id, 'start');
    await importClient.work(id);
    expect(await importClient.read(id)).toMatchObject({
      state: 'done',
      counts: { imported: 1, rejected: 4 },
      reasons: expect.arrayContaining([
        { reason: 'Remarks holds a payment card number: take it out', rows: 1 },
        { reason: 'Car holds a payment card number: take it out', rows: 1 },
      ]),
    });
    const { rows } = await server.context.pool.query(
      `SELECT row_to_json(import)::text AS text FROM import WHERE id = $1
       UNION ALL SELECT convert_from(bytes, 'UTF8') FROM import_part WHERE import_id = $1
       UNION ALL SELECT row_to_json(listing)::text FROM listing WHERE seller_id = $2`,
      [id, seller.id],
    );
    expect(rows.length).toBeGreaterThan(2);
    for (const { text } of rows) expect(text).not.toMatch(/4242\D*4242/);
  });
});

describe('a text of a list', () => {
  const usualCells = { 'Stock no': 'r', Car: 'Ferrari Roma', Price: 900_000, 'Reg date': '28-May-21', Mileage: 4_000 };
  const cellTexts = { 'Stock no': 'r', Car: 'Ferrari Roma', Remarks: 'One owner', Location: 'Ubi', Colour: 'Red' };
  const columns = Object.entries(cellTexts);
  const importValue = async (value: string) => {
    const rows = columns.map(([column, text], index) => ({
      ...usualCells,
      'Stock no': `n${index}`,
      Remarks: '',
      Location: '',
      Colour: '',
      Mileage: 4_000 + index,
      [column]: `${text}${index} ${value}`,
    }));
    const id = await uploadExaminedCarList(server, seller, JSON.stringify(rows), 'cars.json');
    await importClient.begin(id, 'start');
    await importClient.work(id);
    const importRowsResult = await server.context.pool.query<{ text: string }>(
      `SELECT row_to_json(import)::text AS text FROM import WHERE id = $1
       UNION ALL SELECT convert_from(bytes, 'UTF8') FROM import_part WHERE import_id = $1 AND kind = 'report'
       UNION ALL SELECT row_to_json(listing)::text FROM listing WHERE seller_id = $2`,
      [id, seller.id],
    );
    return { found: await importClient.read(id), kept: importRowsResult.rows.map(({ text }) => text).join('\n') };
  };

  it.each([
    ['a NUL', 'a\0b', '\\u0000'],
    ['half a surrogate pair', 'a\ud800b', '\\ud800'],
    ['an override of the direction', 'a\u202eb', '\u202e'],
    ['an isolate of the direction', 'a\u2066b', '\u2066'],
    ['a mark of the direction', 'a\u200fb', '\u200f'],
    ['a control character', 'a\u0007b', '\\u0007'],
  ])('comes in without %s, in every column', async (_caseName, value, forbiddenText) => {
    const { found: checkResult, kept: storedTexts } = await importValue(value);
    expect(checkResult).toMatchObject({ state: 'done' });
    expect((checkResult.counts as { imported: number }).imported).toBeGreaterThan(1);
    expect(storedTexts).not.toContain(forbiddenText);
  });

  it.each([
    ['in digits of another script', '٤٢٤٢-٤٢٤٢-٤٢٤٢-٤٢٤٢'],
    ['with unseen characters between its digits', [...'4242424242424242'].join('\u200b')],
    ['with dots between its digits', [...'4242424242424242'].join('.')],
    [
      'in digits that are written as entities',
      [...'4242424242424242'].map((digit) => `&#${digit.charCodeAt(0)};`).join(''),
    ],
  ])('stays out with a card number %s, in every column', async (_caseName, value) => {
    const { found: checkResult } = await importValue(value);
    expect(checkResult).toMatchObject({ state: 'done', counts: { imported: 0, rejected: columns.length } });
    expect(JSON.stringify(checkResult)).toContain('holds a payment card number');
  });
});
