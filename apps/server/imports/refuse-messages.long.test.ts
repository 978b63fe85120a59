import { fileURLToPath } from 'node:url';
import { createImporterLogins } from '@carhouse/database/connection/importer-role';
import { makeZip } from '@carhouse/database/testing/make-zip';
import { makeJpeg } from '@carhouse/images/testing/test-images';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { call, makeUser, type TestUser } from '../testing/builders.ts';
import { createImportTestClient, type ImportTestClient, makeCarList } from '../testing/import-test-client.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { uploadExaminedCarList, uploadList } from '../testing/uploads.ts';
import { type ImportProcess, startImportWorkers } from './import-workers.ts';

const hostileProgramPath = fileURLToPath(new URL('../testing/hostile-import-process.ts', import.meta.url));
let server: TestServer;
let seller: TestUser;
let importClient: ImportTestClient;
let contextWithHostileProgram: Context;

beforeAll(async () => {
  server = await startTestServer();
  contextWithHostileProgram = {
    ...server.context,
    importWorkers: startImportWorkers({
      logins: createImporterLogins(server.context.pool, server.databaseUrl),
      programPath: hostileProgramPath,
    }),
  };
});
afterAll(() => server.close());
beforeEach(async () => {
  seller = await makeUser(server, 'Seller', { verified: true });
  importClient = createImportTestClient(server, seller);
});

/** Returns the number of security log entries about invalid messages from this seller's imports. */
async function countRecordedMessages(): Promise<number> {
  const { securityLog, pool } = server.context;
  await securityLog.flush(true);
  const { rows } = await pool.query<{ count: number }>(
    `SELECT coalesce(sum(count), 0)::int AS count FROM security_event
      WHERE event = 'child-process' AND code = 'IMPORT_MESSAGE' AND account_hash = $1`,
    [securityLog.hashAccount(seller.id)],
  );
  return rows[0]?.count ?? 0;
}

async function expectProcessKilled(id: string, state: string): Promise<void> {
  expect(await importClient.read(id)).toMatchObject({ state, faultCode: 'CRASHED' });
  expect(contextWithHostileProgram.importWorkers.listProcessIds()).toEqual([]);
  expect(await countRecordedMessages()).toBe(1);
}

describe('a process of an import that was taken over is killed, and its import ends, when it sends', () => {
  it.each([
    'nothing',
    'text',
    'unknown kind',
    'kind of Node',
    'answer of other work',
    'column beyond the number',
    'long name of a column',
    'row beyond the number',
    'long rows',
    'line below one',
    'text with NUL',
    'field that is none',
    'reader of another field',
    'field twice',
    'currency that is none',
    'rate below zero',
    'confidence above one',
    'long sentence',
    'fault of the server',
    'long fault',
    'long failure',
    'long message',
    'bytes that are no message',
    'length of gigabytes',
  ])('as proposed columns: %s', async (faultName) => {
    const id = String((await uploadList(server, seller, makeCarList(1), `${faultName}.csv`)).body._id);
    await importClient.work(id, contextWithHostileProgram);
    await expectProcessKilled(id, 'unreadable');
  });

  it.each([
    'count below zero',
    'count of a part',
    'more rows than a list has',
    'reason beyond the number',
    'long reason',
    'photos that it counted',
    'long brand',
    'gone that is no number',
    'further field',
    'long failure',
  ])('as the result of a check: %s', async (faultName) => {
    const id = await uploadExaminedCarList(server, seller, makeCarList(1), `${faultName}.csv`);
    await importClient.begin(id, 'check');
    await importClient.work(id, contextWithHostileProgram);
    await expectProcessKilled(id, 'failed');
  });

  it('as the result of a check, and the seller can begin the check again', async () => {
    const id = await uploadExaminedCarList(server, seller, makeCarList(1), 'long reason.csv');
    await importClient.begin(id, 'check');
    await importClient.work(id, contextWithHostileProgram);
    await expectProcessKilled(id, 'failed');
    expect((await importClient.begin(id, 'check')).status).toBe(202);
    await importClient.work(id);
    expect(await importClient.read(id)).toMatchObject({ state: 'checked', counts: { imported: 1 } });
  });

  it.each([
    'result twice',
    'photo of another name',
    'photo without digest',
    'photo as a second result',
    'photo without bytes',
    'photo as text',
    'photo beyond its size',
    'photo of another digest',
  ])('in an import: %s', async (faultName) => {
    const id = await makeInterruptedImport(`${faultName}.zip`);
    await importClient.work(id, contextWithHostileProgram);
    await expectProcessKilled(id, 'failed');
    expect(await countPhotos()).toEqual([1, 0]);
  });

  it('in an import, and the seller can begin the import again', async () => {
    const id = await makeInterruptedImport('result twice.zip');
    await importClient.work(id, contextWithHostileProgram);
    await expectProcessKilled(id, 'failed');
    await importClient.begin(id, 'start');
    await importClient.work(id);
    expect(await importClient.read(id)).toMatchObject({ state: 'done', counts: { unchanged: 2 } });
    expect(await countPhotos()).toEqual([1, 1]);
  });
});

