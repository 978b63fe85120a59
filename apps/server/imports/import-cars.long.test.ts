import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Answer, bookListing, call, makeCar, makeUser, type TestUser } from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import {
  makeMultipartBody,
  multipartType,
  postMultipart,
  uploadExaminedCarList,
  uploadList,
} from '../testing/uploads.ts';
import { importCars } from './import-cars.ts';
import { removeOldImports } from './remove-old-imports.ts';

let server: TestServer;
let seller: TestUser;
let otherSeller: TestUser;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  seller = await makeUser(server, 'Seller');
  otherSeller = await makeUser(server, 'Seller');
});

const header = 'Stock no,Car,Price,Reg date,Mileage';
const romaRow = 'r1,Ferrari Roma,"$900,000 ",28-May-21,"4,000 km"';
const a4 = 'a1,Audi A4 2.0A (COE till 04/2029),45000.0,10-nov-2014,98000';
const fordRow = 'f1,Ford Focus RS,72000,18-Nov-2016,51000';
const rowWithWrongPrice = 's1,Audi A6,soon,18-Nov-2016,=1+1';
/** All rows differ, because a car that appears twice in a file is imported only once. */
const makeRow = (index: number) => `n${index},Ferrari Roma,${900_000 + index},28-May-21,4000`;
const makeListText = (...rows: readonly string[]) => `${[header, ...rows].join('\n')}\n`;

const uploadCarList = (content: string | Buffer, caller = seller): Promise<string> =>
  uploadExaminedCarList(server, caller, content);
const runImportJob = (id: string): Promise<void> =>
  importCars(server.context, id as never, new AbortController().signal);
const readImportAs = (id: string, subPath = '', caller: TestUser | null = seller) =>
  call(server, caller, 'GET', `/api/v1/imports/${id}${subPath}`);
const beginWork = (
  id: string,
  importAction: string,
  body: object = {},
  caller: TestUser | null = seller,
): Promise<Answer> => call(server, caller, 'POST', `/api/v1/imports/${id}/${importAction}`, body);

/** Starts the work on an import, runs its job, and returns the result. */
async function runImport(id: string, importAction: string, body: object = {}) {
  const beginAnswer = await beginWork(id, importAction, body);
  expect([beginAnswer.status, beginAnswer.body.code]).toEqual([202, undefined]);
  await runImportJob(id);
  return (await readImportAs(id)).body;
}

const readOwnCars = async (caller = seller) => {
  const { rows } = await server.context.pool.query(
    'SELECT dealer_ref, title, status, resale_price_cents, mileage_km FROM listing WHERE seller_id = $1 ORDER BY 1',
    [caller.id],
  );
  return rows as { dealer_ref: string; title: string; status: string }[];
};

