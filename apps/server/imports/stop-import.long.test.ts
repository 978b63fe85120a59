import { createImporterLogins } from '@carhouse/database/connection/importer-role';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { call, makeUser, type TestUser } from '../testing/builders.ts';
import { createImportTestClient, type ImportTestClient, makeCarList } from '../testing/import-test-client.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { uploadExaminedCarList } from '../testing/uploads.ts';
import { startImportWorkers } from './import-workers.ts';

let server: TestServer;
let seller: TestUser;
let importClient: ImportTestClient;
let admin: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  admin = await makeUser(server, 'admin');
});
afterAll(() => server.close());
beforeEach(async () => {
  seller = await makeUser(server, 'Seller');
  importClient = createImportTestClient(server, seller);
});

describe('work that goes on', () => {
  const rowCount = 40_000;

  /** Makes a running import, some of whose batches are saved. */
  async function startLongImport(
    context?: Context,
  ): Promise<{ readonly id: string; readonly endPromise: Promise<void> }> {
    const id = await uploadExaminedCarList(server, seller, makeCarList(rowCount));
    await importClient.begin(id, 'start');
    const endPromise = importClient.work(id, context);
    await expect.poll(async () => (await importClient.read(id)).doneRows, { interval: 20 }).toBeGreaterThan(0);
    return { id, endPromise };
  }

  /** Expects that the import's counts match the imported cars, and that no further car is imported. */
  async function expectStopped(id: string, endPromise: Promise<void>, code: string): Promise<void> {
    const shownImport = await importClient.read(id);
    expect(shownImport).toMatchObject({ state: 'stopped', faultCode: code, hasReport: false });
    const { imported } = shownImport.counts as { imported: number };
    await endPromise;
    expect(imported).toBeGreaterThan(0);
    expect(imported).toBeLessThan(rowCount);
    expect(await importClient.countCars()).toBe(imported);
    expect(await importClient.read(id)).toEqual(shownImport);
    expect(server.context.importWorkers.listProcessIds()).toEqual([]);
  }

  it('is stopped by its seller at once, and can be begun again', async () => {
    const { id, endPromise } = await startLongImport();
    expect(await importClient.begin(id, 'stop')).toMatchObject({ status: 200, body: { state: 'stopped' } });
    await expectStopped(id, endPromise, 'STOPPED_BY_SELLER');
    // Stopping a stopped import again changes nothing.
    expect((await importClient.begin(id, 'stop')).body).toMatchObject({
      state: 'stopped',
      faultCode: 'STOPPED_BY_SELLER',
    });
    expect((await importClient.begin(id, 'start')).status).toBe(202);
  });

  it('is stopped by any admin, which the audit says', async () => {
    const { id, endPromise } = await startLongImport();
    const runningAnswer = await call(server, admin, 'GET', '/api/v1/running-imports');
    expect(runningAnswer.body).toEqual(
      expect.arrayContaining([expect.objectContaining({ _id: id, state: 'running' })]),
    );
    expect((await call(server, admin, 'POST', `/api/v1/running-imports/${id}/stop`, {})).status).toBe(200);
    await expectStopped(id, endPromise, 'STOPPED_BY_ADMIN');
    const { rows } = await server.context.pool.query(
      'SELECT action, actor_id FROM audit_entry WHERE noun_id = $1 ORDER BY at',
      [id],
    );
    expect(rows).toEqual([
      { action: 'start', actor_id: seller.id },
      { action: 'stop', actor_id: admin.id },
    ]);
  });

  it('is removed by its seller while it goes on; what came in stays', async () => {
    const { id, endPromise } = await startLongImport();
    expect((await call(server, seller, 'DELETE', `/api/v1/imports/${id}`)).status).toBe(200);
    const carCount = await importClient.countCars();
    await endPromise;
    expect(await importClient.countCars()).toBe(carCount);
    expect((await call(server, seller, 'GET', `/api/v1/imports/${id}`)).status).toBe(404);
  });

  it('ends with the suspension of its seller, which waits for nothing of it', async () => {
    const { id, endPromise } = await startLongImport();
    const suspensionAnswer = await call(server, admin, 'POST', `/api/v1/accounts/${seller.id}/suspension`, {
      reason: 'Spam.',
    });
    expect(suspensionAnswer.status).toBe(200);
    const { rows } = await server.context.pool.query('SELECT state, fault_code, progress FROM import WHERE id = $1', [
      id,
    ]);
    expect(rows).toMatchObject([{ state: 'stopped', fault_code: 'ACCOUNT' }]);
    await endPromise;
    expect(await importClient.countCars()).toBe(rows[0].progress.imported);
  });

  it.each([
    ['rights of its own', () => createImporterLogins(server.context.pool, server.databaseUrl)],
    // When the server may not create database roles, it passes its own database user to the import process.
    ['the rights of the server', () => ({ open: async () => ({ url: server.databaseUrl, close: async () => {} }) })],
  ])('of an earlier process with %s saves nothing once another one has taken it on', async (_, createLogins) => {
    const realWorkers = startImportWorkers({ logins: createLogins() });
    // The test does not kill the import process, so the process has to notice by itself that its run was stopped.
    const importWorkers: Context['importWorkers'] = {
      ...realWorkers,
      stop: () => {},
      begin: (...args) => ({ ...realWorkers.begin(...args), stop: () => {} }),
    };
    const { id, endPromise } = await startLongImport({ ...server.context, importWorkers });
    // The update waits until the current batch is saved.
    await server.context.pool.query('UPDATE import SET run_id = gen_random_uuid() WHERE id = $1', [id]);
    const carCountBefore = await importClient.countCars();
    await endPromise;
    expect(await importClient.countCars()).toBe(carCountBefore);
    const { rows } = await server.context.pool.query('SELECT state, progress FROM import WHERE id = $1', [id]);
    expect(rows).toMatchObject([{ state: 'running', progress: { imported: carCountBefore } }]);
  });
});
