import type { ListingId } from '@carhouse/domain/listing/listing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, bookListing, call, makeCar, makeUser, type TestUser } from '../testing/builders.ts';
import { makeImage, makeListingForm } from '../testing/images.ts';
import { dumpRows } from '../testing/row-dump.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let seller: TestUser;
let buyer: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  seller = await makeUser(server, 'Seller', { verified: true });
  buyer = await makeUser(server, 'Buyer');
});
afterAll(() => server.close());

const requestBooking = (caller: TestUser | null, productId: string, details: object = {}): Promise<Answer> =>
  call(server, caller, 'POST', '/api/bookingData', {
    productId,
    meetingDate: 'Sat',
    buyerNumber: '9123 4567',
    ...details,
  });
const readOrder = async (caller: TestUser, id: unknown) =>
  (await call(server, caller, 'GET', `/api/payment/${String(id)}`)).body;
const countOpenBookings = async (countedBuyer: TestUser): Promise<number> =>
  (
    await server.context.pool.query("SELECT 1 FROM booking WHERE buyer_id = $1 AND status = 'unpaid'", [
      countedBuyer.id,
    ])
  ).rowCount ?? 0;

/** Sends a request that must be refused, and checks that every row is unchanged. */
async function expectRefusal(caller: TestUser | null, productId: string, details: object = {}): Promise<Answer> {
  const rowsBefore = await dumpRows(server);
  const answer = await requestBooking(caller, productId, details);
  expect(await dumpRows(server)).toEqual(rowsBefore);
  return answer;
}