describe('a list that comes in', () => {
  it('is understood, shown, and changes nothing yet', async () => {
    const newUploadAnswer = await uploadList(
      server,
      seller,
      makeListText(romaRow, rowWithWrongPrice),
      '..\\Müller <cars>.csv',
    );
    expect(newUploadAnswer).toMatchObject({
      status: 201,
      body: { state: 'examining', columns: [], preview: [], lacking: [] },
    });
    await runImportJob(String(newUploadAnswer.body._id));
    const answer = await readImportAs(String(newUploadAnswer.body._id));
    expect(answer.body).toMatchObject({
      state: 'ready',
      fileName: 'Müller cars.csv',
      counts: null,
      location: 'Singapore',
      currency: 'SGD',
      lacking: [],
      hasReport: false,
      columns: [
        { header: 'Stock no', field: 'ref', samples: ['r1', 's1'] },
        { header: 'Car', field: 'title' },
        { header: 'Price', field: 'resalePrice', readers: ['points between thousands'] },
        { header: 'Reg date', field: 'registeredOn' },
        { header: 'Mileage', field: 'mileageKm' },
      ],
      preview: [
        { line: 2, ref: 'r1', taken: true, title: 'Ferrari Roma', price: 900_000, year: 2021, mileageKm: 4_000 },
        { line: 3, ref: 's1', taken: false, price: null },
      ],
    });
    const [, secondRow] = answer.body.preview as { reason: string }[];
    expect(secondRow?.reason).toContain('Price is not a number; expected a price such as 88,000');
    expect(await readOwnCars()).toEqual([]);
  });

  it('is the same import when it is sent twice, and another one for another seller', async () => {
    const id = await uploadCarList(makeListText(romaRow));
    expect(await uploadCarList(makeListText(romaRow))).toBe(id);
    expect(await uploadCarList(makeListText(romaRow), otherSeller)).not.toBe(id);
    expect((await call(server, seller, 'GET', '/api/v1/imports')).body).toHaveLength(1);
  });

  it.each<[string, string | Buffer]>([
    ['JSON', JSON.stringify({ cars: [{ id: 'j1', make: 'Audi', model: 'A4', price: 1000, year: 2016 }] })],
    ['JSON lines', '{"id":"j1","make":"Audi","model":"A4","price":1000,"year":2016}\n'],
    ['gzip', gzipSync('id;make;model;price;year\nj1;Audi;A4;1000;2016\n')],
    ['tabs and a mark', '\ufeffid\tmake\tmodel\tprice\tyear\r\nj1\tAudi\tA4\t1000\t2016\r\n'],
  ])('may be %s', async (_, content) => {
    const finishedImport = await runImport(await uploadCarList(content), 'start');
    expect(finishedImport).toMatchObject({ state: 'done', counts: { imported: 1, rejected: 0 } });
    expect(await readOwnCars()).toMatchObject([{ dealer_ref: 'j1', title: 'Audi A4' }]);
  });

  it.each([
    ['', /is empty/],
    ['PK\u0003\u0004', /no zip archive/],
    [Buffer.from([0x1f, 0x8b, 8, 0]), /cut off|cannot be read/],
    ['[{"a":1', /cut off/],
  ])('that is %j cannot be read, which has a reason, and its bytes do not stay', async (content, reason) => {
    const id = await uploadCarList(content);
    const { body } = await readImportAs(id);
    expect(body).toMatchObject({ state: 'unreadable', faultCode: 'UNREADABLE', columns: [], hasReport: false });
    expect(String(body.fault)).toMatch(reason);
    const { rows } = await server.context.pool.query('SELECT FROM import_part WHERE import_id = $1', [id]);
    expect(rows).toEqual([]);
    expect(await beginWork(id, 'start')).toMatchObject({ status: 409, body: { code: 'ILLEGAL_TRANSITION' } });
  });

  it('is refused when it is too large, without a part, or cut', async () => {
    const tooLargeFile = Buffer.alloc(64 * 1024 * 1024 + 20_000, 'a');
    expect((await uploadList(server, seller, tooLargeFile)).status).toBe(413);
    const path = '/api/v1/imports';
    expect((await postMultipart(server, seller, makeMultipartBody([]), multipartType, path)).status).toBe(422);
    const truncatedBody = makeMultipartBody(
      [{ name: 'file', file: 'a.csv', bytes: Buffer.from(makeListText(romaRow)) }],
      '',
    );
    expect((await postMultipart(server, seller, truncatedBody, multipartType, path)).status).toBe(400);
    const { rows } = await server.context.pool.query('SELECT id FROM import WHERE seller_id = $1', [seller.id]);
    expect(rows).toEqual([]);
  });

  it('is deleted when the seller has ten newer ones', async () => {
    for (let uploadIndex = 0; uploadIndex < 12; uploadIndex += 1)
      await uploadCarList(makeListText(romaRow.replace('r1', `n${uploadIndex}`)));
    expect((await call(server, seller, 'GET', '/api/v1/imports')).body).toHaveLength(10);
  });
});

