import type { ListingId } from '@carhouse/domain/listing/listing';
import { containsCardNumber } from '@carhouse/domain/payment/card-number';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Answer, bookListing, call, makeCar, makeUser, type TestUser } from '../../testing/builders.ts';
import { makeImage, makeProductForm } from '../../testing/images.ts';
import { dumpRows } from '../../testing/row-dump.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

// Sends malformed and hostile JSON bodies (docs/reliability.md, hostile input A). The tests of each use case cover the
// inputs of hostile input A that this file omits.

let server: TestServer;
let seller: TestUser;
let buyer: TestUser;
let car: ListingId;

beforeAll(async () => {
  server = await startTestServer();
  seller = await makeUser(server, 'Seller');
});
beforeEach(async () => {
  buyer = await makeUser(server, 'Buyer');
  car = await makeCar(server, seller);
});
afterAll(() => server.close());

const bookWithFields = (changedFields: object): Promise<Answer> =>
  call(server, buyer, 'POST', '/api/bookingData', {
    productId: car,
    meetingDate: 'Sat',
    buyerNumber: '9123 4567',
    ...changedFields,
  });

/** Expects that the call is refused with this status and code, and that no row has changed. */
async function expectRefusal(makeCall: () => Promise<Answer>, status: number, code: string): Promise<Answer> {
  const rowsBefore = await dumpRows(server);
  const answer = await makeCall();
  expect([answer.status, answer.body.code]).toEqual([status, code]);
  expect(await dumpRows(server)).toEqual(rowsBefore);
  return answer;
}

async function readMeetingDate(): Promise<string | undefined> {
  const row = await server.context.database
    .selectFrom('booking')
    .select('meeting_date')
    .where('buyer_id', '=', buyer.id)
    .executeTakeFirst();
  return row?.meeting_date;
}

describe('text that means something elsewhere', () => {
  it.each([
    "' or '1'='1",
    '1; select pg_sleep(60)--',
    "\\'; --",
    "'; drop table booking; --",
    '$1',
    '%s%n',
    '<script>alert(1)</script>',
    '{{7*7}}#{7*7}',
    '../../etc/passwd',
    'A\r\nSet-Cookie: x=1',
    '👩‍👩‍👧‍👦 下午三点',
  ])('is kept as it was sent, in no time: %j', async (text) => {
    const startedAt = performance.now();
    const answer = await bookWithFields({ meetingDate: text });
    // One of the inputs tries to inject a `pg_sleep`. The calls take less time than a `pg_sleep` would.
    expect(performance.now() - startedAt).toBeLessThan(60_000);
    expect(answer.status).toBe(200);
    expect(answer.headers).not.toHaveProperty('set-cookie');
    expect(await readMeetingDate()).toBe(text);
    const ordersAnswer = await call(server, buyer, 'GET', '/api/myorders');
    expect(ordersAnswer.body).toMatchObject([{ meetingDate: text }]);
  });

  it.each([
    ['an unpaired surrogate', '\ud800'],
    ['NUL', 'a\u0000b'],
    ['an escape sequence', '\u001b[2J'],
    ['10 KB', 'x'.repeat(10_240)],
    ['101 characters', 'x'.repeat(101)],
    ['1,000 combining marks', `a${'\u0301'.repeat(1_000)}`],
  ])('is refused when it is %s', async (_caseName, text) => {
    const answer = await expectRefusal(() => bookWithFields({ meetingDate: text }), 422, 'INVALID');
    expect(answer.body.errors).toMatchObject([{ path: 'meetingDate' }]);
    expect(JSON.stringify(answer.body)).not.toContain('x'.repeat(50));
  });

  it('is counted in characters, not in bytes', async () => {
    expect((await bookWithFields({ meetingDate: '😀'.repeat(100) })).status).toBe(200);
  });
});

describe('a value of another kind', () => {
  it.each([
    { meetingDate: ['Sat'] },
    { meetingDate: { $gt: '' } },
    { meetingDate: 1 },
    { meetingDate: null },
    { buyerNumber: true },
    { productId: [car] },
    { productId: { $ne: null } },
  ])('is refused: %j', async (changedFields) => {
    await expectRefusal(() => bookWithFields(changedFields), 422, 'INVALID');
  });
});

describe('a card number', () => {
  it.each([
    [
      '/api/bookingData',
      () => ({ productId: car, meetingDate: '4242 4242 4242 4242', buyerNumber: '9123 4567' }),
      'meetingDate',
    ],
    ['/api/bookingData', () => ({ productId: car, meetingDate: 'Sat', buyerNumber: '378282246310005' }), 'buyerNumber'],
    [
      '/api/bookingData',
      () => ({ productId: car, meetingDate: 'x', buyerNumber: '9123 4567', more: { cards: [4242424242424242] } }),
      'more.cards.0',
    ],
    ['/api/payment', () => ({ transactionId: '5555-5555-5555-4444', paymentId: 'x' }), 'transactionId'],
    ['/api/v1/bookings/x/cancellation', () => ({ reason: 'charge 6011111111111117 instead' }), 'reason'],
  ])('is refused in the body of %s, and is not repeated in the answer', async (url, makeBody, path) => {
    const answer = await expectRefusal(() => call(server, buyer, 'POST', url, makeBody()), 422, 'CARD_NUMBER_REFUSED');
    expect(answer.body.errors).toMatchObject([{ path }]);
    expect(containsCardNumber(JSON.stringify(answer.body))).toBe(false);
  });

  it('is refused in an uploaded description as well, and telephone numbers pass', async () => {
    const imageUrl = await makeImage(server, seller);
    const postListing = (description: string) =>
      call(
        server,
        seller,
        'POST',
        '/api/products',
        makeProductForm(imageUrl, { description, title: `Roma ${description.length}` }),
      );
    await expectRefusal(() => postListing('Pay to 4000 0566 5566 5556 please'), 422, 'CARD_NUMBER_REFUSED');
    expect((await postListing('Call +65 9123 4567 or 6123 4567, chassis 1HGCM82633A004352')).status).toBe(200);
  });
});

describe('a price', () => {
  it('at the limit of the card provider is payable, and one cent more is not', async () => {
    const payAmount = async (dollars: number) => {
      const paymentId = await bookListing(server, buyer, await makeCar(server, seller, { dollars }));
      return call(server, buyer, 'POST', '/api/create-payment-intent', { paymentId });
    };
    expect((await payAmount(999_999.99)).status).toBe(200);
    const answer = await payAmount(1_000_000);
    expect([answer.status, answer.body.code]).toEqual([422, 'AMOUNT_TOO_LARGE']);
  });

  it.each([-1, 0, 0.001, 1e-7, 1e308, -0, 19.999, 2 ** 53, '1e5', [1], null, true])(
    'of %j is no price of a car',
    async (resalePrice) => {
      const imageUrl = await makeImage(server, seller);
      const makeCall = () => call(server, seller, 'POST', '/api/products', makeProductForm(imageUrl, { resalePrice }));
      await expectRefusal(makeCall, 422, 'INVALID');
    },
  );
});
