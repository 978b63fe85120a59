import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bookListing, call, makeCar, makeUser, type TestUser } from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let seller: TestUser;
let admin: TestUser;
let buyer: TestUser;
let otherBuyer: TestUser;
let bookings: string[];

beforeAll(async () => {
  server = await startTestServer();
  seller = await makeUser(server, 'Seller');
  admin = await makeUser(server, 'admin');
  buyer = await makeUser(server, 'Buyer');
  otherBuyer = await makeUser(server, 'Buyer');
  bookings = [];
  for (const title of ['Roma', 'F8', 'SF90'])
    bookings.push(await bookListing(server, buyer, await makeCar(server, seller, { title })));
});
afterAll(() => server.close());

const requestOrders = (caller: TestUser | null, query = '') => call(server, caller, 'GET', `/api/myorders${query}`);
const requestOrder = (caller: TestUser | null, id: string) => call(server, caller, 'GET', `/api/payment/${id}`);

const fields = [
  '_id',
  'bankReturn',
  'bookedAt',
  'buyerEmail',
  'buyerName',
  'buyerNumber',
  'car',
  'carShown',
  'closeReason',
  'complaintAnswered',
  'disputed',
  'hold',
  'inParts',
  'meetingDate',
  'paid',
  'paidOutside',
  'paidWith',
  'payableByCard',
  'paymentInstructions',
  'productCategory',
  'productId',
  'productImg',
  'productImgSize',
  'productModel',
  'refund',
  'resellPrice',
  'reserved',
  'saleStage',
  'sellerEmail',
  'sellerLocation',
  'sellerName',
  'sellerSuspended',
  'state',
  'status',
  'time',
];

