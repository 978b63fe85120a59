import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { bookListing, call, makeUser, type TestUser } from '../testing/builders.ts';
import { payPartByCard } from '../testing/price-parts.ts';
import { openReservationBench, type ReservationTestServer } from '../testing/reservation-bench.ts';
import {
  giveUp,
  joinQueue,
  leaveQueue,
  makeReservableCar,
  type ReservableTestCar,
  readReservationOfCar,
  requestReservation,
  reserveCar,
  startReservation,
  type TestReservation,
  withdraw,
} from '../testing/reservations.ts';
import type { TestServer } from '../testing/test-server.ts';
import { advanceQueues } from './advance-queue.ts';

let bench: ReservationTestServer;
let server: TestServer;
let seller: TestUser;

beforeAll(async () => {
  bench = await openReservationBench();
  ({ server, seller } = bench);
});
afterEach(() => bench.reset());
afterAll(() => bench.close());

const moveClockForward = (hours: number): void => server.setClock(() => new Date(Date.now() + hours * 3_600_000));
const signInAgain = (user: TestUser): Promise<TestUser> => bench.signInAgain(user);
const makeBuyers = (count: number): Promise<TestUser[]> =>
  Promise.all(Array.from({ length: count }, () => makeUser(server, 'Buyer')));
const readQueuePosition = async (caller: TestUser, car: ReservableTestCar): Promise<number | null> => {
  const { body } = await readReservationOfCar(server, caller, car);
  return (body.myPlace as { place: number } | null)?.place ?? null;
};
const readStates = async ({ listingId }: ReservableTestCar): Promise<string[]> =>
  (
    await server.context.pool.query('SELECT state FROM reservation_queue WHERE listing_id = $1 ORDER BY position', [
      listingId,
    ])
  ).rows.map(({ state }) => state);
const listMailsTo = async ({ id }: TestUser): Promise<string[]> =>
  (await server.context.pool.query('SELECT kind FROM outbox WHERE recipient_id = $1 ORDER BY id', [id])).rows.map(
    ({ kind }) => kind,
  );
const openPayment = (buyer: TestUser, bookingId: string) =>
  call(server, buyer, 'POST', '/api/create-payment-intent', { paymentId: bookingId });

/** A reserved car with buyers in the queue for it. */
async function makeQueue(count: number): Promise<{ heldReservation: TestReservation; waitingBuyers: TestUser[] }> {
  const heldReservation = await reserveCar(server, await makeReservableCar(server, seller));
  const waitingBuyers = await makeBuyers(count);
  for (const buyer of waitingBuyers) expect((await joinQueue(server, buyer, heldReservation)).status).toBe(200);
  return { heldReservation, waitingBuyers };
}

