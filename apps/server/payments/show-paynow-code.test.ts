import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { bookListing, call, confirmCard, makeCar, makeUser, type TestUser } from '../testing/builders.ts';
import { answerCodePage, askCode, makeCodeOrder, readPageUrl, requestPaymentCheck } from '../testing/paynow.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let seller: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  seller = await makeUser(server, 'Seller');
});
afterEach(() => {
  server.sandbox.faults.clear();
  server.setClock(() => new Date());
});
afterAll(() => server.close());

async function bookForPrice(dollars: number): Promise<{ buyer: TestUser; bookingId: string }> {
  const buyer = await makeUser(server, 'Buyer');
  return { buyer, bookingId: await bookListing(server, buyer, await makeCar(server, seller, { dollars })) };
}

const openCardPayment = (buyer: TestUser, paymentId: string) =>
  call(server, buyer, 'POST', '/api/create-payment-intent', { paymentId });
const countHolds = async (bookingId: string): Promise<number> =>
  (await server.context.pool.query('SELECT id FROM payment_attempt WHERE booking_id = $1', [bookingId])).rows.length;

describe('a PayNow code', () => {
  it('holds the car, belongs to the charge of the card form, and stays the same while it can be paid', async () => {
    const { buyer, bookingId } = await bookForPrice(88_800);
    const card = await openCardPayment(buyer, bookingId);
    expect(card.body.methods).toEqual(['card', 'paynow']);
    const firstAnswer = await askCode(server, buyer, bookingId);
    expect(firstAnswer).toMatchObject({
      status: 200,
      body: {
        holdEndsAt: card.body.holdEndsAt,
        code: { pageUrl: expect.stringMatching(/^http.*\/sandbox-card-provider\/paynow\/paynow_\w+$/) },
      },
    });
    expect(firstAnswer.body.code).toMatchObject({ data: readPageUrl(firstAnswer) });
    expect((await askCode(server, buyer, bookingId)).body.code).toEqual(firstAnswer.body.code);
    expect((await openCardPayment(buyer, bookingId)).body.clientSecret).toBe(card.body.clientSecret);
    expect(await countHolds(bookingId)).toBe(1);
    const intents = server.sandbox.account.intents().filter(({ id }) => String(card.body.clientSecret).startsWith(id));
    expect(intents).toMatchObject([{ amount: 8_880_000, currency: 'sgd', status: 'requires_action' }]);
  });

  it.each(['expire', 'decline'] as const)('gets a successor after %s, and then only that can be paid', async (end) => {
    const { buyer, bookingId, pageUrl } = await makeCodeOrder(server, seller);
    await answerCodePage(server, pageUrl, end);
    expect((await requestPaymentCheck(server, buyer, bookingId)).body).toMatchObject({
      state: end === 'expire' ? 'expired' : 'refused',
      code: null,
    });
    const next = await askCode(server, buyer, bookingId);
    expect(readPageUrl(next)).not.toBe(pageUrl);
    expect(await answerCodePage(server, pageUrl, 'approve')).toBe(410);
    expect(await answerCodePage(server, readPageUrl(next), 'approve')).toBe(200);
    expect((await requestPaymentCheck(server, buyer, bookingId)).body.state).toBe('paid');
  });

  it('ends when its buyer pays by card after all, and the order is charged once', async () => {
    const { buyer, bookingId, pageUrl, intentId } = await makeCodeOrder(server, seller);
    const { clientSecret } = (await openCardPayment(buyer, bookingId)).body;
    expect((await confirmCard(server, String(clientSecret))).status).toBe(200);
    expect(await answerCodePage(server, pageUrl, 'approve')).toBe(410);
    expect((await requestPaymentCheck(server, buyer, bookingId)).body).toMatchObject({
      state: 'paid',
      transactionId: intentId,
    });
    expect((await askCode(server, buyer, bookingId)).body.code).toBe('ALREADY_PAID');
    const { rows } = await server.context.pool.query('SELECT method, card_last4 FROM payment WHERE booking_id = $1', [
      bookingId,
    ]);
    expect(rows).toEqual([{ method: 'card', card_last4: '4242' }]);
  });

  it('is paid at the moment at which its buyer asks for another one: the order is settled', async () => {
    const { buyer, bookingId, pageUrl } = await makeCodeOrder(server, seller);
    await answerCodePage(server, pageUrl, 'approve');
    expect(await askCode(server, buyer, bookingId)).toMatchObject({ status: 409, body: { code: 'ALREADY_PAID' } });
    expect((await call(server, buyer, 'GET', `/api/payment/${bookingId}`)).body.paid).toBe(true);
  });

  it('keeps the car held while its page is left, because it can be paid elsewhere', async () => {
    const { buyer, bookingId } = await makeCodeOrder(server, seller);
    const { visitId } = (await askCode(server, buyer, bookingId)).body;
    const leavingAnswer = await call(server, buyer, 'POST', `/api/v1/bookings/${bookingId}/hold-release`, { visitId });
    expect(leavingAnswer.body).toEqual({ released: false });
    expect((await requestPaymentCheck(server, buyer, bookingId)).body.state).toBe('waiting');
  });

  it('can no longer be paid when the order is cancelled', async () => {
    const { buyer, bookingId, pageUrl } = await makeCodeOrder(server, seller);
    await call(server, buyer, 'POST', `/api/v1/bookings/${bookingId}/cancellation`, {});
    expect(await answerCodePage(server, pageUrl, 'approve')).toBe(410);
    expect((await requestPaymentCheck(server, buyer, bookingId)).body).toMatchObject({ state: 'ended', code: null });
  });
});

