import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { call, makeUser, type TestUser } from '../testing/builders.ts';
import { unlimitedProtection } from '../testing/test-node.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { uploadList } from '../testing/uploads.ts';
import { importCars } from './import-cars.ts';

type ListedImport = Record<string, unknown> & { readonly _id: string; readonly acts: readonly string[] };

let server: TestServer;
let admin: TestUser;
let seller: TestUser;

beforeAll(async () => {
  server = await startTestServer(unlimitedProtection, undefined, { IMPORT_REVIEW: 'unverified' });
  [admin, seller] = [await makeUser(server, 'admin'), await makeUser(server, 'Seller')];
});
beforeEach(() => server.context.pool.query('DELETE FROM import'));
afterAll(() => server.close());

const carListText =
  'Stock no,Car,Price,Reg date,Mileage\na1,Ferrari Roma,868000,28-May-21,40000\na2,Ferrari Roma,869000,28-May-21,40001\n';
const runImportJob = async (id: string): Promise<void> =>
  importCars(server.context, id as never, new AbortController().signal);
const beginWork = (caller: TestUser, id: string, importAction: string) =>
  call(server, caller, 'POST', `/api/v1/imports/${id}/${importAction}`, {});

async function readPage(query: string): Promise<{ imports: ListedImport[]; next: string | null }> {
  const answer = await call(server, admin, 'GET', `/api/v1/all-imports?${query}`);
  expect(answer.status).toBe(200);
  return answer.body as unknown as { imports: ListedImport[]; next: string | null };
}
const readTotals = async () => (await call(server, admin, 'GET', '/api/v1/all-imports/totals')).body;

/** Makes an import that waits for an admin. */
async function makeWaitingImport(caller: TestUser, name: string): Promise<string> {
  const id = String((await uploadList(server, caller, carListText, name)).body._id);
  await runImportJob(id);
  await beginWork(caller, id, 'check');
  await runImportJob(id);
  expect((await beginWork(caller, id, 'start')).body.state).toBe('awaiting review');
  return id;
}

describe('the imports of all sellers', () => {
  it('are listed by stage with what an admin can do, and move on with it', async () => {
    const [firstImportId, secondImportId] = [
      await makeWaitingImport(seller, 'first.csv'),
      await makeWaitingImport(await makeUser(server, 'Seller'), 'b.csv'),
    ];
    const { imports } = await readPage('stage=waiting');
    // The import that has waited longest comes first.
    expect(imports.map(({ _id }) => _id)).toEqual([firstImportId, secondImportId]);
    expect(imports[0]).toMatchObject({
      fileName: 'first.csv',
      state: 'awaiting review',
      counts: { imported: 2, rejected: 0 },
      seller: { _id: seller.id, name: seller.name, carsOnOffer: 0, suspended: false },
      preview: [{ title: 'Ferrari Roma', price: 868_000 }, {}],
      acts: ['release', 'reject'],
    });
    expect(await readTotals()).toEqual({ waiting: 2, running: 0 });
    expect((await call(server, admin, 'POST', `/api/v1/import-reviews/${firstImportId}/release`, {})).status).toBe(200);
    expect((await readPage('stage=running')).imports).toMatchObject([
      { _id: firstImportId, state: 'running', preview: [], acts: ['stop'] },
    ]);
    expect(await readTotals()).toEqual({ waiting: 1, running: 1 });
    expect((await call(server, admin, 'POST', `/api/v1/running-imports/${firstImportId}/stop`, {})).body).toEqual({
      stopped: true,
    });
    const reasonBody = { reason: 'The photos are of other cars.' };
    expect(
      (await call(server, admin, 'POST', `/api/v1/import-reviews/${secondImportId}/rejection`, reasonBody)).status,
    ).toBe(200);
    expect((await readPage('stage=ended')).imports).toMatchObject([
      { _id: secondImportId, state: 'rejected', fault: reasonBody.reason, acts: [] },
      { _id: firstImportId, state: 'stopped', acts: [] },
    ]);
    expect(await readTotals()).toEqual({ waiting: 0, running: 0 });
    // An import that no longer waits cannot be released.
    for (const id of [firstImportId, secondImportId])
      expect((await call(server, admin, 'POST', `/api/v1/import-reviews/${id}/release`, {})).status).toBe(409);
  });

  it('are read page by page, each once', async () => {
    for (let importIndex = 0; importIndex < 3; importIndex += 1)
      await makeWaitingImport(await makeUser(server, 'Seller'), `p${importIndex}.csv`);
    const fileNames: unknown[] = [];
    let cursor = '';
    for (let pageCount = 0; pageCount < 3; pageCount += 1) {
      const { imports, next } = await readPage(`stage=waiting&limit=1${cursor}`);
      fileNames.push(...imports.map(({ fileName }) => fileName));
      cursor = `&cursor=${encodeURIComponent(next ?? '')}`;
      expect(next === null).toBe(pageCount === 2);
    }
    expect(fileNames).toEqual(['p0.csv', 'p1.csv', 'p2.csv']);
  });

  it('leave out what its seller has not started, and need a stage', async () => {
    const id = String((await uploadList(server, await makeUser(server, 'Seller'), carListText, 'own.csv')).body._id);
    await runImportJob(id);
    for (const stage of ['waiting', 'running', 'ended'])
      expect((await readPage(`stage=${stage}`)).imports.map(({ _id }) => _id)).not.toContain(id);
    expect((await call(server, admin, 'GET', '/api/v1/all-imports')).status).toBe(400);
    expect((await call(server, admin, 'GET', '/api/v1/all-imports?stage=waiting&cursor=x')).status).toBe(400);
  });

  it('acts of admins are in the security log', async () => {
    const id = await makeWaitingImport(await makeUser(server, 'Seller'), 'logged.csv');
    const headers = { authorization: admin.token };
    const url = `/api/v1/import-reviews/${id}/rejection`;
    await server.firstApp.inject({ method: 'POST', url, headers, payload: { reason: 'Not these.' } });
    await server.context.securityLog.flush();
    const { body } = await call(server, admin, 'GET', '/api/v1/security-events?event=import&result=allowed');
    expect((body.events as { route: string }[]).map(({ route }) => route)).toContain(
      'POST /api/v1/import-reviews/:id/rejection',
    );
  });
});
