import { forgetPlace, savePlace } from '@carhouse/database/reconciliation/desk-cursors';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makePerson, type Person } from '../testing/builders.ts';
import { chargeOrder } from '../testing/paid-order.ts';
import { openTestHouse, type TestHouse } from '../testing/test-house.ts';
import { readMissedEvents } from './read-missed-events.ts';

let house: TestHouse;
let seller: Person;

beforeAll(async () => {
  house = await openTestHouse();
  seller = await makePerson(house, 'Seller');
});
beforeEach(() => forgetPlace(house.context.database, 'events'));
afterAll(() => house.close());

const status = async (bookingId: string) =>
  (await house.context.pool.query('SELECT status FROM booking WHERE id = $1', [bookingId])).rows[0]?.status;

describe('reading the events that no webhook brought', () => {
  it('goes on behind one whose effect cannot be done now, and comes back to it', async () => {
    const [stuck, next] = [await chargeOrder(house, seller), await chargeOrder(house, seller)];
    const somebody = await house.context.pool.connect();
    try {
      await somebody.query('BEGIN');
      await somebody.query('SELECT 1 FROM listing WHERE id = $1 FOR UPDATE', [stuck.car]);
      await readMissedEvents(house.context);
      expect([await status(stuck.bookingId), await status(next.bookingId)]).toEqual(['unpaid', 'paid']);
    } finally {
      await somebody.query('ROLLBACK');
      somebody.release();
    }
    await readMissedEvents(house.context);
    expect(await status(stuck.bookingId)).toBe('paid');
  });

  it('begins anew when the provider does not know the event at which it ended any more', async () => {
    const order = await chargeOrder(house, seller);
    await savePlace(house.context.database, 'events', 'evt_of_last_year', new Date());
    await readMissedEvents(house.context);
    expect(await status(order.bookingId)).toBe('paid');
  });
});
