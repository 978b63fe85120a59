import type { ConditionKind } from '@carhouse/domain/reservation/reservation-rule';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { call, confirmCard, makeUser, type TestUser } from '../testing/builders.ts';
import { readSellerPayment, sumPostingsOfOrder } from '../testing/confirmed-sale.ts';
import { payPartByCard } from '../testing/price-parts.ts';
import { openReservationBench, type ReservationTestServer } from '../testing/reservation-bench.ts';
import {
  giveUp,
  listProviderRefunds,
  makeReservableCar,
  readReservationOfBooking,
  reserveCar,
  stateCondition,
  type TestReservation,
  withdraw,
} from '../testing/reservations.ts';
import type { TestServer } from '../testing/test-server.ts';

let bench: ReservationTestServer;
let server: TestServer;
let seller: TestUser;

beforeAll(async () => {
  bench = await openReservationBench();
  ({ server, seller } = bench);
});
afterEach(() => bench.reset());
afterAll(() => bench.close());

const conditions: readonly ConditionKind[] = ['as-described', 'loan', 'inspection'];
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const reserveNewCar = async (): Promise<TestReservation> =>
  reserveCar(server, await makeReservableCar(server, seller), { conditions });
const signInAgain = (user: TestUser): Promise<TestUser> => bench.signInAgain(user);

/** The states of the charges of a reservation, in their order. */
async function readAttempts({ bookingId }: TestReservation): Promise<string[]> {
  const { rows } = await server.context.pool.query(
    'SELECT state FROM payment_attempt WHERE booking_id = $1 ORDER BY id',
    [bookingId],
  );
  return rows.map(({ state }) => state);
}

/** Sets the clock to a time after the deposit of a reservation was paid. */
async function setClockAfter({ bookingId }: TestReservation, milliseconds: number): Promise<void> {
  const { rows } = await server.context.pool.query('SELECT paid_at FROM reservation WHERE booking_id = $1', [
    bookingId,
  ]);
  const timeMs = rows[0].paid_at.getTime() + milliseconds;
  server.setClock(() => new Date(timeMs));
}

describe('a condition that has failed', () => {
  it.each([
    ['as-described', 5],
    ['loan', 6],
    ['inspection', 7],
  ] as const)('of the kind %s gives the whole deposit back until day %s', async (kind, days) => {
    const reservation = await reserveNewCar();
    await setClockAfter(reservation, days * dayMs - minuteMs);
    const buyer = await signInAgain(reservation.buyer);
    const answer = await stateCondition(server, buyer, reservation, { kind, met: false, note: 'The bank said no' });
    expect(answer.body).toMatchObject({
      state: 'ended',
      ended: { as: 'condition-failed', condition: kind, refund: 1_000, forfeit: 0 },
    });
    expect(await listProviderRefunds(server, reservation.bookingId)).toEqual([100_000]);
  });

  it.each([
    ['as-described', 5],
    ['loan', 6],
  ] as const)('of the kind %s counts as met from its deadline on', async (kind, days) => {
    const reservation = await reserveNewCar();
    await setClockAfter(reservation, days * dayMs);
    const buyer = await signInAgain(reservation.buyer);
    expect(await stateCondition(server, buyer, reservation, { kind, met: false })).toMatchObject({
      status: 409,
      body: { code: 'DEADLINE_PASSED' },
    });
    expect(await listProviderRefunds(server, reservation.bookingId)).toEqual([]);
  });
});

describe('a condition', () => {
  it('that is met is stated once, and the reservation goes on', async () => {
    const reservation = await reserveNewCar();
    const stateConditionAs = (caller: TestUser, body: object) => stateCondition(server, caller, reservation, body);
    expect(
      (await stateConditionAs(reservation.buyer, { kind: 'loan', met: true, note: '2.5 % at DBS' })).body,
    ).toMatchObject({
      state: 'active',
      conditions: [{ kind: 'as-described' }, { kind: 'loan', state: 'met', statable: false, note: '2.5 % at DBS' }, {}],
    });
    expect((await stateConditionAs(reservation.buyer, { kind: 'loan', met: false })).body.code).toBe(
      'ILLEGAL_TRANSITION',
    );
    expect((await readReservationOfBooking(server, seller, reservation)).body).toMatchObject({
      conditions: [{ statable: false }, { statable: false }, { statable: false }],
    });
  });

  it('is stated by the buyer, and by nobody else', async () => {
    const reservation = await reserveNewCar();
    const stateConditionAs = (caller: TestUser) =>
      stateCondition(server, caller, reservation, { kind: 'loan', met: false });
    expect((await stateConditionAs(seller)).body.code).toBe('ROLE_REQUIRED');
    expect((await stateConditionAs(await makeUser(server, 'Buyer'))).status).toBe(404);
    expect((await stateConditionAs(await makeUser(server, 'Seller'))).status).toBe(404);
  });

  it('that was not chosen cannot be stated', async () => {
    const reservation = await reserveCar(server, await makeReservableCar(server, seller), { conditions: ['loan'] });
    expect(
      (await stateCondition(server, reservation.buyer, reservation, { kind: 'inspection', met: false })).status,
    ).toBe(404);
  });
});

