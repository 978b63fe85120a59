import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bookListing, call, makeCar, makeUser, type TestUser } from '../testing/builders.ts';
import { type PaidOrder, payOrder } from '../testing/paid-order.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let seller: TestUser;
let admin: TestUser;
let order: PaidOrder;

beforeAll(async () => {
  server = await startTestServer();
  seller = await makeUser(server, 'Seller');
  admin = await makeUser(server, 'admin');
  order = await payOrder(server, seller, { number: '5555555555554444' });
});
afterAll(() => server.close());

const requestReceipt = (caller: TestUser | null, bookingId: string) =>
  call(server, caller, 'GET', `/api/v1/bookings/${bookingId}/receipt`);

describe('a receipt', () => {
  it('is the same for the buyer, the seller and an admin, and says no more of the card than brand and last digits', async () => {
    const answers = await Promise.all(
      [order.buyer, seller, admin].map((caller) => requestReceipt(caller, order.bookingId)),
    );
    expect(answers[0]?.body).toEqual({
      number: expect.stringMatching(/^CH-\d{8}$/),
      bookingId: order.bookingId,
      paymentId: order.paymentId,
      transactionId: expect.stringMatching(/^pi_/),
      bookedAt: expect.any(String),
      paidAt: expect.any(String),
      buyerName: order.buyer.name,
      sellerName: seller.name,
      productCategory: 'Ferrari',
      productModel: 'Roma',
      location: 'Bukit Timah',
      amount: 868_000,
      currency: 'SGD',
      bankPart: null,
      deposit: null,
      method: 'card',
      card: { brand: 'mastercard', last4: '4444' },
      refund: null,
      parts: [],
    });
    expect(answers.map((answer) => answer.body)).toEqual(Array(3).fill(answers[0]?.body));
    expect(JSON.stringify(answers)).not.toMatch(/@|\b5555555555554444\b/);
  });

  it('shows the refund, and keeps its number', async () => {
    const orderToRefund = await payOrder(server, seller);
    const answerBeforeRefund = await requestReceipt(orderToRefund.buyer, orderToRefund.bookingId);
    await call(server, admin, 'POST', `/api/v1/payments/${orderToRefund.paymentId}/refund`, {
      reason: 'Not as described',
    });
    const answerAfterRefund = await requestReceipt(orderToRefund.buyer, orderToRefund.bookingId);
    expect(answerAfterRefund.body).toEqual({
      ...answerBeforeRefund.body,
      refund: {
        state: 'succeeded',
        amount: 868_000,
        reason: 'Not as described',
        orderedAt: expect.any(String),
        completedAt: expect.any(String),
      },
    });
    expect(answerAfterRefund.body.number).not.toBe((await requestReceipt(order.buyer, order.bookingId)).body.number);
  });

  it('is not there for others, for an unpaid booking, and for what is no booking', async () => {
    const otherBuyer = await makeUser(server, 'Buyer');
    const unpaidBookingId = await bookListing(server, otherBuyer, await makeCar(server, seller));
    expect((await requestReceipt(null, order.bookingId)).status).toBe(401);
    for (const id of [order.bookingId, unpaidBookingId, 'nonsense', server.context.newId()])
      expect(await requestReceipt(otherBuyer, id)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  });
});
