import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sumTotalsByBooking } from '../testing/audit-charges.ts';
import { type Answer, bookListing, call, confirmCard, makeCar, makeUser, type TestUser } from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { reconcilePayments } from './reconcile-payments.ts';

let server: TestServer;
let seller: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  seller = await makeUser(server, 'Seller');
});
afterEach(() => server.sandbox.faults.clear());
afterAll(() => server.close());

type TwoBuyersOfCar = {
  readonly firstBuyer: TestUser;
  readonly secondBuyer: TestUser;
  readonly a: string;
  readonly b: string;
};

/** Makes two buyers who have booked the same car. */
async function makeTwoBuyers(): Promise<TwoBuyersOfCar> {
  const [firstBuyer, secondBuyer] = [await makeUser(server, 'Buyer'), await makeUser(server, 'Buyer')];
  const car = await makeCar(server, seller);
  return {
    firstBuyer,
    secondBuyer,
    a: await bookListing(server, firstBuyer, car),
    b: await bookListing(server, secondBuyer, car),
  };
}

const openPayment = (buyer: TestUser, paymentId: string): Promise<Answer> =>
  call(server, buyer, 'POST', '/api/create-payment-intent', { paymentId });
const leavePage = (caller: TestUser | null, id: string, visitId: unknown): Promise<Answer> =>
  call(server, caller, 'POST', `/api/v1/bookings/${id}/hold-release`, { visitId });
const readClientSecret = ({ body }: Answer): string => String(body.clientSecret);
const reportPayment = (buyer: TestUser, paymentId: string, secret: string): Promise<Answer> =>
  call(server, buyer, 'POST', '/api/payment', { paymentId, transactionId: secret.split('_secret_')[0] });