describe('booking a car', () => {
  it('stores the data that the buyer saw, with the current price', async () => {
    const newBuyer = await makeUser(server, 'Buyer');
    const car = await makeCar(server, seller);
    const answer = await requestBooking(newBuyer, car, { meetingDate: 'Sat, after 3 pm' });
    expect(answer).toMatchObject({ status: 200, body: { acknowledged: true } });
    expect(await readOrder(newBuyer, answer.body.insertedId)).toMatchObject({
      productId: car,
      productCategory: 'Ferrari',
      productModel: 'Roma',
      resellPrice: 868_000,
      sellerName: seller.name,
      sellerEmail: seller.email,
      sellerLocation: 'Bukit Timah',
      buyerName: newBuyer.name,
      buyerEmail: newBuyer.email,
      buyerNumber: '9123 4567',
      meetingDate: 'Sat, after 3 pm',
      paid: false,
      status: 'unpaid',
      payableByCard: true,
    });
    await server.context.pool.query("UPDATE listing SET resale_price_cents = 100, title = 'Other' WHERE id = $1", [
      car,
    ]);
    expect(await readOrder(newBuyer, answer.body.insertedId)).toMatchObject({
      resellPrice: 868_000,
      productModel: 'Roma',
    });
  });

  it('twice is the same booking', async () => {
    const newBuyer = await makeUser(server, 'Buyer');
    const car = await makeCar(server, seller);
    const [firstAnswer, secondAnswer] = [
      await requestBooking(newBuyer, car),
      await requestBooking(newBuyer, car, { meetingDate: 'Sun' }),
    ];
    expect(secondAnswer).toMatchObject({ status: 200, body: firstAnswer.body });
    expect(await readOrder(newBuyer, firstAnswer.body.insertedId)).toMatchObject({ meetingDate: 'Sat' });
  });

  it('in many tabs at once is one booking', async () => {
    const newBuyer = await makeUser(server, 'Buyer');
    const car = await makeCar(server, seller);
    const answers = await Promise.all(Array.from({ length: 20 }, () => requestBooking(newBuyer, car)));
    const successfulAnswers = answers.filter((answer) => answer.status === 200);
    expect(new Set(successfulAnswers.map((answer) => answer.body.insertedId)).size).toBe(1);
    expect(answers.filter((answer) => ![200, 503].includes(answer.status))).toEqual([]);
    expect(await countOpenBookings(newBuyer)).toBe(1);
  });

  it('is open to many buyers of one car', async () => {
    const car = await makeCar(server, seller);
    const [firstBuyer, secondBuyer] = [await makeUser(server, 'Buyer'), await makeUser(server, 'Buyer')];
    expect(await bookListing(server, firstBuyer, car)).not.toBe(await bookListing(server, secondBuyer, car));
  });

  it('stops at five open bookings', async () => {
    const newBuyer = await makeUser(server, 'Buyer');
    const cars = await Promise.all(Array.from({ length: 6 }, () => makeCar(server, seller)));
    for (const car of cars.slice(0, 5)) await bookListing(server, newBuyer, car);
    expect(await expectRefusal(newBuyer, cars[5] as ListingId)).toMatchObject({
      status: 409,
      body: { code: 'BOOKING_LIMIT' },
    });
    expect((await requestBooking(newBuyer, cars[0] as ListingId)).status).toBe(200);
    await server.context.pool.query(
      "UPDATE booking SET status = 'cancelled', closed_at = now() WHERE listing_id = $1",
      [cars[0]],
    );
    expect((await requestBooking(newBuyer, cars[5] as ListingId)).status).toBe(200);
  });

  it('of cars whose price no card can pay does not count among the five, and has a limit of five of its own', async () => {
    const newBuyer = await makeUser(server, 'Buyer');
    const expensiveCarIds = await Promise.all(Array.from({ length: 6 }, () => makeCar(server, seller)));
    await server.context.pool.query('UPDATE listing SET resale_price_cents = 140000000 WHERE id = ANY($1)', [
      expensiveCarIds,
    ]);
    const cars = await Promise.all(Array.from({ length: 6 }, () => makeCar(server, seller)));
    for (const car of [...expensiveCarIds.slice(0, 5), ...cars.slice(0, 5)]) await bookListing(server, newBuyer, car);
    expect(await countOpenBookings(newBuyer)).toBe(10);
    for (const car of [expensiveCarIds[5], cars[5]]) {
      expect(await expectRefusal(newBuyer, car as ListingId)).toMatchObject({
        status: 409,
        body: { code: 'BOOKING_LIMIT' },
      });
    }
  });

  it('stops at five also when thirty come at once', async () => {
    const newBuyer = await makeUser(server, 'Buyer');
    const cars = await Promise.all(Array.from({ length: 30 }, () => makeCar(server, seller)));
    const answers = await Promise.all(cars.map((car) => requestBooking(newBuyer, car)));
    const successCount = answers.filter((answer) => answer.status === 200).length;
    expect(answers.filter((answer) => ![200, 409, 503].includes(answer.status))).toEqual([]);
    expect(successCount).toBeGreaterThan(0);
    expect(successCount).toBeLessThanOrEqual(5);
    expect(await countOpenBookings(newBuyer)).toBe(successCount);
  });
});

