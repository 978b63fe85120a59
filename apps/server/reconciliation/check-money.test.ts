import { deleteCursor, saveCursor } from '@carhouse/database/reconciliation/cursors';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeUser, type TestUser } from '../testing/builders.ts';
import { makeChargedOrder } from '../testing/paid-order.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { checkMoney } from './check-money.ts';

let server: TestServer;
let seller: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  seller = await makeUser(server, 'Seller');
});
beforeEach(() => deleteCursor(server.context.database, 'charges'));
afterEach(() => {
  server.sandbox.faults.clear();
  server.setClock(() => new Date());
});
afterAll(() => server.close());

const moveClockForward = (minutes: number) => server.setClock(() => new Date(Date.now() + minutes * 60_000));

async function listOpenKinds(subject: string): Promise<string[]> {
  const { rows } = await server.context.pool.query<{ kind: string }>(
    "SELECT kind FROM discrepancy WHERE state = 'open' AND subject = $1",
    [subject],
  );
  return rows.map((row) => row.kind);
}

describe('a run of the reconciliation', () => {
  it('finds a charge in a later run that the provider did not list in the first one', async () => {
    const { intentId } = await makeChargedOrder(server, seller);
    moveClockForward(3);
    server.sandbox.faults.addApiFault({ kind: '500', on: /GET \/v1\/payment_intents/ });
    await checkMoney(server.context);
    expect(await listOpenKinds(intentId)).toEqual([]);
    server.sandbox.faults.clear();
    await checkMoney(server.context);
    expect(await listOpenKinds(intentId)).toEqual(['charge-without-payment']);
  });

  it('starts again at the beginning when the provider does not know the charge of its saved position', async () => {
    const { intentId } = await makeChargedOrder(server, seller);
    await saveCursor(server.context.database, 'charges', 'ch_of_another_account', new Date());
    moveClockForward(3);
    await checkMoney(server.context);
    expect(await listOpenKinds(intentId)).toEqual(['charge-without-payment']);
  });
});