describe('a PayNow code is refused', () => {
  it.each([
    [200_000.01, 'AMOUNT_TOO_LARGE', /at most \$200,000/],
    [0.49, 'AMOUNT_TOO_SMALL', /at least \$0\.50/],
  ])('for a price of $%d, without a hold', async (dollars, code, detail) => {
    const { buyer, bookingId } = await bookForPrice(dollars);
    const answer = await askCode(server, buyer, bookingId);
    expect(answer).toMatchObject({ status: 422, body: { code, detail: expect.stringMatching(detail) } });
    expect(await countHolds(bookingId)).toBe(0);
  });

  it('for a dear car, which can be paid by card alone', async () => {
    const { buyer, bookingId } = await bookForPrice(200_000.01);
    expect((await openCardPayment(buyer, bookingId)).body.methods).toEqual(['card']);
    const orderAtLimit = await bookForPrice(200_000);
    expect((await askCode(server, orderAtLimit.buyer, orderAtLimit.bookingId)).status).toBe(200);
  });

  it('to everybody but the buyer', async () => {
    const { bookingId } = await makeCodeOrder(server, seller);
    const otherBuyer = await makeUser(server, 'Buyer');
    for (const requestCode of [askCode, requestPaymentCheck]) {
      expect((await requestCode(server, null, bookingId)).status).toBe(401);
      expect((await requestCode(server, otherBuyer, bookingId)).status).toBe(404);
      expect((await requestCode(server, seller, bookingId)).status).toBe(404);
      expect((await requestCode(server, otherBuyer, 'x')).status).toBe(404);
    }
  });

  it('while another buyer holds the car', async () => {
    const [firstBuyer, secondBuyer] = [await makeUser(server, 'Buyer'), await makeUser(server, 'Buyer')];
    const car = await makeCar(server, seller, { dollars: 88_800 });
    const [a, b] = [await bookListing(server, firstBuyer, car), await bookListing(server, secondBuyer, car)];
    expect((await askCode(server, firstBuyer, a)).status).toBe(200);
    expect(await askCode(server, secondBuyer, b)).toMatchObject({ status: 409, body: { code: 'CAR_RESERVED' } });
  });

  it('where the provider does not offer PayNow, and by a charge of an earlier version', async () => {
    const orderWithoutPaynow = await bookForPrice(88_800);
    server.sandbox.faults.addApiFault({ kind: 'lie', fields: { payment_method_types: ['card'] } });
    expect((await openCardPayment(orderWithoutPaynow.buyer, orderWithoutPaynow.bookingId)).body.methods).toEqual([
      'card',
    ]);
    expect((await askCode(server, orderWithoutPaynow.buyer, orderWithoutPaynow.bookingId)).body.code).toBe(
      'PAYNOW_UNAVAILABLE',
    );
    server.sandbox.faults.clear();
    // The test gives the attempt the values that attempts had before PayNow was offered, and then opens the charge.
    const earlierOrder = await bookForPrice(88_800);
    server.sandbox.faults.addApiFault({ kind: '500', on: /POST .*payment_intents$/ });
    await openCardPayment(earlierOrder.buyer, earlierOrder.bookingId);
    server.sandbox.faults.clear();
    await server.context.pool.query('UPDATE payment_attempt SET takes_paynow = false WHERE booking_id = $1', [
      earlierOrder.bookingId,
    ]);
    expect((await askCode(server, earlierOrder.buyer, earlierOrder.bookingId)).body.code).toBe('PAYNOW_UNAVAILABLE');
  });

  it.each([
    ['no code', { data: '' }],
    ['a script for a page', { hosted_instructions_url: 'javascript:alert(1)' }],
    ['a code that no phone can read', { data: 'x'.repeat(1_001) }],
  ])('when the provider sends %s', async (_what, changes) => {
    const { buyer, bookingId } = await bookForPrice(88_800);
    const code = { data: 'x', hosted_instructions_url: 'https://provider.example/code', ...changes };
    const fields = {
      status: 'requires_action',
      next_action: { type: 'paynow_display_qr_code', paynow_display_qr_code: code },
    };
    server.sandbox.faults.addApiFault({ kind: 'lie', fields, on: /confirm$/ });
    expect((await askCode(server, buyer, bookingId)).body.code).toBe('PAYMENT_PROVIDER_UNAVAILABLE');
  });

  it('while the provider is away; afterwards the same charge gets its code', async () => {
    const { buyer, bookingId } = await bookForPrice(88_800);
    server.sandbox.faults.addApiFault({ kind: '500', on: /confirm$/ });
    expect(await askCode(server, buyer, bookingId)).toMatchObject({
      status: 503,
      body: { code: 'PAYMENT_PROVIDER_UNAVAILABLE' },
    });
    server.sandbox.faults.clear();
    expect((await askCode(server, buyer, bookingId)).status).toBe(200);
    expect(await countHolds(bookingId)).toBe(1);
  });
});
