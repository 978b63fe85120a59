import { auditQueries } from '@carhouse/database/audit/audit-queries';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeUser, signIn } from '../testing/builders.ts';
import { giveUp, joinQueue, makeReservableCar, reserveCar } from '../testing/reservations.ts';
import { assertAudits } from '../testing/run-audits.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
/** The ids that the statements below name: bookings, and cars with a queue. */
const ids = { active: '', forfeited: '', turn: '', queue: '', holder: '' };

beforeAll(async () => {
  server = await startTestServer();
  const seller = await makeUser(server, 'Seller');
  const makeCar = () => makeReservableCar(server, seller);
  const activeReservation = await reserveCar(server, await makeCar(), { conditions: ['loan', 'inspection'] });
  const reservationToForfeit = await reserveCar(server, await makeCar());
  server.setClock(() => new Date(Date.now() + 4 * 86_400_000));
  const forfeitingBuyer = {
    ...reservationToForfeit.buyer,
    token: await signIn(server, reservationToForfeit.buyer.email),
  };
  await giveUp(server, forfeitingBuyer, reservationToForfeit, 500);
  server.setClock(() => new Date());
  const reservationToFree = await reserveCar(server, await makeCar());
  const waitingBuyers = [await makeUser(server, 'Buyer'), await makeUser(server, 'Buyer')];
  for (const each of waitingBuyers) await joinQueue(server, each, reservationToFree);
  await giveUp(server, reservationToFree.buyer, reservationToFree, 1_000);
  const heldReservation = await reserveCar(server, await makeCar());
  for (const each of waitingBuyers) await joinQueue(server, each, heldReservation);
  Object.assign(ids, { active: activeReservation.bookingId, forfeited: reservationToForfeit.bookingId });
  Object.assign(ids, {
    turn: reservationToFree.listingId,
    queue: heldReservation.listingId,
    holder: heldReservation.buyer.id,
  });
  await assertAudits(server.context.pool);
});
afterAll(() => server.close());

const bookingFault = 'a reservation does not fit its booking';
const timeLimitFault = 'the time limits of a reservation are not those of its rule';
const conditionFault = 'a condition was stated after its deadline, or failed and did not end its reservation';
const divisionFault = 'a deposit is not divided exactly, or not by its rule';
const ledgerFault = 'the ledger has another forfeited deposit than the reservation';
const turnFault = 'a car has two turns, a turn while it is reserved, or a buyer before the one whose turn it is';
const turnTimeFault = 'a turn is not one of 24 hours, or a buyer waits for a car that they have reserved';
const queueFault = 'a buyer has two places in one queue, or a car that is not on sale has a queue';

/**
 * Each statement is refused by constraints and triggers, and the audit finds its result where they were switched off.
 */
const faults: readonly (readonly [audit: string, text: string])[] = [
  [bookingFault, "UPDATE reservation SET state = 'bought' WHERE booking_id = $active"],
  [bookingFault, "UPDATE reservation SET ends_at = ends_at + interval '1 day' WHERE booking_id = $active"],
  [timeLimitFault, "UPDATE reservation SET free_until = free_until - interval '1 day' WHERE booking_id = $forfeited"],
  [
    timeLimitFault,
    "UPDATE reservation_condition SET deadline = deadline + interval '1 day' WHERE booking_id = $active",
  ],
  [timeLimitFault, 'UPDATE reservation_condition SET deadline = NULL WHERE booking_id = $active'],
  ['a reservation whose deposit was paid is gone', 'DELETE FROM reservation WHERE booking_id = $active'],
  [
    conditionFault,
    "UPDATE reservation_condition SET state = 'failed', stated_at = now(), stated_by = $holder WHERE booking_id = $active AND kind = 'loan'",
  ],
  [
    divisionFault,
    'UPDATE reservation SET forfeited_cents = 0, refund_cents = deposit_cents WHERE booking_id = $forfeited',
  ],
  [
    divisionFault,
    'UPDATE refund SET amount_cents = amount_cents + 1 WHERE attempt_id IN (SELECT attempt_id FROM payment WHERE booking_id = $forfeited)',
  ],
  [divisionFault, 'DELETE FROM sale WHERE booking_id = $forfeited'],
  [divisionFault, 'UPDATE sale SET price_cents = price_cents + 1 WHERE booking_id = $forfeited'],
  [
    ledgerFault,
    "UPDATE ledger_entry SET cause = 'charge' WHERE booking_id = $forfeited AND cause = 'deposit-forfeited'",
  ],
  [
    turnFault,
    "UPDATE reservation_queue SET state = 'turn', turn_from = now(), turn_until = now() + interval '24 hours' WHERE listing_id = $queue AND position = 1",
  ],
  [turnFault, 'UPDATE reservation_queue SET position = 3 - position + 2 WHERE listing_id = $turn'],
  [
    turnTimeFault,
    "UPDATE reservation_queue SET turn_until = turn_from + interval '1 year' WHERE listing_id = $turn AND position = 1",
  ],
  [turnTimeFault, 'UPDATE reservation_queue SET buyer_id = $holder WHERE listing_id = $queue AND position = 1'],
  [queueFault, "UPDATE listing SET status = 'withdrawn' WHERE id = $queue"],
  [
    'positions of a queue have gaps or are given twice',
    'DELETE FROM reservation_queue WHERE listing_id = $queue AND position = 1',
  ],
];

describe('the audits of reservations', () => {
  it.each(faults)('find it where triggers were off: %s (%s)', async (audit, text) => {
    const query = auditQueries.find(({ name }) => name === audit);
    const client = await server.context.pool.connect();
    try {
      await client.query('BEGIN');
      await client.query("SET LOCAL session_replication_role = 'replica'");
      const { rowCount } = await client.query(text.replace(/\$(\w+)/g, (_, key: keyof typeof ids) => `'${ids[key]}'`));
      expect(rowCount).toBeGreaterThan(0);
      expect((await client.query(query?.sql ?? '')).rowCount).toBeGreaterThan(0);
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  });
});