describe('the whole deposit comes back', () => {
  const afterFreeDaysMs = 6.5 * dayMs;

  it('when the seller withdraws, at once, also while the buyer has a charge open', async () => {
    const reservation = await reserveNewCar();
    await setClockAfter(reservation, afterFreeDaysMs);
    const [buyer, owner] = [await signInAgain(reservation.buyer), await signInAgain(seller)];
    expect((await withdraw(server, buyer, reservation)).status).toBe(403);
    const openPayment = () =>
      call(server, buyer, 'POST', '/api/create-payment-intent', { paymentId: reservation.bookingId });
    expect((await openPayment()).status).toBe(200);
    expect((await withdraw(server, owner, reservation)).body).toMatchObject({
      ended: { as: 'seller-withdrew', refund: 1_000, forfeit: 0, reason: 'Cancelled by the seller: Sold to a friend' },
    });
    expect((await openPayment()).body.code).toBe('BOOKING_CANCELLED');
    expect(await readAttempts(reservation)).toEqual(['refunded', 'cancelled']);
    expect(await listProviderRefunds(server, reservation.bookingId)).toEqual([100_000]);
  });

  it('with a further charge that the buyer has paid when the seller withdraws, of which nothing is settled yet', async () => {
    const reservation = await reserveNewCar();
    const openedPaymentAnswer = await call(server, reservation.buyer, 'POST', '/api/create-payment-intent', {
      paymentId: reservation.bookingId,
    });
    const clientSecret = String(openedPaymentAnswer.body.clientSecret);
    await confirmCard(server, clientSecret);
    expect((await withdraw(server, seller, reservation)).body).toMatchObject({ ended: { as: 'seller-withdrew' } });
    const [intentId] = clientSecret.split('_secret_');
    const paymentReport = { paymentId: reservation.bookingId, transactionId: intentId };
    expect((await call(server, reservation.buyer, 'POST', '/api/payment', paymentReport)).body.code).toBe(
      'PAYMENT_REFUNDED',
    );
    expect(await readAttempts(reservation)).toEqual(['refunded', 'refunded']);
    const refunds = server.sandbox.account.refunds().filter(({ payment_intent: id }) => id === intentId);
    expect(refunds.map(({ amount }) => amount)).toEqual([4_900_000]);
    expect(await sumPostingsOfOrder(server, reservation.bookingId)).toEqual({});
  });

  it('when an admin ends the hold, hides the car, or closes an account', async () => {
    const owner = await makeUser(server, 'Seller');
    const endCases: readonly (readonly [
      string,
      (admin: TestUser, heldReservation: TestReservation) => Promise<unknown>,
    ])[] = [
      [
        'admin-ended',
        (admin, heldReservation) =>
          call(server, admin, 'POST', `/api/v1/listings/${heldReservation.listingId}/hold-break`, { reason: 'Asked' }),
      ],
      [
        'admin-ended',
        (admin, heldReservation) =>
          call(server, admin, 'POST', `/api/v1/listings/${heldReservation.listingId}/hiding`, {
            reason: 'To be looked into',
          }),
      ],
      [
        'account-closed',
        (admin, heldReservation) =>
          call(server, admin, 'POST', `/api/v1/accounts/${heldReservation.buyer.id}/suspension`, {
            reason: 'To be looked into',
          }),
      ],
      [
        'account-closed',
        (admin, heldReservation) =>
          call(server, admin, 'POST', `/api/v1/accounts/${heldReservation.seller.id}/suspension`, {
            reason: 'To be looked into',
          }),
      ],
    ];
    for (const [kind, end] of endCases) {
      server.setClock(() => new Date());
      const heldReservation = await reserveCar(server, await makeReservableCar(server, owner));
      await setClockAfter(heldReservation, afterFreeDaysMs);
      await end(await makeUser(server, 'admin'), heldReservation);
      const { rows } = await server.context.pool.query(
        'SELECT end_kind, refund_cents::int, forfeited_cents::int FROM reservation WHERE booking_id = $1',
        [heldReservation.bookingId],
      );
      expect(rows).toEqual([{ end_kind: kind, refund_cents: 100_000, forfeited_cents: 0 }]);
    }
  });

  it('when the bank of the buyer has taken it back before', async () => {
    const reservation = await reserveNewCar();
    const { rows } = await server.context.pool.query('SELECT intent_id FROM payment WHERE booking_id = $1', [
      reservation.bookingId,
    ]);
    await server.context.pool.query(
      `INSERT INTO dispute (id, intent_id, kind, reason, provider_status, open, created_at, updated_at, amount_cents)
       VALUES ($1, $2, 'dispute', 'fraudulent', 'lost', false, now(), now(), 100000)`,
      [`dp_${reservation.bookingId}`, rows[0].intent_id],
    );
    await setClockAfter(reservation, afterFreeDaysMs);
    await giveUp(server, await signInAgain(reservation.buyer), reservation, 500);
    expect((await readReservationOfBooking(server, await signInAgain(seller), reservation)).body).toMatchObject({
      ended: { as: 'given-up', refund: 1_000, forfeit: 0 },
    });
    await expect(readSellerPayment(server, reservation.bookingId)).rejects.toThrow('no sale');
    await server.context.pool.query('DELETE FROM dispute WHERE id = $1', [`dp_${reservation.bookingId}`]);
  });
});

describe('further parts that are paid', () => {
  it('are refunded as a whole, and only the deposit is divided', async () => {
    const expensiveCar = await makeReservableCar(server, seller, { dollars: 2_500_000, deposit: 5_000 });
    const reservation = await reserveCar(server, expensiveCar);
    expect((await payPartByCard(server, reservation)).status).toBe(200);
    await setClockAfter(reservation, 4 * dayMs);
    const giveUpAnswer = await giveUp(server, await signInAgain(reservation.buyer), reservation, 2_500);
    expect(giveUpAnswer.body).toMatchObject({ ended: { refund: 2_500, forfeit: 2_500 } });
    const refunds = await listProviderRefunds(server, reservation.bookingId);
    expect(refunds).toEqual([250_000, 83_166_700]);
  });
});