describe('the queue for a reserved car', () => {
  it('has a place for each buyer, without gaps, and the same one when asked again', async () => {
    const { heldReservation, waitingBuyers } = await makeQueue(3);
    expect(await Promise.all(waitingBuyers.map((buyer) => readQueuePosition(buyer, heldReservation)))).toEqual([
      1, 2, 3,
    ]);
    expect((await joinQueue(server, waitingBuyers[1] as TestUser, heldReservation)).body).toMatchObject({
      queueLength: 3,
      myPlace: { place: 2 },
    });
    await leaveQueue(server, waitingBuyers[0] as TestUser, heldReservation);
    expect(await Promise.all(waitingBuyers.map((buyer) => readQueuePosition(buyer, heldReservation)))).toEqual([
      null,
      1,
      2,
    ]);
    expect((await readReservationOfCar(server, null, heldReservation)).body).toMatchObject({
      reservedUntil: expect.any(String),
      turnUntil: null,
      queueLength: 2,
      myPlace: null,
      reservation: null,
      actions: ['join'],
    });
    expect((await readReservationOfCar(server, seller, heldReservation)).body).toMatchObject({
      queueLength: 2,
      reservation: { as: 'seller', buyerName: heldReservation.buyer.name, actions: ['withdraw'] },
      askedDeposit: 1_000,
    });
  });

  it('is closed to the seller, the holder, and for a car that is free', async () => {
    const { heldReservation } = await makeQueue(0);
    expect((await joinQueue(server, seller, heldReservation)).body.code).toBe('OWN_LISTING');
    expect((await joinQueue(server, heldReservation.buyer, heldReservation)).body.code).toBe('ILLEGAL_TRANSITION');
    const unreservedCar = await makeReservableCar(server, seller);
    const [buyer] = await makeBuyers(1);
    expect(await joinQueue(server, buyer as TestUser, unreservedCar)).toMatchObject({
      status: 409,
      body: { code: 'CAR_NOT_RESERVED' },
    });
  });

  it('has a place of one buyer for five cars at most', async () => {
    const [buyer] = await makeBuyers(1);
    for (let count = 0; count < 5; count += 1) {
      const { heldReservation } = await makeQueue(0);
      expect((await joinQueue(server, buyer as TestUser, heldReservation)).status).toBe(200);
    }
    const { heldReservation } = await makeQueue(0);
    expect((await joinQueue(server, buyer as TestUser, heldReservation)).body.code).toBe('QUEUE_LIMIT');
  });

  it('has three places of new accounts of one network at most', async () => {
    const { heldReservation, waitingBuyers } = await makeQueue(2);
    const [thirdBuyer, fourthBuyer] = await makeBuyers(2);
    await server.context.pool.query(
      "UPDATE account SET sign_up_network = 'abcdefghijklmnopqrstuv' WHERE id = ANY($1)",
      [[...waitingBuyers, thirdBuyer, fourthBuyer].map((each) => each?.id)],
    );
    expect((await joinQueue(server, thirdBuyer as TestUser, heldReservation)).status).toBe(200);
    expect((await joinQueue(server, fourthBuyer as TestUser, heldReservation)).body.code).toBe('QUEUE_FULL');
  });
});

describe('a reservation that ends', () => {
  it.each([
    [
      'by its buyer',
      (heldReservation: TestReservation) =>
        giveUp(server, heldReservation.buyer, heldReservation, heldReservation.deposit),
    ],
    ['by its seller', (heldReservation: TestReservation) => withdraw(server, seller, heldReservation)],
  ])('%s gives the first in the queue a turn, in which only they can pay', async (_caseName, end) => {
    const { heldReservation, waitingBuyers } = await makeQueue(2);
    const [firstBuyer, secondBuyer] = waitingBuyers as [TestUser, TestUser];
    const bookings = [
      await bookListing(server, firstBuyer, heldReservation.listingId as never),
      await bookListing(server, secondBuyer, heldReservation.listingId as never),
    ];
    expect((await openPayment(firstBuyer, bookings[0] as string)).body.code).toBe('CAR_RESERVED');
    expect((await end(heldReservation)).status).toBe(200);
    expect(await readStates(heldReservation)).toEqual(['turn', 'waiting']);
    expect(await listMailsTo(firstBuyer)).toContain('your-turn');
    expect(await listMailsTo(secondBuyer)).not.toContain('your-turn');
    const refusedPayment = await openPayment(secondBuyer, bookings[1] as string);
    expect(refusedPayment).toMatchObject({ status: 409, body: { code: 'CAR_RESERVED' } });
    expect((await requestReservation(server, secondBuyer, heldReservation)).body.code).toBe('CAR_RESERVED');
    // A buyer whose turn it is may also pay the whole price at once, as in the specification.
    expect((await openPayment(firstBuyer, bookings[0] as string)).status).toBe(200);
  });

  it('lets the next one reserve, and the queue goes on behind them', async () => {
    const { heldReservation, waitingBuyers } = await makeQueue(2);
    const [firstBuyer, secondBuyer] = waitingBuyers as [TestUser, TestUser];
    await giveUp(server, heldReservation.buyer, heldReservation, heldReservation.deposit);
    const nextReservation = await reserveCar(server, heldReservation, { buyer: firstBuyer });
    expect(await readStates(heldReservation)).toEqual(['reserved', 'waiting']);
    expect(await readQueuePosition(secondBuyer, heldReservation)).toBe(1);
    await giveUp(server, firstBuyer, nextReservation, heldReservation.deposit);
    expect(await readStates(heldReservation)).toEqual(['reserved', 'turn']);
  });

  it('ends the queue when the car is sold in the turn', async () => {
    const { heldReservation, waitingBuyers } = await makeQueue(2);
    const [firstBuyer] = waitingBuyers as [TestUser];
    await giveUp(server, heldReservation.buyer, heldReservation, heldReservation.deposit);
    const bookingId = await bookListing(server, firstBuyer, heldReservation.listingId as never);
    expect(
      (await payPartByCard(server, { buyer: firstBuyer, bookingId, listingId: heldReservation.listingId })).status,
    ).toBe(200);
    expect(await readStates(heldReservation)).toEqual(['closed', 'closed']);
  });
});

