import { createImporterLogins } from '@carhouse/database/connection/importer-role';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { makeUser, type TestUser } from '../testing/builders.ts';
import { createImportTestClient, type ImportTestClient, makeCarList } from '../testing/import-test-client.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { uploadExaminedCarList, uploadList } from '../testing/uploads.ts';
import { startImportWorkers } from './import-workers.ts';

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

describe('a process beyond its budget', () => {
  const makeContextWithBudget = (budget: object): Context => ({
    ...server.context,
    importWorkers: startImportWorkers({
      logins: createImporterLogins(server.context.pool, server.databaseUrl),
      budgets: {
        examination: { cpuSeconds: 60, heapBytes: 2 ** 27, residentBytes: 2 ** 30, seconds: 60, ...budget },
        reading: { cpuSeconds: 60, heapBytes: 2 ** 27, residentBytes: 2 ** 30, seconds: 60, ...budget },
      },
    }),
  });

  it.each([
    ['CPU', { cpuSeconds: 0.05 }],
    ['MEMORY', { residentBytes: 2 ** 20 }],
    ['MEMORY', { heapBytes: 2 ** 23 }],
    ['TIME', { seconds: 0.05 }],
  ])('of %s is killed, and the import says so and is not taken on again', async (code, budget) => {
    const context = makeContextWithBudget(budget);
    const id = String((await uploadList(server, seller, makeCarList(2_000))).body._id);
    await importClient.work(id, context);
    expect(await importClient.read(id)).toMatchObject({ state: 'unreadable', faultCode: code });
    expect(context.importWorkers.listProcessIds()).toEqual([]);
    await importClient.work(id);
    expect(await importClient.read(id)).toMatchObject({ state: 'unreadable' });
  });

  it('shows nothing as done that was not, and other imports go on', async () => {
    const id = await uploadExaminedCarList(server, seller, makeCarList(500));
    await importClient.begin(id, 'start');
    await importClient.work(id, makeContextWithBudget({ cpuSeconds: 0.05 }));
    expect(await importClient.read(id)).toMatchObject({
      state: 'failed',
      faultCode: 'CPU',
      counts: null,
      hasReport: false,
    });
    expect(await importClient.countCars()).toBe(0);
    await importClient.begin(id, 'start');
    await importClient.work(id);
    expect(await importClient.read(id)).toMatchObject({ state: 'done', counts: { imported: 500 } });
  });
});
