import { openDatabase, openPool } from '@carhouse/database/connection/connect';
import { deleteCursor, saveCursor } from '@carhouse/database/reconciliation/cursors';
import { testPoolLimits } from '@carhouse/database/testing/test-database';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeUser, type TestUser } from '../testing/builders.ts';
import { makeChargedOrder } from '../testing/paid-order.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { readMissedEvents } from './read-missed-events.ts';

let server: TestServer;
let seller: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  seller = await makeUser(server, 'Seller');
});
beforeEach(() => deleteCursor(server.context.database, 'events'));
afterAll(() => server.close());

const readStatus = async (bookingId: string) =>
  (await server.context.pool.query('SELECT status FROM booking WHERE id = $1', [bookingId])).rows[0]?.status;

describe('reading the events that no webhook brought', () => {
  it('goes on behind one whose effect cannot be done now, and comes back to it', async () => {
    const [stuckOrder, nextOrder] = [await makeChargedOrder(server, seller), await makeChargedOrder(server, seller)];
    const lockingClient = await server.context.pool.connect();
    // The lock timeout of the product, because with the longer lock timeout of the tests this test would mostly wait.
    const pool = openPool({
      url: server.databaseUrl,
      applicationName: 'carhouse-test-events',
      limits: { ...testPoolLimits, lock_timeout: 500 },
    });
    try {
      await lockingClient.query('BEGIN');
      await lockingClient.query('SELECT 1 FROM listing WHERE id = $1 FOR UPDATE', [stuckOrder.car]);
      await readMissedEvents({ ...server.context, pool, database: openDatabase(pool) });
      expect([await readStatus(stuckOrder.bookingId), await readStatus(nextOrder.bookingId)]).toEqual([
        'unpaid',
        'paid',
      ]);
    } finally {
      await lockingClient.query('ROLLBACK');
      lockingClient.release();
      await pool.end();
    }
    await readMissedEvents(server.context);
    expect(await readStatus(stuckOrder.bookingId)).toBe('paid');
  });

  it('begins again when the provider does not know the event at which it ended any more', async () => {
    const order = await makeChargedOrder(server, seller);
    await saveCursor(server.context.database, 'events', 'evt_of_last_year', new Date());
    await readMissedEvents(server.context);
    expect(await readStatus(order.bookingId)).toBe('paid');
  });
});