describe('a turn', () => {
  it('of 24 hours passes once, and the next in the queue gets theirs', async () => {
    const { heldReservation, waitingBuyers } = await makeQueue(2);
    const [firstBuyer, secondBuyer] = waitingBuyers as [TestUser, TestUser];
    await giveUp(server, heldReservation.buyer, heldReservation, heldReservation.deposit);
    moveClockForward(23.98);
    await advanceQueues(server.context);
    expect(await readStates(heldReservation)).toEqual(['turn', 'waiting']);
    moveClockForward(24.02);
    const lateAnswer = await requestReservation(server, await signInAgain(firstBuyer), heldReservation);
    expect(lateAnswer.body.code).toBe('CAR_RESERVED');
    await advanceQueues(server.context);
    expect(await readStates(heldReservation)).toEqual(['passed', 'turn']);
    expect(await listMailsTo(secondBuyer)).toContain('your-turn');
    expect(await joinQueue(server, await signInAgain(firstBuyer), heldReservation)).toMatchObject({
      body: { code: 'CAR_NOT_RESERVED' },
    });
    moveClockForward(48.1);
    await advanceQueues(server.context);
    expect(await readStates(heldReservation)).toEqual(['passed', 'passed']);
    const [otherBuyer] = await makeBuyers(1);
    expect((await requestReservation(server, otherBuyer as TestUser, heldReservation)).status).toBe(200);
  });

  it('waits for a charge that was opened in it', async () => {
    const { heldReservation, waitingBuyers } = await makeQueue(2);
    const [firstBuyer] = waitingBuyers as [TestUser];
    await giveUp(server, heldReservation.buyer, heldReservation, heldReservation.deposit);
    moveClockForward(23.9);
    const buyer = await signInAgain(firstBuyer);
    const startedReservation = await startReservation(server, heldReservation, { buyer });
    await openPayment(buyer, startedReservation.bookingId);
    moveClockForward(24.05);
    await advanceQueues(server.context);
    expect(await readStates(heldReservation)).toEqual(['turn', 'waiting']);
    expect((await payPartByCard(server, { ...startedReservation, buyer: await signInAgain(firstBuyer) })).status).toBe(
      200,
    );
    expect(await readStates(heldReservation)).toEqual(['reserved', 'waiting']);
  });

  it('that is given up goes to the next in the queue at once', async () => {
    const { heldReservation, waitingBuyers } = await makeQueue(2);
    await giveUp(server, heldReservation.buyer, heldReservation, heldReservation.deposit);
    expect((await leaveQueue(server, waitingBuyers[0] as TestUser, heldReservation)).body).toMatchObject({
      myPlace: null,
      queueLength: 1,
    });
    expect(await readStates(heldReservation)).toEqual(['left', 'turn']);
  });

  it('that is given up is had, so that two buyers cannot pass it to each other without end', async () => {
    const { heldReservation, waitingBuyers } = await makeQueue(2);
    const [firstBuyer, secondBuyer] = waitingBuyers as [TestUser, TestUser];
    await giveUp(server, heldReservation.buyer, heldReservation, heldReservation.deposit);
    await leaveQueue(server, firstBuyer, heldReservation);
    expect((await joinQueue(server, firstBuyer, heldReservation)).body.code).toBe('CAR_NOT_RESERVED');
    await leaveQueue(server, secondBuyer, heldReservation);
    expect(await readStates(heldReservation)).toEqual(['left', 'left']);
    const [otherBuyer] = await makeBuyers(1);
    expect((await requestReservation(server, otherBuyer as TestUser, heldReservation)).status).toBe(200);
  });

  it('counts for the places of a network until the car is reserved again', async () => {
    const { heldReservation, waitingBuyers } = await makeQueue(3);
    const [fourthBuyer] = await makeBuyers(1);
    await server.context.pool.query(
      "UPDATE account SET sign_up_network = 'zbcdefghijklmnopqrstuv' WHERE id = ANY($1)",
      [[...waitingBuyers, fourthBuyer].map((each) => each?.id)],
    );
    await giveUp(server, heldReservation.buyer, heldReservation, heldReservation.deposit);
    await leaveQueue(server, waitingBuyers[0] as TestUser, heldReservation);
    expect(await readStates(heldReservation)).toEqual(['left', 'turn', 'waiting']);
    expect((await joinQueue(server, fourthBuyer as TestUser, heldReservation)).body.code).toBe('QUEUE_FULL');
    const next = await reserveCar(server, heldReservation, { buyer: waitingBuyers[1] as TestUser });
    expect((await giveUp(server, next.buyer, next, next.deposit)).status).toBe(200);
    expect((await joinQueue(server, fourthBuyer as TestUser, heldReservation)).status).toBe(200);
  });

  it('ends with the car being withdrawn, and with the account of its buyer', async () => {
    const { heldReservation, waitingBuyers } = await makeQueue(3);
    const admin = await makeUser(server, 'admin');
    await giveUp(server, heldReservation.buyer, heldReservation, heldReservation.deposit);
    const url = `/api/v1/accounts/${(waitingBuyers[0] as TestUser).id}/suspension`;
    expect((await call(server, admin, 'POST', url, { reason: 'To be looked into' })).status).toBe(200);
    await advanceQueues(server.context);
    expect(await readStates(heldReservation)).toEqual(['left', 'turn', 'waiting']);
    expect(
      (await call(server, seller, 'POST', `/api/v1/listings/${heldReservation.listingId}/withdrawal`, {})).status,
    ).toBe(200);
    expect(await readStates(heldReservation)).toEqual(['left', 'closed', 'closed']);
  });

  it('goes to the next in the queue while the account of the first one is being closed', async () => {
    const { heldReservation, waitingBuyers } = await makeQueue(2);
    const leavingClient = await server.context.pool.connect();
    await leavingClient.query('BEGIN');
    await leavingClient.query("UPDATE reservation_queue SET state = 'left' WHERE buyer_id = $1", [
      waitingBuyers[0]?.id,
    ]);
    const giveUpPromise = giveUp(server, heldReservation.buyer, heldReservation, heldReservation.deposit);
    const lockWaitsSql = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await expect
      .poll(async () => (await server.context.pool.query(lockWaitsSql)).rowCount, { timeout: 10_000 })
      .toBe(1);
    await leavingClient.query('COMMIT');
    leavingClient.release();
    expect((await giveUpPromise).status).toBe(200);
    expect(await readStates(heldReservation)).toEqual(['left', 'turn']);
  });

  it('is not given for a car whose seller was suspended', async () => {
    const owner = await makeUser(server, 'Seller');
    const admin = await makeUser(server, 'admin');
    const heldReservation = await reserveCar(server, await makeReservableCar(server, owner));
    const [buyer] = await makeBuyers(1);
    await joinQueue(server, buyer as TestUser, heldReservation);
    await call(server, admin, 'POST', `/api/v1/accounts/${owner.id}/suspension`, { reason: 'To be looked into' });
    expect(await readStates(heldReservation)).toEqual(['closed']);
  });
});
