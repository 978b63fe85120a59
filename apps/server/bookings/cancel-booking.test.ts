import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, bookListing, call, confirmCard, makeCar, makeUser, type TestUser } from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let seller: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  seller = await makeUser(server, 'Seller');
});
afterAll(() => server.close());

const cancelOrder = (caller: TestUser | null, id: string, reason?: string): Promise<Answer> =>
  call(server, caller, 'POST', `/api/v1/bookings/${id}/cancellation`, reason === undefined ? {} : { reason });
const readOrder = async (buyer: TestUser, id: string) => (await call(server, buyer, 'GET', `/api/payment/${id}`)).body;

async function startPayment(buyer: TestUser, paymentId: string): Promise<Answer> {
  return call(server, buyer, 'POST', '/api/create-payment-intent', { paymentId });
}

describe('cancelling a booking', () => {
  it('lets the buyer go, once, and book the car again', async () => {
    const buyer = await makeUser(server, 'Buyer');
    const car = await makeCar(server, seller);
    const id = await bookListing(server, buyer, car);
    expect((await cancelOrder(buyer, id, 'Found another')).body).toEqual({ modifiedCount: 1 });
    expect((await cancelOrder(buyer, id)).body).toEqual({ modifiedCount: 0 });
    expect(await readOrder(buyer, id)).toMatchObject({
      status: 'cancelled',
      closeReason: 'Cancelled by the buyer: Found another',
    });
    expect(await bookListing(server, buyer, car)).not.toBe(id);
  });

  it('frees the car for the next buyer at once, and the old card form cannot pay any more', async () => {
    const [firstBuyer, secondBuyer] = [await makeUser(server, 'Buyer'), await makeUser(server, 'Buyer')];
    const car = await makeCar(server, seller);
    const [a, b] = [await bookListing(server, firstBuyer, car), await bookListing(server, secondBuyer, car)];
    const clientSecretOfHold = String((await startPayment(firstBuyer, a)).body.clientSecret);
    expect((await startPayment(secondBuyer, b)).body.code).toBe('CAR_RESERVED');
    await cancelOrder(firstBuyer, a);
    expect((await startPayment(secondBuyer, b)).status).toBe(200);
    expect((await confirmCard(server, clientSecretOfHold)).body.error).toMatchObject({
      code: 'payment_intent_unexpected_state',
    });
  });

  it('is possible for the seller of the car, who is named in the reason', async () => {
    const buyer = await makeUser(server, 'Buyer');
    const id = await bookListing(server, buyer, await makeCar(server, seller));
    expect((await cancelOrder(seller, id)).status).toBe(200);
    expect((await readOrder(buyer, id)).closeReason).toBe('Cancelled by the seller.');
  });

  it('is not possible for strangers, visitors, or once it is paid', async () => {
    const buyer = await makeUser(server, 'Buyer');
    const id = await bookListing(server, buyer, await makeCar(server, seller));
    expect((await cancelOrder(null, id)).status).toBe(401);
    expect((await cancelOrder(await makeUser(server, 'Buyer'), id)).status).toBe(404);
    expect((await cancelOrder(await makeUser(server, 'Seller'), id)).status).toBe(404);
    expect((await cancelOrder(buyer, 'x')).status).toBe(404);
    const secret = String((await startPayment(buyer, id)).body.clientSecret);
    await confirmCard(server, secret);
    await call(server, buyer, 'POST', '/api/payment', { paymentId: id, transactionId: secret.split('_secret_')[0] });
    expect(await cancelOrder(buyer, id)).toMatchObject({ status: 409, body: { code: 'ILLEGAL_TRANSITION' } });
    expect((await readOrder(buyer, id)).paid).toBe(true);
  });

  it('racing with the payment ends paid or refunded, never charged for nothing', async () => {
    for (let round = 0; round < 12; round += 1) {
      const buyer = await makeUser(server, 'Buyer');
      const id = await bookListing(server, buyer, await makeCar(server, seller));
      const secret = String((await startPayment(buyer, id)).body.clientSecret);
      const intentId = secret.split('_secret_')[0];
      const isChargedPromise = confirmCard(server, secret).then(({ status }) => status === 200);
      const paymentReportPromise = isChargedPromise.then(() =>
        call(server, buyer, 'POST', '/api/payment', { paymentId: id, transactionId: intentId }),
      );
      await Promise.all([
        paymentReportPromise,
        round % 2 === 0 ? cancelOrder(buyer, id) : paymentReportPromise.then(() => cancelOrder(seller, id)),
      ]);
      const refundCount = server.sandbox.account
        .refunds()
        .filter((refund) => refund.payment_intent === intentId).length;
      const { paid: isPaid } = await readOrder(buyer, id);
      const expectedRefundCount = isPaid ? 0 : (await isChargedPromise) ? 1 : 0;
      expect(refundCount).toBe(expectedRefundCount);
      if (isPaid) expect(await isChargedPromise).toBe(true);
    }
  });
});
