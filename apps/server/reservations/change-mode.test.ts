import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { endLapsedReservations } from '../payments/cancel-reservation.ts';
import { call, makeUser, signIn, type TestUser } from '../testing/builders.ts';
import { openNodeInMode } from '../testing/introducer-node.ts';
import {
  giveUp,
  joinQueue,
  listProviderRefunds,
  makeReservableCar,
  readReservationOfBooking,
  readReservationOfCar,
  requestReservation,
  reserveCar,
  startReservation,
} from '../testing/reservations.ts';
import { assertAudits } from '../testing/run-audits.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { advanceQueues } from './advance-queue.ts';

/** One database with a server node in each business mode, as before and after the operator has changed the mode. */
let server: TestServer;
let introducerNode: Awaited<ReturnType<typeof openNodeInMode>>;
let seller: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  introducerNode = await openNodeInMode(server, 'introducer');
  seller = await makeUser(server, 'Seller');
});
afterEach(async () => {
  await assertAudits(server.context.pool);
  server.setClock(() => new Date());
});
afterAll(async () => {
  await introducerNode.closeNode();
  await server.close();
});

describe('a server that takes no payments any more', () => {
  it('gives the whole deposit back of a reservation whose rest could not be paid', async () => {
    const reservation = await reserveCar(server, await makeReservableCar(server, seller));
    server.setClock(() => new Date(Date.now() + (7 * 24 * 60 + 1) * 60_000));
    const buyer = { ...reservation.buyer, token: await signIn(server, reservation.buyer.email) };
    const paymentAnswer = await call(introducerNode, buyer, 'POST', '/api/create-payment-intent', {
      paymentId: reservation.bookingId,
    });
    expect(paymentAnswer.body.code).toBe('PAYMENTS_NOT_TAKEN');
    await endLapsedReservations(introducerNode.context);
    expect(await listProviderRefunds(server, reservation.bookingId)).toEqual([100_000]);
    expect((await readReservationOfBooking(introducerNode, buyer, reservation)).body).toMatchObject({
      ended: { as: 'admin-ended', refund: 1_000, forfeit: 0 },
    });
  });

  it.each(['reservation-end', 'cancellation'])(
    'gives the whole deposit back when it is given up late by %s',
    async (path) => {
      const { bookingId, ...reservation } = await reserveCar(server, await makeReservableCar(server, seller));
      server.setClock(() => new Date(Date.now() + 4 * 24 * 60 * 60_000));
      const buyer = { ...reservation.buyer, token: await signIn(server, reservation.buyer.email) };
      const shownReservation = (await readReservationOfBooking(introducerNode, buyer, { bookingId })).body;
      expect(shownReservation).toMatchObject({ backNow: 1_000, forfeitNow: 0 });
      const order = (await call(introducerNode, buyer, 'GET', `/api/v1/orders/${bookingId}`)).body;
      expect(order.reservation).toMatchObject({ backNow: 1_000 });
      const body = path === 'reservation-end' ? { refund: shownReservation.backNow } : {};
      expect((await call(introducerNode, buyer, 'POST', `/api/v1/bookings/${bookingId}/${path}`, body)).status).toBe(
        200,
      );
      expect(await listProviderRefunds(server, bookingId)).toEqual([100_000]);
    },
  );

  it('shows a reservation of the time before, without a payment, an offer and a queue', async () => {
    const car = await makeReservableCar(server, seller);
    const reservation = await reserveCar(server, car);
    const waitingBuyer = await makeUser(server, 'Buyer');
    await joinQueue(server, waitingBuyer, car);
    expect((await readReservationOfCar(introducerNode, reservation.buyer, car)).body).toMatchObject({
      offer: null,
      queueLength: 0,
      actions: [],
      reservation: { state: 'active', actions: ['give-up'], backNow: 1_000, forfeitNow: 0 },
    });
    expect((await readReservationOfCar(introducerNode, seller, car)).body).toMatchObject({
      actions: [],
      reservation: { actions: ['withdraw'] },
    });
    expect((await readReservationOfCar(introducerNode, waitingBuyer, car)).body).toMatchObject({
      myPlace: null,
      actions: [],
    });
    expect((await joinQueue(introducerNode, await makeUser(server, 'Buyer'), car)).body.code).toBe(
      'PAYMENTS_NOT_TAKEN',
    );
    expect((await requestReservation(introducerNode, waitingBuyer, car)).body.code).toBe('PAYMENTS_NOT_TAKEN');
  });

  it('gives nobody a turn: the queues end, and no mail says that a car is kept', async () => {
    const [endingCar, heldCar] = [await makeReservableCar(server, seller), await makeReservableCar(server, seller)];
    const endingReservation = await reserveCar(server, endingCar);
    await reserveCar(server, heldCar);
    const waitingBuyer = await makeUser(server, 'Buyer');
    for (const car of [endingCar, heldCar]) await joinQueue(server, waitingBuyer, car);
    await giveUp(introducerNode, endingReservation.buyer, endingReservation, 1_000);
    await advanceQueues(introducerNode.context);
    const { rows } = await server.context.pool.query('SELECT state FROM reservation_queue WHERE buyer_id = $1', [
      waitingBuyer.id,
    ]);
    expect(rows).toEqual([{ state: 'closed' }, { state: 'closed' }]);
    const mailsResult = await server.context.pool.query(
      "SELECT 1 FROM outbox WHERE kind = 'your-turn' AND recipient_id = $1",
      [waitingBuyer.id],
    );
    expect(mailsResult.rows).toEqual([]);
  });

  it('lets the seller mark an order as paid whose reservation has only been started', async () => {
    const { bookingId, buyer } = await startReservation(server, await makeReservableCar(server, seller));
    const orderStepAnswer = await call(introducerNode, seller, 'POST', `/api/v1/orders/${bookingId}/steps`, {
      step: 'paid-outside',
    });
    expect(orderStepAnswer).toMatchObject({ status: 200, body: { modifiedCount: 1 } });
    expect((await readReservationOfBooking(introducerNode, buyer, { bookingId })).status).toBe(404);
  });
});
