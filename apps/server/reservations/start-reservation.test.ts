import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { actOnBankPart } from '../testing/bank-parts.ts';
import { bookListing, call, makeCar, makeUser, signIn, type TestUser } from '../testing/builders.ts';
import { sumPostingsOfOrder } from '../testing/confirmed-sale.ts';
import { payPartByCard, payPartByCode, readPartStates, savePlan } from '../testing/price-parts.ts';
import { openReservationBench, type ReservationTestServer } from '../testing/reservation-bench.ts';
import {
  giveUp,
  listProviderRefunds,
  makeReservableCar,
  readReservationOfBooking,
  readReservationOfCar,
  requestReservation,
  reserveCar,
  startReservation,
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

const setTerms = (caller: TestUser, listingId: string, deposit: number | null) =>
  call(server, caller, 'PUT', `/api/v1/listings/${listingId}/reservation-terms`, { deposit });

describe('the terms of a car', () => {
  it('are none until its seller asks for a deposit, and follow a falling price', async () => {
    const listingId = await makeCar(server, seller, { dollars: 20_000 });
    const buyer = await makeUser(server, 'Buyer');
    expect((await readReservationOfCar(server, buyer, { listingId })).body).toMatchObject({ offer: null, actions: [] });
    expect(
      (await requestReservation(server, buyer, { listingId, seller, dollars: 20_000, deposit: 1_000 })).body.code,
    ).toBe('NOT_RESERVABLE');
    expect((await setTerms(seller, listingId, 1_000)).body).toEqual({ askedDeposit: 1_000, deposit: 1_000 });
    expect((await readReservationOfCar(server, null, { listingId })).body).toMatchObject({
      offer: { price: 20_000, deposit: 1_000, forfeit: 500, days: 7, freeDays: 3, turnHours: 24, rule: { version: 2 } },
      reservedUntil: null,
      actions: ['start'],
      askedDeposit: null,
    });
    await call(server, seller, 'PUT', `/api/v1/listings/${listingId}/price`, { price: 10_000, seen: 20_000 });
    await server.context.pool.query('UPDATE listing SET resale_price_cents = 1000000 WHERE id = $1', [listingId]);
    expect((await readReservationOfCar(server, seller, { listingId })).body).toMatchObject({
      offer: { price: 10_000, deposit: 500 },
      askedDeposit: 1_000,
      actions: ['set-terms'],
    });
    expect((await setTerms(seller, listingId, null)).body).toEqual({ askedDeposit: null, deposit: null });
    expect((await readReservationOfCar(server, buyer, { listingId })).body.offer).toBeNull();
  });

  it.each([
    [199.99, 'below $200'],
    [5_000.01, 'above $5,000'],
    [1_000.01, 'above 5 % of the price'],
    [0, 'nothing'],
  ])('of %s are refused: %s', async (deposit) => {
    const listingId = await makeCar(server, seller, { dollars: 20_000 });
    expect((await setTerms(seller, listingId, deposit)).status).toBe(422);
    expect((await setTerms(await makeUser(server, 'Seller'), listingId, 500)).status).toBe(404);
  });
});

describe('a reservation that starts', () => {
  it('holds nothing until its deposit is paid, and then the car for seven days', async () => {
    const car = await makeReservableCar(server, seller);
    const startedReservation = await startReservation(server, car, { conditions: ['loan', 'inspection'] });
    expect((await readReservationOfBooking(server, startedReservation.buyer, startedReservation)).body).toMatchObject({
      state: 'started',
      actions: ['pay'],
      paidAt: null,
      backNow: 0,
      rest: 50_000,
    });
    expect((await readReservationOfCar(server, null, car)).body).toMatchObject({
      reservedUntil: null,
      actions: ['start'],
    });
    expect((await payPartByCode(server, startedReservation)).body.state).toBe('paid');
    const shownReservation = (await readReservationOfBooking(server, startedReservation.buyer, startedReservation))
      .body;
    expect(shownReservation).toMatchObject({
      state: 'active',
      as: 'buyer',
      rest: 49_000,
      conditions: [
        { kind: 'loan', state: 'open', by: 'buyer', statable: true },
        { kind: 'inspection', state: 'open', by: 'buyer', statable: true },
      ],
      actions: ['pay', 'state', 'give-up'],
    });
    const countDaysUntil = (time: unknown): number =>
      (Date.parse(String(time)) - Date.parse(String(shownReservation.paidAt))) / 86_400_000;
    expect([shownReservation.freeUntil, shownReservation.endsAt].map(countDaysUntil)).toEqual([3, 7]);
    expect(
      (shownReservation.conditions as { deadline: string }[]).map(({ deadline }) => countDaysUntil(deadline)),
    ).toEqual([6, 7]);
    const otherBuyer = await makeUser(server, 'Buyer');
    expect(await requestReservation(server, otherBuyer, car)).toMatchObject({
      status: 409,
      body: { code: 'CAR_RESERVED' },
    });
    const { rows } = await server.context.pool.query('SELECT kind, recipient_id FROM outbox WHERE booking_id = $1', [
      startedReservation.bookingId,
    ]);
    const recipientIds = rows.filter(({ kind }) => kind === 'reserved').map(({ recipient_id: id }) => id);
    expect(new Set(recipientIds)).toEqual(new Set([startedReservation.buyer.id, seller.id]));
  });

  it('is bought by paying the rest, of which the deposit is a part', async () => {
    const reservation = await reserveCar(server, await makeReservableCar(server, seller));
    expect((await payPartByCard(server, reservation)).status).toBe(200);
    expect((await readReservationOfBooking(server, reservation.buyer, reservation)).body).toMatchObject({
      state: 'bought',
      rest: 0,
      actions: [],
      ended: null,
    });
    expect(await sumPostingsOfOrder(server, reservation.bookingId)).toMatchObject({
      provider_balance: 5_000_000,
      seller_payable: -5_000_000,
    });
    const receipt = await call(server, reservation.buyer, 'GET', `/api/v1/bookings/${reservation.bookingId}/receipt`);
    expect(receipt.body).toMatchObject({
      amount: 50_000,
      parts: [{ amount: 1_000 }, { amount: 49_000 }],
      deposit: { amount: 1_000 },
    });
  });

  it('splits a dear rest into charges', async () => {
    const expensiveCar = await makeReservableCar(server, seller, { dollars: 2_500_000, deposit: 5_000 });
    const startedReservation = await startReservation(server, expensiveCar);
    expect(await readPartStates(server, startedReservation)).toEqual(['open', 'open', 'open', 'open']);
    await startReservation(server, expensiveCar, { buyer: startedReservation.buyer });
    expect((await readReservationOfBooking(server, startedReservation.buyer, startedReservation)).body).toMatchObject({
      state: 'started',
    });
  });

  it.each([
    ['120 parts', [2_000, ...Array.from({ length: 118 }, () => 400), 10_800], undefined],
    ['a part of which the deposit leaves less than a payment', [1_500.1], 58_499.9],
  ])(
    'keeps the bank of a plan that was saved before, and has at most 120 parts: %s',
    async (_caseName, amounts, bank) => {
      const listingId = await makeCar(server, seller, { dollars: 60_000 });
      const buyer = await makeUser(server, 'Buyer');
      const bookingId = await bookListing(server, buyer, listingId);
      const plan = await call(server, buyer, 'PUT', `/api/v1/bookings/${bookingId}/payment-plan`, { amounts, bank });
      expect(plan.status).toBe(200);
      await setTerms(seller, listingId, 1_500);
      const startedReservation = await startReservation(
        server,
        { listingId, seller, dollars: 60_000, deposit: 1_500 },
        { buyer },
      );
      const { body } = await call(server, buyer, 'GET', `/api/v1/bookings/${bookingId}/payment-plan`);
      const parts = body.parts as { amount: number }[];
      expect(parts.length).toBeLessThanOrEqual(120);
      expect(parts[0]).toMatchObject({ amount: 1_500 });
      if (bank !== undefined)
        expect(parts.slice(1)).toMatchObject([{ amount: 0.5 }, { amount: 58_499.5, payer: 'bank' }]);
      expect((await payPartByCard(server, startedReservation)).status).toBe(200);
    },
  );

  it('is the only way to pay in parts while the seller asks for a deposit', async () => {
    const car = await makeReservableCar(server, seller);
    const buyer = await makeUser(server, 'Buyer');
    const bookingId = await bookListing(server, buyer, car.listingId as never);
    const amountsWithoutDeposit = [1_000, 49_000];
    const refusal = { status: 409, body: { code: 'DEPOSIT_REQUIRED' } };
    expect(await savePlan(server, buyer, bookingId, amountsWithoutDeposit)).toMatchObject(refusal);
    const startedReservation = await startReservation(server, car, { buyer });
    expect(await savePlan(server, buyer, bookingId, amountsWithoutDeposit)).toMatchObject(refusal);
    // A started reservation whose deposit is not paid ends when the buyer chooses to pay the whole price at once, or
    // chooses other parts after the seller has withdrawn the offer.
    expect((await savePlan(server, buyer, bookingId, [50_000])).status).toBe(200);
    expect((await readReservationOfBooking(server, buyer, startedReservation)).status).toBe(404);
    expect((await setTerms(seller, car.listingId, null)).status).toBe(200);
    expect((await savePlan(server, buyer, bookingId, amountsWithoutDeposit)).status).toBe(200);
  });

  it('comes first for a plan that was saved before the seller asked for a deposit, and the plan stays', async () => {
    for (const [amounts, bank, partsAfter] of [
      [[2_000, 8_000], 40_000, [1_000, 1_000, 8_000, 40_000]],
      [[1_000], 49_000, [1_000, 49_000]],
      [[20_000, 30_000], undefined, [1_000, 19_000, 30_000]],
    ] as const) {
      const listingId = await makeCar(server, seller, { dollars: 50_000 });
      const buyer = await makeUser(server, 'Buyer');
      const bookingId = await bookListing(server, buyer, listingId);
      const path = `/api/v1/bookings/${bookingId}/payment-plan`;
      expect((await call(server, buyer, 'PUT', path, { amounts, bank })).status).toBe(200);
      expect((await setTerms(seller, listingId, 1_000)).status).toBe(200);
      const openedPaymentAnswer = await call(server, buyer, 'POST', '/api/create-payment-intent', {
        paymentId: bookingId,
      });
      expect(openedPaymentAnswer).toMatchObject({ status: 409, body: { code: 'DEPOSIT_REQUIRED' } });
      const readAmounts = async () =>
        ((await call(server, buyer, 'GET', path)).body.parts as { amount: number }[]).map(({ amount }) => amount);
      expect(await readAmounts()).toEqual(bank === undefined ? amounts : [...amounts, bank]);
      const car = { listingId, seller, dollars: 50_000, deposit: 1_000 };
      expect((await startReservation(server, car, { buyer })).bookingId).toBe(bookingId);
      expect(await readAmounts()).toEqual(partsAfter);
      // Starting the reservation again keeps the chosen parts too.
      await startReservation(server, car, { buyer, conditions: ['loan'] });
      if (bank !== undefined) expect(await readAmounts()).toEqual(partsAfter);
      expect((await payPartByCard(server, { buyer, bookingId, listingId })).status).toBe(200);
      expect((await readReservationOfBooking(server, buyer, { bookingId })).body).toMatchObject({ state: 'active' });
      const statement = await actOnBankPart(server, buyer, bookingId, 'statement');
      expect(statement.status).toBe(bank === undefined ? 404 : 200);
    }
  });

  it('takes the open booking of the buyer, at its price', async () => {
    const car = await makeReservableCar(server, seller);
    const buyer = await makeUser(server, 'Buyer');
    const existingBookingId = await bookListing(server, buyer, car.listingId as never);
    await call(server, buyer, 'POST', '/api/create-payment-intent', { paymentId: existingBookingId });
    expect((await startReservation(server, car, { buyer })).bookingId).toBe(existingBookingId);
    expect((await startReservation(server, car, { buyer, conditions: ['loan'] })).bookingId).toBe(existingBookingId);
  });

  it.each([
    [{ price: 49_999 }, 409, 'PRICE_CHANGED'],
    [{ deposit: 999 }, 409, 'TERMS_CHANGED'],
    [{ rule: 1 }, 422, 'INVALID'],
    [{ conditions: ['weather'] }, 422, 'INVALID'],
    [{ buyerNumber: '' }, 422, 'BOOKING_INCOMPLETE'],
  ])('with %j is refused, and nothing is booked', async (changedFields, status, code) => {
    const car = await makeReservableCar(server, seller);
    const buyer = await makeUser(server, 'Buyer');
    expect(await requestReservation(server, buyer, car, changedFields)).toMatchObject({ status, body: { code } });
    const { rows } = await server.context.pool.query('SELECT FROM booking WHERE listing_id = $1', [car.listingId]);
    expect(rows).toEqual([]);
  });

  it('is refused to the seller, and for a week to a buyer who has just given one up', async () => {
    const reservation = await reserveCar(server, await makeReservableCar(server, seller));
    expect((await requestReservation(server, seller, await makeReservableCar(server, seller))).status).toBe(409);
    await giveUp(server, reservation.buyer, reservation, 1_000);
    expect(await requestReservation(server, reservation.buyer, reservation)).toMatchObject({
      status: 429,
      body: { code: 'HOLD_COOLDOWN' },
    });
    const reservationToWithdraw = await reserveCar(server, await makeReservableCar(server, seller));
    await withdraw(server, seller, reservationToWithdraw);
    expect((await requestReservation(server, reservationToWithdraw.buyer, reservationToWithdraw)).status).toBe(200);
    server.setClock(() => new Date(Date.now() + 7.01 * 86_400_000));
    const token = await signIn(server, reservation.buyer.email);
    expect((await requestReservation(server, { ...reservation.buyer, token }, reservation)).status).toBe(200);
  });

  it('cannot be paid any more after another buyer has reserved the car', async () => {
    const car = await makeReservableCar(server, seller);
    const [slowReservation, quickReservation] = [
      await startReservation(server, car),
      await startReservation(server, car),
    ];
    const openedPaymentAnswer = await call(server, slowReservation.buyer, 'POST', '/api/create-payment-intent', {
      paymentId: slowReservation.bookingId,
    });
    server.setClock(() => new Date(Date.now() + 16 * 60_000));
    const secret = String(openedPaymentAnswer.body.clientSecret);
    expect((await payPartByCard(server, quickReservation)).status).toBe(200);
    const intentId = secret.split('_secret_')[0];
    const lateAnswer = await call(server, slowReservation.buyer, 'POST', '/api/payment', {
      paymentId: slowReservation.bookingId,
      transactionId: intentId,
    });
    expect(lateAnswer.status).toBe(409);
    expect((await readReservationOfBooking(server, slowReservation.buyer, slowReservation)).body).toMatchObject({
      state: 'started',
    });
    expect((await payPartByCard(server, slowReservation)).body.code).toBe('CAR_RESERVED');
    expect(await listProviderRefunds(server, slowReservation.bookingId)).toEqual([]);
  });
});
