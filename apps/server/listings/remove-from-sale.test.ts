import { inTransaction } from '@carhouse/database/connection/transaction';
import { lockListing } from '@carhouse/database/listings/listings';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { authoriseActor } from '../accounts/authorise-actor.ts';
import { findActor, makeCar, makeUser, type TestUser } from '../testing/builders.ts';
import { dumpRows } from '../testing/row-dump.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { removeFromSale } from './remove-from-sale.ts';

let server: TestServer;
let seller: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  seller = await makeUser(server, 'Seller');
});
afterAll(() => server.close());

/** Calls the use case directly, without the route's authorisation. */
async function callRemoveFromSale(person: TestUser, event: 'sell' | 'withdraw' | 'hide'): Promise<string> {
  const id = await makeCar(server, seller);
  const rowsBefore = await dumpRows(server);
  try {
    await inTransaction(server.context.database, async (trx) => {
      const actor = await authoriseActor(server.context, trx, await findActor(server, person));
      const car = await lockListing(trx, id, 'own');
      if (car === undefined) throw new Error('The car is gone.');
      const removal = { event, reason: 'A test.', reasonForSeller: 'A test.' };
      await removeFromSale(server.context, trx, actor, car.listing, removal);
    });
    return 'done';
  } catch (error) {
    expect(await dumpRows(server)).toEqual(rowsBefore);
    return (error as { code: string }).code;
  }
}

it('a car is sold elsewhere by its seller, and by no admin', async () => {
  expect(await callRemoveFromSale(seller, 'sell')).toBe('done');
  expect(await callRemoveFromSale(await makeUser(server, 'admin'), 'sell')).toBe('ROLE_REQUIRED');
});

it('a car is withdrawn by its seller and hidden by admins, and not the other way round', async () => {
  expect(await callRemoveFromSale(seller, 'withdraw')).toBe('done');
  expect(await callRemoveFromSale(seller, 'hide')).toBe('ROLE_REQUIRED');
  expect(await callRemoveFromSale(await makeUser(server, 'admin'), 'hide')).toBe('done');
  expect(await callRemoveFromSale(await makeUser(server, 'admin'), 'withdraw')).toBe('ROLE_REQUIRED');
});

it('another user can neither sell nor withdraw nor hide a car', async () => {
  for (const role of ['Seller', 'Buyer'] as const)
    expect(await callRemoveFromSale(await makeUser(server, role), 'withdraw')).toBe('NOT_FOUND');
});