describe('the columns of an import', () => {
  const choicesOfMapping = { location: 'Jurong', currency: 'USD', rate: 1.5 };
  const changeMappingOf = (id: string, body: object) =>
    call(server, seller, 'PUT', `/api/v1/imports/${id}/mapping`, body);

  it('have headers that are shown as they are written', async () => {
    const id = await uploadCarList('number,name,cost,when\nx9,Audi A4,"1,000",2016\n');
    const columns = [{ header: 'name', field: 'title' }];
    const changeAnswer = await changeMappingOf(id, { ...choicesOfMapping, location: 'Ju\u202erong', columns });
    expect(changeAnswer).toMatchObject({ status: 422, body: { errors: [{ path: 'location' }] } });
  });

  it('are what the dealer says they are', async () => {
    const id = await uploadCarList('number,name,cost,when,run\nx1,Audi A4,"1,000",2016,"51,000"\n');
    const columns = [
      { header: 'number', field: 'ref' },
      { header: 'name', field: 'title' },
      { header: 'cost', field: 'resalePrice' },
      { header: 'when', field: 'yearOfPurchase' },
      { header: 'run', field: 'mileageKm', as: 'miles' },
    ];
    const changeAnswer = await changeMappingOf(id, { ...choicesOfMapping, columns });
    expect(changeAnswer.status).toBe(200);
    expect(changeAnswer.body).toMatchObject({
      currency: 'USD',
      rate: 1.5,
      lacking: [],
      preview: [{ taken: true, price: 1_500, year: 2016, mileageKm: 82_077, location: 'Jurong' }],
    });
    await runImport(id, 'start');
    expect(await readOwnCars()).toMatchObject([{ dealer_ref: 'x1', resale_price_cents: 150_000n, mileage_km: 82_077 }]);
  });

  it.each([
    [[{ header: 'none', field: 'title' }], 'columns.0.header'],
    [
      [
        { header: 'Car', field: 'title' },
        { header: 'Price', field: 'title' },
      ],
      'columns.1.field',
    ],
    [[{ header: 'Car', field: 'title', as: 'miles' }], 'columns.0.as'],
  ])('are refused as %j', async (columns, path) => {
    const answer = await changeMappingOf(await uploadCarList(makeListText(romaRow)), { ...choicesOfMapping, columns });
    expect([answer.status, answer.body.code]).toEqual([422, 'INVALID']);
    expect(answer.body.errors).toMatchObject([{ path }]);
  });

  it('must hold what a car needs before anything begins', async () => {
    const id = await uploadCarList('colour,doors\nred,4\n');
    expect((await readImportAs(id)).body.lacking).toEqual([
      'the price',
      'the name of the car',
      'the year or the date of registration',
    ]);
    expect(await beginWork(id, 'start')).toMatchObject({ status: 422, body: { code: 'INVALID' } });
  });

  it('stay when the import is over', async () => {
    const id = await uploadCarList(makeListText(romaRow));
    await runImport(id, 'start');
    expect(await changeMappingOf(id, { ...choicesOfMapping, columns: [] })).toMatchObject({
      status: 409,
      body: { code: 'ILLEGAL_TRANSITION' },
    });
  });
});

