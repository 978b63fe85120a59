import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bookListing, call, makeUser, type TestUser } from '../testing/builders.ts';
import { createImportTestClient, type ImportTestClient, makeCarList } from '../testing/import-test-client.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { uploadExaminedCarList } from '../testing/uploads.ts';

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

const lowerPrices = (file: string): string => file.replaceAll('Ferrari Roma,90', 'Ferrari Roma,80');

/** Runs an action of an import, such as its check or its start, and returns the import. */
async function runImportAction(id: string, actionName: 'check' | 'start') {
  expect((await importClient.begin(id, actionName)).status).toBe(202);
  await importClient.work(id);
  return importClient.read(id);
}

type ImportedCar = { id: string; dealer_ref: string; cents: string };

async function listCars(): Promise<ImportedCar[]> {
  const { rows } = await server.context.pool.query<ImportedCar>(
    'SELECT id, dealer_ref, resale_price_cents::text AS cents FROM listing WHERE seller_id = $1 ORDER BY dealer_ref',
    [seller.id],
  );
  return rows;
}

describe('an import that changes cars', () => {
  it('leaves those that are sold or that a buyer is paying for, and records each changed price', async () => {
    await runImportAction(await uploadExaminedCarList(server, seller, makeCarList(3)), 'start');
    const [heldCarId, soldCarId, freeCarId] = (await listCars()).map(({ id }) => id);
    const buyer = await makeUser(server, 'Buyer');
    const paymentId = await bookListing(server, buyer, heldCarId as never);
    expect((await call(server, buyer, 'POST', '/api/create-payment-intent', { paymentId })).status).toBe(200);
    expect((await call(server, seller, 'POST', `/api/v1/listings/${soldCarId}/sale`, {})).status).toBe(200);

    const id = await uploadExaminedCarList(server, seller, lowerPrices(makeCarList(3)), 'cheaper.csv');
    expect((await runImportAction(id, 'check')).counts).toMatchObject({ updated: 2, rejected: 1 });
    expect(await runImportAction(id, 'start')).toMatchObject({ state: 'done', counts: { updated: 1, rejected: 2 } });
    expect((await listCars()).map(({ cents }) => cents)).toEqual(['90000000', '90000100', '80000200']);
    const reportResponse = await server.app.inject({
      url: `/api/v1/imports/${id}/report`,
      headers: { authorization: seller.token },
    });
    expect(reportResponse.body).toContain('a buyer is paying for this car');
    expect(reportResponse.body).toContain('the car is sold');
    const { rows } = await server.context.pool.query(
      "SELECT actor_id, noun_id, before, after FROM audit_entry WHERE noun = 'listing' AND action = 'change' AND noun_id = ANY($1)",
      [[heldCarId, soldCarId, freeCarId]],
    );
    expect(rows).toEqual([
      {
        actor_id: seller.id,
        noun_id: freeCarId,
        before: { priceCents: '90000200' },
        after: { priceCents: '80000200' },
      },
    ]);
  });
});
