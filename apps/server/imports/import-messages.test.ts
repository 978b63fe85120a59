import { fileURLToPath } from 'node:url';
import { importerLogins } from '@carhouse/database/connection/importer-role';
import { makeZip } from '@carhouse/database/testing/make-zip';
import { jpeg } from '@carhouse/images/testing/test-images';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { makeUser, type TestUser } from '../testing/builders.ts';
import { makeCarList, type SellerImports, sellerImports } from '../testing/seller-imports.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { examinedList, uploadList } from '../testing/uploads.ts';
import { startImportWorkers } from './import-workers.ts';

let server: TestServer;
let seller: TestUser;
let imports: SellerImports;
/** A context whose import processes falsify their messages. */
let hostile: Context;
let reported: string[];

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  seller = await makeUser(server, 'Seller');
  imports = sellerImports(server, seller);
  reported = [];
  const importWorkers = startImportWorkers({
    logins: importerLogins(server.context.pool, server.databaseUrl),
    program: fileURLToPath(new URL('../testing/hostile-import-process.ts', import.meta.url)),
    reportInvalidMessage: (id) => reported.push(id),
  });
  hostile = { ...server.context, importWorkers };
});

it.each(['text.csv', 'result-of-another-work.csv', 'unknown-field.csv', 'long-preview.csv', 'card-number.csv'])(
  'the examination of %s stores nothing of an invalid message',
  async (file) => {
    const id = String((await uploadList(server, seller, makeCarList(3), file)).body._id);
    await imports.work(id, hostile);
    const found = await imports.read(id);
    expect(found).toMatchObject({ state: 'unreadable', faultCode: 'CRASHED' });
    const { rows } = await server.context.pool.query('SELECT head, mapping FROM import WHERE id = $1', [id]);
    expect(rows).toEqual([{ head: null, mapping: null }]);
    expect(reported).toEqual([id]);
    expect(hostile.importWorkers.processIds()).toEqual([]);
  },
);

it.each(['further-key.csv', 'negative.csv', 'long-reason.csv'])(
  'a run of %s that sends an invalid result fails, keeps what was saved and can be started again',
  async (file) => {
    const id = await examinedList(server, seller, makeCarList(3), file);
    await imports.begin(id, 'start');
    await imports.work(id, hostile);
    expect(await imports.read(id)).toMatchObject({ state: 'failed', faultCode: 'CRASHED' });
    expect(reported).toEqual([id]);
    expect(await imports.countCars()).toBe(3);
    await imports.begin(id, 'start');
    await imports.work(id);
    expect(await imports.read(id)).toMatchObject({ state: 'done', counts: { unchanged: 3 } });
  },
);

it.each(['digest.zip', 'large-photo.zip'])('photos of %s stay out when their message is invalid', async (file) => {
  const content = makeZip({
    'cars.csv': 'ref,title,price,year,photos\nz1,Audi A4,1000,2016,front.jpg\n',
    'front.jpg': await jpeg(600, 400),
  });
  const id = await examinedList(server, seller, content, file);
  await imports.begin(id, 'start');
  await imports.work(id, hostile);
  expect(await imports.read(id)).toMatchObject({
    state: 'done',
    counts: { imported: 1 },
    pictures: { taken: 0, overBudget: 1 },
  });
  expect(reported).toEqual([id]);
});

it('valid messages are not reported', async () => {
  const id = await examinedList(server, seller, makeCarList(3));
  await imports.begin(id, 'check');
  await imports.work(id, hostile);
  await imports.begin(id, 'start');
  await imports.work(id, hostile);
  expect(await imports.read(id)).toMatchObject({ state: 'done', counts: { imported: 3 } });
  expect(reported).toEqual([]);
});