describe('an import', () => {
  it('is checked without a change, then run, and makes its seller a dealer', async () => {
    const id = await uploadCarList(makeListText(romaRow, a4, fordRow, rowWithWrongPrice));
    const checkedImport = await runImport(id, 'check');
    const counts = { imported: 3, updated: 0, unchanged: 0, rejected: 1 };
    expect(checkedImport).toMatchObject({ state: 'checked', counts, totalRows: 4, doneRows: 4, hasReport: true });
    expect(await readOwnCars()).toEqual([]);
    const finishedImport = await runImport(id, 'start');
    expect(finishedImport).toMatchObject({ state: 'done', counts, gone: 0, fault: null });
    expect(await readOwnCars()).toMatchObject([
      { dealer_ref: 'a1', title: 'Audi A4 2.0A', status: 'available' },
      { dealer_ref: 'f1' },
      { dealer_ref: 'r1', resale_price_cents: 90_000_000n, mileage_km: 4_000 },
    ]);
    const { rows } = await server.context.pool.query('SELECT seller_kind FROM account WHERE id = $1', [seller.id]);
    expect(rows).toEqual([{ seller_kind: 'dealer' }]);
    const audit = "SELECT actor_id, before, after FROM audit_entry WHERE noun_id = $1 AND action = 'start'";
    expect((await server.context.pool.query(audit, [id])).rows).toEqual([
      { actor_id: seller.id, before: { state: 'checked' }, after: { state: 'running', file: 'cars.csv' } },
    ]);
    expect(await beginWork(id, 'start')).toMatchObject({ status: 409, body: { code: 'ILLEGAL_TRANSITION' } });
  });

  it('adds makes that are known, and no others', async () => {
    const finishedImport = await runImport(
      await uploadCarList(makeListText(fordRow, 'z1,Zonk 2000,1000,18-Nov-2016,1')),
      'start',
    );
    expect(finishedImport).toMatchObject({ counts: { imported: 1, rejected: 1 } });
    const titlesListText =
      'ref,title,make,price,year\n1,Zonk 2000,Zonk,1000,2016\n2,Audi A4,Audi,1000,2016\n3,BMW 1,BMW,1,2016\n';
    const secondResult = await runImport(await uploadCarList(titlesListText), 'start');
    expect(secondResult.reasons).toEqual([{ reason: 'make unknown brand; ask us to add it', rows: 1 }]);
  });

  it('has a report of every row that no spreadsheet runs as a formula', async () => {
    const id = await uploadCarList(makeListText(romaRow, rowWithWrongPrice, '=cmd|x,Audi A6,@SUM(A1),18-Nov-2016,1'));
    expect((await readImportAs(id, '/report')).status).toBe(404);
    await runImport(id, 'start');
    const answer = await fetch(`${server.url}/api/v1/imports/${id}/report`, {
      headers: { authorization: seller.token },
    });
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="import-report-cars.csv"');
    const lines = (await answer.text()).split('\r\n');
    expect(lines[0]).toBe('line,ref,outcome,column,value,reason');
    expect(lines[1]).toBe('2,r1,imported,,,');
    expect(lines[2]).toMatch(
      /^3,s1,rejected,Price,soon,"is not a number; expected a price such as 88,000; Mileage '=1\+1'/,
    );
    expect(lines[3]).toMatch(/^4,'=cmd\|x,rejected,Price,'@SUM\(A1\),/);
  });

  it('changes nothing when the file turns out to be cut off, and says so', async () => {
    const rows = Array.from({ length: 30_000 }, (_, index) => makeRow(index));
    const wholeArchive = gzipSync(makeListText(...rows), { level: 0 });
    const id = await uploadCarList(wholeArchive.subarray(0, wholeArchive.length - 100));
    const failedImport = await runImport(id, 'start');
    expect(failedImport).toMatchObject({ state: 'failed', fault: expect.stringContaining('cut off'), counts: null });
    expect(await readOwnCars()).toEqual([]);
  });

  it('is one at a time for a seller, and the same one when it is begun twice', async () => {
    const [firstImportId, secondImportId] = [
      await uploadCarList(makeListText(romaRow)),
      await uploadCarList(makeListText(a4)),
    ];
    expect((await beginWork(firstImportId, 'start')).status).toBe(202);
    expect((await beginWork(firstImportId, 'start')).status).toBe(202);
    expect(await beginWork(secondImportId, 'check')).toMatchObject({ status: 409, body: { code: 'IMPORT_BUSY' } });
    await runImportJob(firstImportId);
    await runImportJob(firstImportId);
    expect((await readImportAs(firstImportId)).body).toMatchObject({
      state: 'done',
      counts: { imported: 1, unchanged: 0 },
    });
    expect((await beginWork(secondImportId, 'check')).status).toBe(202);
  });

  it('that was interrupted continues after its last saved rows', async () => {
    const rows = Array.from({ length: 3_000 }, (_, index) => makeRow(index));
    const id = await uploadCarList(makeListText(...rows));
    await beginWork(id, 'start');
    const interruptionController = new AbortController();
    const interruptedImportPromise = importCars(server.context, id as never, interruptionController.signal);
    await expect.poll(async () => (await readImportAs(id)).body.doneRows, { interval: 20 }).toBeGreaterThan(0);
    interruptionController.abort();
    await expect(interruptedImportPromise).rejects.toThrow('interrupted');
    const carCountBefore = (await readOwnCars()).length;
    expect(carCountBefore % 500).toBe(0);
    await runImportJob(id);
    const counts = (await readImportAs(id)).body.counts as { imported: number; unchanged: number };
    expect(counts.imported + counts.unchanged).toBe(3_000);
    expect(counts.unchanged).toBeGreaterThan(0);
  });

  it('cannot be used by another seller', async () => {
    const id = await uploadCarList(makeListText(romaRow));
    for (const caller of [otherSeller, await makeUser(server, 'admin'), await makeUser(server, 'Buyer')]) {
      const status = caller.role === 'Seller' ? 404 : 403;
      expect((await readImportAs(id, '', caller)).status).toBe(status);
      expect((await readImportAs(id, '/report', caller)).status).toBe(status);
      expect((await beginWork(id, 'start', {}, caller)).status).toBe(status);
      expect((await call(server, caller, 'DELETE', `/api/v1/imports/${id}`)).status).toBe(status);
    }
  });

  it('is removed when its seller says so, and by the clock after a month', async () => {
    const id = await uploadCarList(makeListText(romaRow));
    await runImport(id, 'start');
    expect((await call(server, seller, 'DELETE', `/api/v1/imports/${id}`)).status).toBe(200);
    expect((await readImportAs(id)).status).toBe(404);
    expect(await readOwnCars()).toHaveLength(1);
    const recentImportId = await uploadCarList(makeListText(a4));
    await removeOldImports(server.context);
    expect((await readImportAs(recentImportId)).status).toBe(200);
    await server.context.pool.query("UPDATE import SET updated_at = updated_at - interval '31 days' WHERE id = $1", [
      recentImportId,
    ]);
    await removeOldImports(server.context);
    expect((await readImportAs(recentImportId)).status).toBe(404);
  });
});