it('a process whose messages are valid is believed', async () => {
  const id = String((await uploadList(server, seller, makeCarList(1), 'valid columns.csv')).body._id);
  await importClient.work(id, contextWithHostileProgram);
  expect(await importClient.read(id)).toMatchObject({ state: 'ready', columns: [{ header: 'a', field: 'title' }] });

  const archive = makeZip({
    'cars.csv': 'ref,title,price,year,photos\nv1,Audi A4,1000,2016,1.jpg\n',
    '1.jpg': 'photo',
  });
  const otherImportId = await uploadExaminedCarList(server, seller, archive, 'valid result.zip');
  await importClient.begin(otherImportId, 'start');
  const interruptionController = new AbortController();
  const context = makeContextInterruptedAtPhoto('1.jpg', interruptionController);
  await expect(importClient.work(otherImportId, context, interruptionController.signal)).rejects.toThrow('interrupted');
  await importClient.work(otherImportId, contextWithHostileProgram);
  expect(await importClient.read(otherImportId)).toMatchObject({
    state: 'done',
    counts: { unchanged: 1 },
    pictures: { missing: 1 },
  });
  expect(await countRecordedMessages()).toBe(0);
});

/**
 * Makes an import of two cars with a photo each. The product's own import process has saved both cars and the first
 * photo, and was then interrupted.
 */
async function makeInterruptedImport(name: string): Promise<string> {
  const carListText = 'ref,title,price,year,photos\nm1,Audi A4,1000,2016,1.jpg\nm2,Audi A5,1000,2016,2.jpg\n';
  const photosByName = { '1.jpg': await makeJpeg(240, 150), '2.jpg': await makeJpeg(250, 150) };
  const id = await uploadExaminedCarList(server, seller, makeZip({ 'cars.csv': carListText, ...photosByName }), name);
  await importClient.begin(id, 'start');
  // The product's own import process saves the rows and the first photo, and is then interrupted.
  const interruptionController = new AbortController();
  const context = makeContextInterruptedAtPhoto('2.jpg', interruptionController);
  await expect(importClient.work(id, context, interruptionController.signal)).rejects.toThrow('interrupted');
  expect(await countPhotos()).toEqual([1, 0]);
  return id;
}

/** Makes a context in which the run of an import is interrupted when the import process looks for this photo. */
function makeContextInterruptedAtPhoto(photo: string, interruptionController: AbortController): Context {
  const { importWorkers } = server.context;
  const beginProcess: typeof importWorkers.begin = (...args) => {
    const child = importWorkers.begin(...args);
    const findImage: ImportProcess['findImage'] = (name) => {
      if (name === photo) interruptionController.abort();
      return child.findImage(name);
    };
    return { ...child, findImage };
  };
  return { ...server.context, importWorkers: { ...importWorkers, begin: beginProcess } };
}

/** Returns the number of photos of each of the seller's cars, in the order of the dealer's references. */
async function countPhotos(): Promise<readonly number[]> {
  const { rows } = await server.context.pool.query<{ id: string }>(
    'SELECT id FROM listing WHERE seller_id = $1 ORDER BY dealer_ref',
    [seller.id],
  );
  const carAnswers = await Promise.all(rows.map(({ id }) => call(server, null, 'GET', `/api/productById/${id}`)));
  return carAnswers.map(({ body }) => (body.images as string[]).length);
}