describe('a booking that names the price that the buyer saw', () => {
  it('is made at that price', async () => {
    const newBuyer = await makeUser(server, 'Buyer');
    const answer = await requestBooking(newBuyer, await makeCar(server, seller), { expectedPrice: 868_000 });
    expect(answer.status).toBe(200);
    expect(await readOrder(newBuyer, answer.body.insertedId)).toMatchObject({ resellPrice: 868_000 });
  });

  it.each([867_999.99, '1', 100_000_000])('is refused where the price is another one: %s', async (expectedPrice) => {
    const answer = await expectRefusal(buyer, await makeCar(server, seller), { expectedPrice });
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'PRICE_CHANGED', prices: { expected: Number(expectedPrice), current: 868_000 } },
    });
  });

  it.each([0, -1, 1.001, '1e5', [868_000], true])('is refused where %j is no price', async (expectedPrice) => {
    expect(await expectRefusal(buyer, await makeCar(server, seller), { expectedPrice })).toMatchObject({
      status: 422,
      body: { code: 'INVALID', errors: expect.arrayContaining([expect.objectContaining({ path: 'expectedPrice' })]) },
    });
  });

  it('is made at that price or refused while its seller changes it', async () => {
    const imageUrl = await makeImage(server, seller);
    for (let round = 0; round < 6; round += 1) {
      const car = await makeCar(server, seller);
      const buyers = await Promise.all(Array.from({ length: 4 }, () => makeUser(server, 'Buyer')));
      const changedListingForm = makeListingForm([imageUrl], { title: `Roma ${car.slice(-8)}`, resalePrice: 700_000 });
      const listingChangePromise = call(server, seller, 'PUT', `/api/v1/listings/${car}`, changedListingForm);
      const answers = await Promise.all(
        buyers.map((caller) => requestBooking(caller, car, { expectedPrice: 868_000 })),
      );
      expect((await listingChangePromise).status).toBe(200);
      for (const [buyerIndex, answer] of answers.entries()) {
        if (answer.status === 503) continue;
        if (answer.status === 200) {
          const caller = buyers[buyerIndex] as TestUser;
          expect(await readOrder(caller, answer.body.insertedId)).toMatchObject({ resellPrice: 868_000 });
        } else
          expect(answer.body).toMatchObject({ code: 'PRICE_CHANGED', prices: { expected: 868_000, current: 700_000 } });
      }
    }
  });
});

