import type { AddressInfo } from 'node:net';
import { ruleVersion } from '@carhouse/domain/reservation/reservation-rule';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { confirmCard, makeUser, type TestUser } from '../testing/builders.ts';
import { makeReservableCar, type ReservableTestCar } from '../testing/reservations.ts';
import { assertAudits } from '../testing/run-audits.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { advanceQueues } from './advance-queue.ts';

const buyerCount = 32;

let server: TestServer;
let seller: TestUser;
let buyers: TestUser[];
let origin: string;

beforeAll(async () => {
  server = await startTestServer();
  origin = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
  seller = await makeUser(server, 'Seller');
  buyers = await Promise.all(Array.from({ length: buyerCount }, () => makeUser(server, 'Buyer')));
}, 120_000);
afterAll(async () => {
  await assertAudits(server.context.pool);
  await server.close();
});

type Answer = { readonly status: number; readonly body: Record<string, unknown> };

/** Makes a call over a connection of its own, and repeats it while the server is busy. */
async function callWithRetries(caller: TestUser, method: string, path: string, payload: object = {}): Promise<Answer> {
  for (;;) {
    const answer = await fetch(`${origin}${path}`, {
      method,
      headers: { authorization: caller.token, 'content-type': 'application/json', connection: 'close' },
      ...(method === 'GET' ? {} : { body: JSON.stringify(payload) }),
    });
    const body = (await answer.json()) as Record<string, unknown>;
    if (body.code !== 'UNAVAILABLE') return { status: answer.status, body };
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Lets one buyer try to reserve a car until they hold it or wait in the queue for it. */
async function reserveOrJoin(buyer: TestUser, car: ReservableTestCar): Promise<'holds' | 'waits'> {
  const startAnswer = await callWithRetries(buyer, 'POST', `/api/v1/listings/${car.listingId}/reservations`, {
    meetingDate: 'Saturday',
    buyerNumber: '+65 8123 4567',
    price: car.dollars,
    deposit: car.deposit,
    rule: ruleVersion,
    conditions: [],
  });
  for (let round = 0; round < 1_000; round += 1) {
    const paymentId = startAnswer.body.bookingId;
    const openingAnswer =
      paymentId === undefined
        ? startAnswer
        : await callWithRetries(buyer, 'POST', '/api/create-payment-intent', { paymentId });
    if (openingAnswer.status === 200) {
      const secret = String(openingAnswer.body.clientSecret);
      await confirmCard(server, secret);
      const transactionId = secret.split('_secret_')[0];
      const paymentAnswer = await callWithRetries(buyer, 'POST', '/api/payment', { paymentId, transactionId });
      expect(paymentAnswer.status).toBe(200);
      return 'holds';
    }
    expect(openingAnswer.body.code).toBe('CAR_RESERVED');
    const joinAnswer = await callWithRetries(buyer, 'POST', `/api/v1/listings/${car.listingId}/queue`);
    if (joinAnswer.status === 200) return 'waits';
    expect(joinAnswer.body.code).toBe('CAR_NOT_RESERVED');
    await new Promise((resolve) => setTimeout(resolve, 5 + (round % 7)));
  }
  throw new Error('A buyer neither holds the car nor waits for it.');
}

async function readQueue({ listingId }: ReservableTestCar): Promise<{ position: number; state: string; id: string }[]> {
  const { rows } = await server.context.pool.query(
    'SELECT position, state, buyer_id AS id FROM reservation_queue WHERE listing_id = $1 ORDER BY position',
    [listingId],
  );
  return rows;
}

const countTurnMails = async (ids: readonly string[]): Promise<number> =>
  (
    await server.context.pool.query(
      "SELECT count(*)::int AS mails FROM outbox WHERE kind = 'your-turn' AND recipient_id = ANY ($1)",
      [ids],
    )
  ).rows[0].mails;

describe(`${buyerCount} buyers who reserve one car at once`, () => {
  it('are one who holds it and a queue without gaps, and whoever lets go promotes exactly one', {
    timeout: 120_000,
  }, async () => {
    const car = await makeReservableCar(server, seller);
    const outcomes = await Promise.all(buyers.map((buyer) => reserveOrJoin(buyer, car)));
    expect(outcomes.filter((outcome) => outcome === 'holds')).toHaveLength(1);
    const { rows: heldRows } = await server.context.pool.query(
      "SELECT booking_id FROM reservation WHERE listing_id = $1 AND state = 'active'",
      [car.listingId],
    );
    expect(heldRows).toHaveLength(1);
    const expectedPositions = Array.from({ length: buyerCount - 1 }, (_, index) => index + 1);
    expect((await readQueue(car)).map(({ position, state }) => [position, state])).toEqual(
      expectedPositions.map((position) => [position, 'waiting']),
    );
    const places = await Promise.all(
      buyers.map(async (buyer) => {
        const { body } = await callWithRetries(buyer, 'GET', `/api/v1/listings/${car.listingId}/reservation`);
        return (body.myPlace as { place: number } | null)?.place ?? 0;
      }),
    );
    expect(places.toSorted((one, other) => one - other)).toEqual([0, ...expectedPositions]);
    const charges = server.sandbox.account.intents().filter(({ status }) => status === 'succeeded');
    expect(charges).toHaveLength(1);

    const holder = buyers[outcomes.indexOf('holds')] as TestUser;
    const bookingId = heldRows[0].booking_id;
    const giveUpReservation = () =>
      callWithRetries(holder, 'POST', `/api/v1/bookings/${bookingId}/reservation-end`, { refund: car.deposit });
    const endResults = await Promise.all([
      giveUpReservation(),
      giveUpReservation(),
      callWithRetries(holder, 'POST', `/api/v1/bookings/${bookingId}/cancellation`),
      ...[1, 2, 3].map(() => advanceQueues(server.context)),
    ]);
    expect(endResults.filter((end) => typeof end !== 'number' && end.status >= 500)).toEqual([]);
    expect((await readQueue(car)).map(({ state }) => state)).toEqual([
      'turn',
      ...expectedPositions.slice(1).map(() => 'waiting'),
    ]);
    expect(await countTurnMails(buyers.map(({ id }) => id))).toBe(1);
    expect(server.sandbox.account.refunds().map(({ amount }) => amount)).toEqual([car.deposit * 100]);

    // The first five buyers in the queue leave at the same time as the reconciler moves the queue.
    const queue = await readQueue(car);
    const leavingBuyers = queue.slice(0, 5).map(({ id }) => buyers.find((buyer) => buyer.id === id) as TestUser);
    await Promise.all([
      ...leavingBuyers.map((buyer) => callWithRetries(buyer, 'DELETE', `/api/v1/listings/${car.listingId}/queue`)),
      ...[1, 2, 3].map(() => advanceQueues(server.context)),
    ]);
    expect((await readQueue(car)).map(({ state }) => state)).toEqual([
      ...leavingBuyers.map(() => 'left'),
      'turn',
      ...expectedPositions.slice(6).map(() => 'waiting'),
    ]);
  });
});
