import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sumMoneyByBooking } from '../testing/audit-charges.ts';
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

type TwoBuyersOfCar = { readonly first: TestUser; readonly second: TestUser; readonly a: string; readonly b: string };

/** Makes two buyers who have booked the same car. */
async function makeTwoBuyers(): Promise<TwoBuyersOfCar> {
  const [first, second] = [await makeUser(server, 'Buyer'), await makeUser(server, 'Buyer')];
  const car = await makeCar(server, seller);
  return { first, second, a: await bookListing(server, first, car), b: await bookListing(server, second, car) };
}

const open = (buyer: TestUser, paymentId: string): Promise<Answer> =>
  call(server, buyer, 'POST', '/api/create-payment-intent', { paymentId });
const leave = (who: TestUser | null, id: string, visitId: unknown): Promise<Answer> =>
  call(server, who, 'POST', `/api/v1/bookings/${id}/hold-release`, { visitId });
const clientSecretOf = ({ body }: Answer): string => String(body.clientSecret);
const tell = (buyer: TestUser, paymentId: string, secret: string): Promise<Answer> =>
  call(server, buyer, 'POST', '/api/payment', { paymentId, transactionId: secret.split('_secret_')[0] });

describe('leaving the payment page', () => {
  it('frees the car at once, cancels the charge, and lets its buyer come back to the same span', async () => {
    const { first, second, a, b } = await makeTwoBuyers();
    const opened = await open(first, a);
    expect((await open(second, b)).body.code).toBe('CAR_RESERVED');
    expect((await leave(first, a, opened.body.visitId)).body).toEqual({ released: true });
    expect((await leave(first, a, opened.body.visitId)).body).toEqual({ released: false });
    expect((await confirmCard(server, clientSecretOf(opened))).body.error).toMatchObject({
      code: 'payment_intent_unexpected_state',
    });
    const again = await open(first, a);
    expect(again).toMatchObject({ status: 200, body: { holdEndsAt: opened.body.holdEndsAt } });
    expect(clientSecretOf(again)).not.toBe(clientSecretOf(opened));
    await leave(first, a, again.body.visitId);
    const other = await open(second, b);
    expect(other.status).toBe(200);
    expect((await open(first, a)).body.code).toBe('CAR_RESERVED');
    await confirmCard(server, clientSecretOf(other));
    expect((await tell(second, b, clientSecretOf(other))).status).toBe(200);
  });

  it('is for the page that asked last: another tab of the buyer keeps its hold', async () => {
    const { first, second, a, b } = await makeTwoBuyers();
    const [tab, later] = [await open(first, a), await open(first, a)];
    expect(clientSecretOf(later)).toBe(clientSecretOf(tab));
    expect((await leave(first, a, tab.body.visitId)).body).toEqual({ released: false });
    expect((await open(second, b)).body.code).toBe('CAR_RESERVED');
    expect((await leave(first, a, later.body.visitId)).body).toEqual({ released: true });
  });

  it('is for the buyer alone', async () => {
    const { first, second, a } = await makeTwoBuyers();
    const { visitId } = (await open(first, a)).body;
    expect((await leave(null, a, visitId)).status).toBe(401);
    expect((await leave(second, a, visitId)).status).toBe(404);
    expect((await leave(seller, a, visitId)).status).toBe(404);
    expect((await leave(first, 'x', visitId)).status).toBe(404);
    expect((await leave(first, a, 'x')).body).toEqual({ released: false });
    expect((await leave(first, a, visitId)).body).toEqual({ released: true });
  });

  it('releases nothing while the bank of the buyer is asked', async () => {
    const { first, second, a, b } = await makeTwoBuyers();
    const opened = await open(first, a);
    await confirmCard(server, clientSecretOf(opened), { number: '4000002760003184' });
    expect((await leave(first, a, opened.body.visitId)).body).toEqual({ released: false });
    expect((await open(second, b)).body.code).toBe('CAR_RESERVED');
  });

  it('settles a charge that has succeeded, and gives the car to its buyer', async () => {
    const { first, second, a, b } = await makeTwoBuyers();
    const opened = await open(first, a);
    await confirmCard(server, clientSecretOf(opened));
    await leave(first, a, opened.body.visitId);
    expect((await call(server, first, 'GET', `/api/payment/${a}`)).body.paid).toBe(true);
    expect((await open(second, b)).body.code).toBe('BOOKING_CANCELLED');
    expect(sumMoneyByBooking(server.sandbox.account).get(a)).toEqual({ charges: 1, refunds: 0 });
  });

  it('racing with the charge ends paid or not charged, and never with money for nothing', async () => {
    for (let round = 0; round < 12; round += 1) {
      const { first, second, a, b } = await makeTwoBuyers();
      const opened = await open(first, a);
      const chargePromise = confirmCard(server, clientSecretOf(opened));
      const leavingRequest =
        round % 3 === 0 ? leave(first, a, opened.body.visitId) : chargePromise.then(() => undefined);
      const bookingOfNext =
        round % 2 === 0 ? leave(first, a, opened.body.visitId).then(() => open(second, b)) : open(second, b);
      const [charged] = await Promise.all([chargePromise, leavingRequest, bookingOfNext]);
      if (charged.status === 200) await tell(first, a, clientSecretOf(opened));
      const { charges = 0, refunds = 0 } = sumMoneyByBooking(server.sandbox.account).get(a) ?? {};
      const { paid } = (await call(server, first, 'GET', `/api/payment/${a}`)).body;
      expect(charges).toBe(charged.status === 200 ? 1 : 0);
      expect(charges - refunds).toBe(paid === true ? 1 : 0);
    }
  });

  it('while the provider is away leaves the charge to the reconciler and to the next buyer', async () => {
    const [one, two] = [await makeTwoBuyers(), await makeTwoBuyers()];
    const visits = [await open(one.first, one.a), await open(two.first, two.a)];
    server.sandbox.faults.api({ kind: '500', on: /cancel$/ });
    expect((await leave(one.first, one.a, visits[0]?.body.visitId)).body).toEqual({ released: false });
    expect((await leave(two.first, two.a, visits[1]?.body.visitId)).body).toEqual({ released: false });
    server.sandbox.faults.clear();
    expect((await open(one.second, one.b)).status).toBe(200);
    await reconcilePayments(server.context);
    const { rows } = await server.context.pool.query('SELECT state FROM payment_attempt WHERE booking_id = $1', [
      two.a,
    ]);
    expect(rows).toEqual([{ state: 'cancelled' }]);
  });
});