describe('my orders', () => {
  it('are the own bookings, newest first, and no field more than the contract has', async () => {
    const answer = await requestOrders(buyer);
    expect(answer.status).toBe(200);
    expect(answer.body.map((row) => (row as { _id: string })._id)).toEqual(bookings.toReversed());
    for (const row of answer.body) expect(Object.keys(row as object).sort()).toEqual(fields);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('are the same with the own address in any case, or an empty one', async () => {
    for (const query of [`?email=${buyer.email}`, `?email=${buyer.email.toUpperCase()}`, '?email=', '?other=x'])
      expect((await requestOrders(buyer, query)).body).toHaveLength(3);
  });

  it("answer 404 for another's address, existing or not, also to the seller and to an admin", async () => {
    for (const caller of [otherBuyer, seller, admin]) {
      const [answerForOther, answerForUnknown] = [
        await requestOrders(caller, `?email=${buyer.email}`),
        await requestOrders(caller, '?email=x@y.example'),
      ];
      expect(answerForOther).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
      expect({ ...answerForOther.body, requestId: '' }).toEqual({ ...answerForUnknown.body, requestId: '' });
    }
  });

  it('answer 400 when the address comes twice', async () => {
    for (const query of [
      `?email=${buyer.email}&email=${otherBuyer.email}`,
      `?email=${buyer.email}&email=${buyer.email}`,
    ])
      expect(await requestOrders(buyer, query)).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
  });

  it('take an address for what it is: encoded twice it is another', async () => {
    const doubleEncodedEmail = encodeURIComponent(encodeURIComponent(buyer.email));
    expect((await requestOrders(buyer, `?email=${doubleEncodedEmail}`)).status).toBe(404);
    expect((await requestOrders(buyer, `?email=${'x'.repeat(300)}`)).status).toBe(400);
  });

  it('are empty for who has booked nothing, also for the seller of booked cars, and closed to visitors', async () => {
    for (const caller of [otherBuyer, seller, admin]) expect((await requestOrders(caller)).body).toEqual([]);
    expect(await requestOrders(null, `?email=${buyer.email}`)).toMatchObject({ status: 401 });
  });
});

describe('many orders', () => {
  it('come in pages of 200 that lead on, without a gap or a doublet, and every page says the true total', async () => {
    const buyerOfManyOrders = await makeUser(server, 'Buyer');
    const [sample] = bookings;
    await server.context.pool.query(
      `INSERT INTO booking SELECT (jsonb_populate_record(b, jsonb_build_object(
         'id', gen_random_uuid(), 'buyer_id', $2::uuid, 'status', 'cancelled', 'closed_at', now(),
         'created_at', b.created_at - (n / 3) * interval '1 second'))).*
       FROM booking b, generate_series(1, 450) n WHERE b.id = $1`,
      [sample, buyerOfManyOrders.id],
    );
    const pagedIds: string[] = [];
    const pageSizes: number[] = [];
    for (let url: string | undefined = '/api/myorders'; url !== undefined; ) {
      const { body, headers } = await call(server, buyerOfManyOrders, 'GET', url);
      expect(headers['x-total-count']).toBe('450');
      pageSizes.push(body.length);
      pagedIds.push(...body.map((row) => (row as { _id: string })._id));
      url = /^<([^>]+)>; rel="next"$/.exec(typeof headers.link === 'string' ? headers.link : '')?.[1];
    }
    expect(pageSizes).toEqual([200, 200, 50]);
    expect(new Set(pagedIds).size).toBe(450);
  });

  it('answer 400 to a cursor that is not theirs', async () => {
    expect(await requestOrders(buyer, '?before=yesterday')).toMatchObject({
      status: 400,
      body: { code: 'BAD_REQUEST' },
    });
  });
});

describe('the hold on the car of an order', () => {
  it('is shown to both buyers as theirs or another’s while it lasts, without a name', async () => {
    const [firstBuyer, secondBuyer] = [await makeUser(server, 'Buyer'), await makeUser(server, 'Buyer')];
    const car = await makeCar(server, seller, { title: 'Wanted' });
    const [ownBookingId, otherBookingId] = [
      await bookListing(server, firstBuyer, car),
      await bookListing(server, secondBuyer, car),
    ];
    expect((await requestOrder(firstBuyer, ownBookingId)).body.hold).toBeNull();
    const { body } = await call(server, firstBuyer, 'POST', '/api/create-payment-intent', { paymentId: ownBookingId });
    const holdEndsAt = body.holdEndsAt;
    expect((await requestOrder(firstBuyer, ownBookingId)).body.hold).toEqual({ by: 'you', until: holdEndsAt });
    expect((await requestOrder(secondBuyer, otherBookingId)).body.hold).toEqual({ by: 'another', until: holdEndsAt });
    expect((await requestOrders(secondBuyer)).body[0]).toMatchObject({
      _id: otherBookingId,
      hold: { by: 'another', until: holdEndsAt },
    });
    await call(server, firstBuyer, 'POST', `/api/v1/bookings/${ownBookingId}/cancellation`, {});
    expect((await requestOrder(firstBuyer, ownBookingId)).body.hold).toBeNull();
    expect((await requestOrder(secondBuyer, otherBookingId)).body.hold).toBeNull();
  });
});

describe('one order', () => {
  it('is shown to its buyer', async () => {
    const answer = await requestOrder(buyer, bookings[0] ?? '');
    expect(answer).toMatchObject({ status: 200, body: { _id: bookings[0], productModel: 'Roma' } });
    expect(Object.keys(answer.body).sort()).toEqual(fields);
  });

  it("answers 404 alike for another's, an unknown one and no id at all", async () => {
    const possibleIds = [
      bookings[0] ?? '',
      server.context.newId(),
      'x',
      '0',
      '507f1f77bcf86cd799439011',
      '%00',
      '..%2fx',
    ];
    const bodies = await Promise.all(possibleIds.map(async (id) => (await requestOrder(otherBuyer, id)).body));
    for (const body of bodies) expect({ ...body, requestId: '' }).toEqual({ ...bodies[1], requestId: '' });
    expect(bodies[0]).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    expect((await requestOrder(seller, bookings[0] ?? '')).status).toBe(404);
  });

  it('is closed to visitors', async () => {
    expect((await requestOrder(null, bookings[0] ?? '')).status).toBe(401);
  });
});
