import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, call, makeUser, type TestUser } from '../testing/builders.ts';
import { unlimitedProtection } from '../testing/test-node.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { uploadList } from '../testing/uploads.ts';
import { importCars } from './import-cars.ts';

let server: TestServer;
let admin: TestUser;

beforeAll(async () => {
  const importLimits = { IMPORT_REVIEW: 'unverified', NEW_SELLER_CARS: '2', VERIFIED_SELLER_CARS: '4' };
  server = await startTestServer(unlimitedProtection, undefined, importLimits);
  admin = await makeUser(server, 'admin');
});
afterAll(() => server.close());

const header = 'Stock no,Car,Price,Reg date,Mileage';
const makeRows = (rowCount: number): string =>
  Array.from({ length: rowCount }, (_, row) => `r${row},Ferrari Roma,${868_000 + row},28-May-21,${40_000 + row}`).join(
    '\n',
  );

const runImportJob = async (id: unknown): Promise<void> =>
  importCars(server.context, id as never, new AbortController().signal);
const readImportAs = (seller: TestUser, id: unknown): Promise<Answer> =>
  call(server, seller, 'GET', `/api/v1/imports/${String(id)}`);
const beginWork = (seller: TestUser, id: unknown, importAction: 'check' | 'start'): Promise<Answer> =>
  call(server, seller, 'POST', `/api/v1/imports/${String(id)}/${importAction}`, {});
const decideReview = (
  caller: TestUser,
  id: unknown,
  decision: 'release' | 'rejection',
  body: object = {},
): Promise<Answer> => call(server, caller, 'POST', `/api/v1/import-reviews/${String(id)}/${decision}`, body);

async function makeCheckedImport(seller: TestUser, rowCount: number, extraRows = ''): Promise<unknown> {
  const { _id } = (await uploadList(server, seller, `${header}\n${makeRows(rowCount)}\n${extraRows}`)).body;
  await runImportJob(_id);
  expect((await beginWork(seller, _id, 'start')).body.code).toBe('IMPORT_CHECK_FIRST');
  expect((await beginWork(seller, _id, 'check')).status).toBe(202);
  await runImportJob(_id);
  return _id;
}

const countCarsOnSale = async (seller: TestUser): Promise<number> =>
  (
    await server.context.pool.query(
      "SELECT count(*)::int AS n FROM listing WHERE seller_id = $1 AND status = 'available'",
      [seller.id],
    )
  ).rows[0].n;

describe('an import of a seller who is not verified', () => {
  it('waits until an admin has looked at it, and then brings in as many cars as a verified seller has', async () => {
    const seller = await makeUser(server, 'Seller');
    const id = await makeCheckedImport(seller, 6);
    expect((await beginWork(seller, id, 'start')).body).toMatchObject({ state: 'awaiting review' });
    await runImportJob(id);
    expect(await countCarsOnSale(seller)).toBe(0);
    const waitingReviews = (await call(server, admin, 'GET', '/api/v1/import-reviews')).body as unknown as {
      _id: unknown;
    }[];
    expect(waitingReviews.find(({ _id }) => _id === id)).toMatchObject({
      seller: { _id: seller.id, name: seller.name, carsOnOffer: 0 },
      counts: { imported: 6, rejected: 0 },
      preview: [{ title: 'Ferrari Roma', price: 868_000 }, {}, {}, {}, {}],
    });
    const decisionAnswers = await Promise.all([decideReview(admin, id, 'release'), decideReview(admin, id, 'release')]);
    expect(decisionAnswers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    await runImportJob(id);
    expect((await readImportAs(seller, id)).body).toMatchObject({
      state: 'done',
      counts: { imported: 4, rejected: 2 },
    });
    expect(await countCarsOnSale(seller)).toBe(4);
  });

  it('is refused with a reason, and nothing comes in', async () => {
    const seller = await makeUser(server, 'Seller');
    const id = await makeCheckedImport(seller, 3);
    await beginWork(seller, id, 'start');
    expect((await decideReview(seller, id, 'rejection', { reason: 'x' })).status).toBe(403);
    expect((await decideReview(admin, id, 'rejection', { reason: 'The photos are of other cars.' })).status).toBe(200);
    expect((await readImportAs(seller, id)).body).toMatchObject({
      state: 'rejected',
      fault: 'The photos are of other cars.',
    });
    expect((await beginWork(seller, id, 'start')).status).toBe(409);
    expect((await decideReview(admin, id, 'release')).status).toBe(409);
    const accountResult = await server.context.pool.query('SELECT refused_at FROM account WHERE id = $1', [seller.id]);
    expect(accountResult.rows[0].refused_at).not.toBeNull();
    expect(await countCarsOnSale(seller)).toBe(0);
  });
});

it('a car that is on sale already, or twice in a file, is rejected with a reason', async () => {
  const seller = await makeUser(server, 'Seller', { verified: true });
  const duplicateRow = 'again,Ferrari ROMA,868000,28-May-21,40000\n';
  const { _id } = (await uploadList(server, seller, `${header}\n${makeRows(1)}\n${duplicateRow}`)).body;
  await runImportJob(_id);
  expect((await beginWork(seller, _id, 'start')).body).toMatchObject({ state: 'running' });
  await runImportJob(_id);
  const { body } = await readImportAs(seller, _id);
  expect(body).toMatchObject({ state: 'done', counts: { imported: 1, rejected: 1 } });
  expect(body.reasons).toEqual([{ reason: 'the same car is on sale already as r0', rows: 1 }]);
});