describe('a booking is refused, and nothing changed', () => {
  it('to a visitor', async () => {
    expect(await expectRefusal(null, await makeCar(server, seller))).toMatchObject({ status: 401 });
  });

  it('to sellers and admins', async () => {
    const car = await makeCar(server, seller);
    for (const role of ['Seller', 'admin'] as const)
      expect(await expectRefusal(await makeUser(server, role), car)).toMatchObject({
        status: 403,
        body: { code: 'ROLE_REQUIRED' },
      });
  });

  it("for one's own car", async () => {
    expect(await expectRefusal(seller, await makeCar(server, seller))).toMatchObject({
      status: 409,
      body: { code: 'OWN_LISTING' },
    });
  });

  it.each([
    ['sold', 409, 'CAR_ALREADY_SOLD'],
    ['withdrawn', 409, 'CAR_NOT_AVAILABLE'],
    ['draft', 409, 'CAR_NOT_AVAILABLE'],
  ] as const)('for a car that is %s', async (status, httpStatus, errorCode) => {
    const car = await makeCar(server, seller, { status });
    expect(await expectRefusal(buyer, car)).toMatchObject({ status: httpStatus, body: { code: errorCode } });
  });

  it.each(['suspended', 'deleted'])('for a car of a %s seller, as if it did not exist', async (status) => {
    const otherSeller = await makeUser(server, 'Seller');
    const car = await makeCar(server, otherSeller);
    await server.context.pool.query('UPDATE account SET status = $2 WHERE id = $1', [otherSeller.id, status]);
    expect(await expectRefusal(buyer, car)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  });

  it.each(['x', '', '507f1f77bcf86cd799439011', '0190f3a1-0000-7000-8000-00000000abcd', "' or '1'='1"])(
    'for the product id %j',
    async (productId) => {
      expect(await expectRefusal(buyer, productId)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    },
  );

  it.each([
    ['meetingDate', 'x'.repeat(101)],
    ['meetingDate', 'at\u0000noon'],
    ['meetingDate', 'at\u001bnoon'],
    ['meetingDate', 'at\u007fnoon'],
    ['meetingDate', 'noon \ud800'],
    ['meetingDate', '\udc00'],
    ['meetingDate', ['Sat']],
    ['meetingDate', 5],
    ['meetingDate', null],
    ['buyerNumber', '9'.repeat(31)],
    ['buyerNumber', { $gt: '' }],
    ['productModel', 'Roma\u0000'],
    ['sellerEmail', 'a\u0000@b.example'],
    ['productId', { $ne: null }],
    ['productId', 'x'.repeat(65)],
    ['resellPrice', [1]],
    ['resellPrice', true],
  ])('for a %s that cannot be kept', async (field, value) => {
    const car = await makeCar(server, seller);
    const answer = await expectRefusal(buyer, car, { [field]: value });
    expect(answer).toMatchObject({ status: 422, body: { code: 'INVALID', errors: [{ path: field }] } });
  });

  it.each([
    [{ meetingDate: '' }, ['meetingDate: required']],
    [{ meetingDate: ' \n ' }, ['meetingDate: required']],
    [{ buyerNumber: '' }, ['buyerNumber: required']],
    [{ buyerNumber: 'abc' }, ['buyerNumber: phone_number']],
    [{ buyerNumber: '1234 5678' }, ['buyerNumber: phone_number']],
    [{ meetingDate: '', buyerNumber: '1' }, ['meetingDate: required', 'buyerNumber: phone_number']],
  ])('that names no day or no telephone number: %j', async (details, faults) => {
    const answer = await expectRefusal(buyer, await makeCar(server, seller), details);
    expect(answer).toMatchObject({ status: 422, body: { code: 'BOOKING_INCOMPLETE' } });
    const namedFaults = (answer.body.errors as { path: string; code: string }[]).map(
      ({ path, code }) => `${path}: ${code}`,
    );
    expect(namedFaults).toEqual(faults);
  });

  it('for a missing date or number', async () => {
    const answer = await call(server, buyer, 'POST', '/api/bookingData', { productId: await makeCar(server, seller) });
    expect(answer.status).toBe(422);
    const paths = (answer.body.errors as { path: string }[]).map((fault) => fault.path);
    expect(paths.sort()).toEqual(['buyerNumber', 'meetingDate']);
  });
});

describe('what a buyer writes', () => {
  it.each([
    '<script>alert(1)</script>',
    "Robert'); DROP TABLE booking;--",
    '1; select pg_sleep(5)--',
    "\\'; --",
    'x'.repeat(100),
    '🚗'.repeat(100),
    `e${'\u0301'.repeat(4)}`,
    'Sat\r\nSet-Cookie: x=1',
  ])('is kept to the letter: %#', async (meetingDate) => {
    const newBuyer = await makeUser(server, 'Buyer');
    const answer = await requestBooking(newBuyer, await makeCar(server, seller), { meetingDate });
    expect(answer.status).toBe(200);
    expect(await readOrder(newBuyer, answer.body.insertedId)).toMatchObject({ meetingDate });
  });

  it('about the car, the price or the users is ignored', async () => {
    const newBuyer = await makeUser(server, 'Buyer');
    const car = await makeCar(server, seller);
    const forgedFields = {
      _id: server.context.newId(),
      id: server.context.newId(),
      paid: true,
      status: 'paid',
      paidAt: '2020-01-01',
      price: 1,
      price_cents: 100,
      resellPrice: 1,
      productImg: 'https://evil.example/x.png',
      productCategory: 'Bugatti',
      productModel: 'Veyron',
      sellerName: 'Nobody',
      sellerEmail: 'nobody@people.example',
      sellerLocation: 'Nowhere',
      sellerId: newBuyer.id,
      buyerName: 'Somebody else',
      buyerEmail: buyer.email,
      buyerId: buyer.id,
      closeReason: 'x',
    };
    const answer = await requestBooking(newBuyer, car, forgedFields);
    expect(answer.status).toBe(200);
    expect(await readOrder(newBuyer, answer.body.insertedId)).toMatchObject({
      _id: answer.body.insertedId,
      productImg: '',
      productCategory: 'Ferrari',
      productModel: 'Roma',
      resellPrice: 868_000,
      sellerName: seller.name,
      sellerEmail: seller.email,
      sellerLocation: 'Bukit Timah',
      buyerName: newBuyer.name,
      buyerEmail: newBuyer.email,
      paid: false,
      status: 'unpaid',
      closeReason: null,
    });
    expect(answer.body.insertedId).not.toBe(forgedFields._id);
    expect((await call(server, buyer, 'GET', '/api/myorders')).body).not.toContainEqual(
      expect.objectContaining({ _id: answer.body.insertedId }),
    );
  });
});