describe('leaving the payment page', () => {
  it('frees the car at once, cancels the charge, and lets its buyer come back to the same span', async () => {
    const { firstBuyer, secondBuyer, a, b } = await makeTwoBuyers();
    const openedPayment = await openPayment(firstBuyer, a);
    expect((await openPayment(secondBuyer, b)).body.code).toBe('CAR_RESERVED');
    expect((await leavePage(firstBuyer, a, openedPayment.body.visitId)).body).toEqual({ released: true });
    expect((await leavePage(firstBuyer, a, openedPayment.body.visitId)).body).toEqual({ released: false });
    expect((await confirmCard(server, readClientSecret(openedPayment))).body.error).toMatchObject({
      code: 'payment_intent_unexpected_state',
    });
    const secondAnswer = await openPayment(firstBuyer, a);
    expect(secondAnswer).toMatchObject({ status: 200, body: { holdEndsAt: openedPayment.body.holdEndsAt } });
    expect(readClientSecret(secondAnswer)).not.toBe(readClientSecret(openedPayment));
    await leavePage(firstBuyer, a, secondAnswer.body.visitId);
    const otherAnswer = await openPayment(secondBuyer, b);
    expect(otherAnswer.status).toBe(200);
    expect((await openPayment(firstBuyer, a)).body.code).toBe('CAR_RESERVED');
    await confirmCard(server, readClientSecret(otherAnswer));
    expect((await reportPayment(secondBuyer, b, readClientSecret(otherAnswer))).status).toBe(200);
  });

  it('is for the page that asked last: another tab of the buyer keeps its hold', async () => {
    const { firstBuyer, secondBuyer, a, b } = await makeTwoBuyers();
    const [tab, laterTab] = [await openPayment(firstBuyer, a), await openPayment(firstBuyer, a)];
    expect(readClientSecret(laterTab)).toBe(readClientSecret(tab));
    expect((await leavePage(firstBuyer, a, tab.body.visitId)).body).toEqual({ released: false });
    expect((await openPayment(secondBuyer, b)).body.code).toBe('CAR_RESERVED');
    expect((await leavePage(firstBuyer, a, laterTab.body.visitId)).body).toEqual({ released: true });
  });

  it('is for the buyer alone', async () => {
    const { firstBuyer, secondBuyer, a } = await makeTwoBuyers();
    const { visitId } = (await openPayment(firstBuyer, a)).body;
    expect((await leavePage(null, a, visitId)).status).toBe(401);
    expect((await leavePage(secondBuyer, a, visitId)).status).toBe(404);
    expect((await leavePage(seller, a, visitId)).status).toBe(404);
    expect((await leavePage(firstBuyer, 'x', visitId)).status).toBe(404);
    expect((await leavePage(firstBuyer, a, 'x')).body).toEqual({ released: false });
    expect((await leavePage(firstBuyer, a, visitId)).body).toEqual({ released: true });
  });

  it('releases nothing while the bank of the buyer is asked', async () => {
    const { firstBuyer, secondBuyer, a, b } = await makeTwoBuyers();
    const openedPayment = await openPayment(firstBuyer, a);
    await confirmCard(server, readClientSecret(openedPayment), { number: '4000002760003184' });
    expect((await leavePage(firstBuyer, a, openedPayment.body.visitId)).body).toEqual({ released: false });
    expect((await openPayment(secondBuyer, b)).body.code).toBe('CAR_RESERVED');
  });

  it('settles a charge that has succeeded, and gives the car to its buyer', async () => {
    const { firstBuyer, secondBuyer, a, b } = await makeTwoBuyers();
    const openedPayment = await openPayment(firstBuyer, a);
    await confirmCard(server, readClientSecret(openedPayment));
    await leavePage(firstBuyer, a, openedPayment.body.visitId);
    expect((await call(server, firstBuyer, 'GET', `/api/payment/${a}`)).body.paid).toBe(true);
    expect((await openPayment(secondBuyer, b)).body.code).toBe('BOOKING_CANCELLED');
    expect(sumTotalsByBooking(server.sandbox.account).get(a)).toEqual({ charges: 1, refunds: 0 });
  });

  it('racing with the charge ends paid or not charged, and never with money for nothing', async () => {
    for (let round = 0; round < 12; round += 1) {
      const { firstBuyer, secondBuyer, a, b } = await makeTwoBuyers();
      const openedPayment = await openPayment(firstBuyer, a);
      const chargePromise = confirmCard(server, readClientSecret(openedPayment));
      const leavingPromise =
        round % 3 === 0 ? leavePage(firstBuyer, a, openedPayment.body.visitId) : chargePromise.then(() => undefined);
      const nextBookingPromise =
        round % 2 === 0
          ? leavePage(firstBuyer, a, openedPayment.body.visitId).then(() => openPayment(secondBuyer, b))
          : openPayment(secondBuyer, b);
      const [chargeAnswer] = await Promise.all([chargePromise, leavingPromise, nextBookingPromise]);
      if (chargeAnswer.status === 200) await reportPayment(firstBuyer, a, readClientSecret(openedPayment));
      const { charges = 0, refunds = 0 } = sumTotalsByBooking(server.sandbox.account).get(a) ?? {};
      const { paid } = (await call(server, firstBuyer, 'GET', `/api/payment/${a}`)).body;
      expect(charges).toBe(chargeAnswer.status === 200 ? 1 : 0);
      expect(charges - refunds).toBe(paid === true ? 1 : 0);
    }
  });

  it('while the provider is away leaves the charge to the reconciler and to the next buyer', async () => {
    const [firstCar, secondCar] = [await makeTwoBuyers(), await makeTwoBuyers()];
    const visitAnswers = [
      await openPayment(firstCar.firstBuyer, firstCar.a),
      await openPayment(secondCar.firstBuyer, secondCar.a),
    ];
    server.sandbox.faults.addApiFault({ kind: '500', on: /cancel$/ });
    expect((await leavePage(firstCar.firstBuyer, firstCar.a, visitAnswers[0]?.body.visitId)).body).toEqual({
      released: false,
    });
    expect((await leavePage(secondCar.firstBuyer, secondCar.a, visitAnswers[1]?.body.visitId)).body).toEqual({
      released: false,
    });
    server.sandbox.faults.clear();
    expect((await openPayment(firstCar.secondBuyer, firstCar.b)).status).toBe(200);
    await reconcilePayments(server.context);
    const { rows } = await server.context.pool.query('SELECT state FROM payment_attempt WHERE booking_id = $1', [
      secondCar.a,
    ]);
    expect(rows).toEqual([{ state: 'cancelled' }]);
  });
});