describe('cars that a new file does not name any more', () => {
  it('stay until the dealer confirms how many, and only cars of their files go', async () => {
    const manualCarId = await makeCar(server, seller);
    await runImport(await uploadCarList(makeListText(romaRow, a4, fordRow)), 'start');
    const id = await uploadCarList(makeListText(romaRow));
    expect(await runImport(id, 'check')).toMatchObject({ gone: 2, withdrawn: null });
    expect(await beginWork(id, 'gone-withdrawal', { cars: 2 })).toMatchObject({ status: 409 });
    expect(await runImport(id, 'start')).toMatchObject({ gone: 2 });
    expect((await readOwnCars()).map((car) => car.status)).not.toContain('withdrawn');
    expect(await beginWork(id, 'gone-withdrawal', { cars: 3 })).toMatchObject({
      status: 409,
      body: { code: 'IMPORT_GONE_CHANGED' },
    });
    const buyer = await makeUser(server, 'Buyer');
    const { rows } = await server.context.pool.query(
      "SELECT id FROM listing WHERE dealer_ref = 'a1' AND seller_id = $1",
      [seller.id],
    );
    const bookingId = await bookListing(server, buyer, rows[0].id);
    expect(await runImport(id, 'gone-withdrawal', { cars: 2 })).toMatchObject({ state: 'done', withdrawn: 2 });
    expect(await readOwnCars()).toMatchObject([
      { dealer_ref: 'a1', status: 'withdrawn' },
      { dealer_ref: 'f1', status: 'withdrawn' },
      { dealer_ref: 'r1', status: 'available' },
      { dealer_ref: null, status: 'available' },
    ]);
    expect((await call(server, buyer, 'GET', `/api/payment/${bookingId}`)).body.status).toBe('cancelled');
    expect((await call(server, null, 'GET', `/api/productById/${manualCarId}`)).status).toBe(200);
    expect(await beginWork(id, 'gone-withdrawal', { cars: 2 })).toMatchObject({ status: 409 });
  });

  it('are not known of a file with a row that may be any car', async () => {
    await runImport(await uploadCarList(makeListText(romaRow, a4)), 'start');
    const finishedImport = await runImport(
      await uploadCarList(makeListText(romaRow, ',Audi A4,1000,10-nov-2014,1')),
      'start',
    );
    expect(finishedImport).toMatchObject({ gone: null, counts: { unchanged: 1, rejected: 1 } });
  });

  it('that was sold meanwhile stays sold', async () => {
    await runImport(await uploadCarList(makeListText(romaRow, a4)), 'start');
    const id = await uploadCarList(makeListText(romaRow));
    await runImport(id, 'start');
    await server.context.pool.query("UPDATE listing SET status = 'sold' WHERE dealer_ref = 'a1' AND seller_id = $1", [
      seller.id,
    ]);
    expect(await runImport(id, 'gone-withdrawal', { cars: 1 })).toMatchObject({ withdrawn: 0 });
  });
});
