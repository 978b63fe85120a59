import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Answer,
  bookListing,
  call,
  confirmCard,
  makeCar,
  makeUser,
  password,
  signIn,
  type TestUser,
} from '../testing/builders.ts';
import { makeImage } from '../testing/images.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

/** A Friday afternoon in Singapore. */
const fridayAfternoon = new Date('2026-11-20T07:00:00Z');

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const showOverviewAs = (caller: TestUser | null): Promise<Answer> => call(server, caller, 'GET', '/api/v1/overview');
const query = (text: string, ...values: unknown[]) => server.context.pool.query(text, values);

async function payBooking(buyer: TestUser, paymentId: string): Promise<void> {
  const paymentStartAnswer = await call(server, buyer, 'POST', '/api/create-payment-intent', { paymentId });
  const secret = String(paymentStartAnswer.body.clientSecret);
  await confirmCard(server, secret);
  const transactionId = secret.split('_secret_')[0];
  expect((await call(server, buyer, 'POST', '/api/payment', { paymentId, transactionId })).status).toBe(200);
}

describe('the overview of a seller', () => {
  it('is full of zeros for a seller who has done nothing yet', async () => {
    const seller = await makeUser(server, 'Seller');
    const { status, body } = await showOverviewAs(seller);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      role: 'Seller',
      verifiedAt: null,
      cars: { draft: 0, available: 0, sold: 0, withdrawn: 0, hidden: 0, booked: 0, advertised: 0 },
      openBookings: 0,
      viewings: { count: 0, next: null },
      underWay: [],
      paid: { amount: 0, count: 0, since: null },
      newestBookings: [],
      coe: [],
      toDo: { fewPictures: null, notAdvertised: null, drafts: 0 },
    });
    const weeks = body.bookingsPerWeek as { week: string; count: number }[];
    expect(weeks).toHaveLength(12);
    expect(weeks.every(({ count }) => count === 0)).toBe(true);
  });

  it('counts their cars, bookings and money, and nobody else’s', async () => {
    const [seller, otherSeller] = [
      await makeUser(server, 'Seller', { verified: true }),
      await makeUser(server, 'Seller'),
    ];
    const [firstBuyer, secondBuyer] = [await makeUser(server, 'Buyer'), await makeUser(server, 'Buyer')];
    const oldPostingTime = new Date('2026-01-05T00:00:00Z');
    const cars = [
      await makeCar(server, seller, {
        title: 'Booked',
        postedAt: oldPostingTime,
        facts: { coeExpiresOn: '2031-01-01' },
      }),
      await makeCar(server, seller, { title: 'Pictured', facts: { coeExpiresOn: '2030-01-01' } }),
      await makeCar(server, seller, { title: 'Bought', dollars: 1_000.5 }),
      await makeCar(server, seller, { title: 'Draft', status: 'draft' }),
      await makeCar(server, seller, { title: 'Withdrawn', status: 'withdrawn' }),
    ] as const;
    const images = [await makeImage(server, seller), await makeImage(server, seller), await makeImage(server, seller)];
    await call(server, seller, 'PUT', `/api/v1/listings/${cars[1]}/photos`, { photos: images });
    await call(server, seller, 'POST', '/api/advertisement', { _id: cars[1] });
    await bookListing(server, firstBuyer, cars[0]);
    await bookListing(server, secondBuyer, cars[0]);
    await payBooking(firstBuyer, await bookListing(server, firstBuyer, cars[2]));
    await bookListing(server, firstBuyer, await makeCar(server, otherSeller));
    const { body } = await showOverviewAs(seller);
    expect(body).toMatchObject({
      verifiedAt: expect.any(String),
      cars: { draft: 1, available: 2, sold: 1, withdrawn: 1, booked: 1, advertised: 1 },
      openBookings: 2,
      viewings: { next: 'Sat, after 3 pm' },
      underWay: [{ title: 'Bought', state: 'paid', saleStage: null }],
      paid: { amount: 1_000.5, count: 1, since: expect.any(String) },
      newestBookings: [
        { title: 'Bought', status: 'paid', price: 1_000.5, buyerName: firstBuyer.name },
        { title: 'Booked', status: 'unpaid', buyerName: secondBuyer.name },
        { title: 'Booked', status: 'unpaid', buyerName: firstBuyer.name },
      ],
      coe: [{ title: 'Pictured' }, { title: 'Booked' }],
      toDo: {
        fewPictures: { _id: cars[0], pictures: 0 },
        notAdvertised: { _id: cars[0], title: 'Booked', postedAt: oldPostingTime.toISOString() },
        drafts: 1,
      },
    });
    expect((body.bookingsPerWeek as { count: number }[]).at(-1)?.count).toBe(3);
    const days = body.bookingsPerDay as { day: string; count: number }[];
    expect(days).toHaveLength(42);
    expect(days.at(-1)?.count).toBe(3);
    for (const text of [firstBuyer.email, secondBuyer.email, otherSeller.name, '9123 4567'])
      expect(JSON.stringify(body)).not.toContain(text);
  });
});

describe('the overview of a buyer', () => {
  it('has their orders, their money and their wishes', async () => {
    const [buyer, seller] = [await makeUser(server, 'Buyer'), await makeUser(server, 'Seller')];
    const makeListedCar = (title: string, dollars: number) => makeCar(server, seller, { title, dollars });
    await payBooking(buyer, await bookListing(server, buyer, await makeListedCar('Bought', 2_000)));
    const cancelledBookingId = await bookListing(server, buyer, await makeListedCar('Cancelled', 3_000));
    await call(server, buyer, 'POST', `/api/v1/bookings/${cancelledBookingId}/cancellation`, {});
    await bookListing(server, buyer, await makeListedCar('Open', 4_000));
    await bookListing(server, buyer, await makeListedCar('Too dear for a card', 1_200_000));
    const [wishedCarId, cheaperCarId] = [await makeListedCar('Wished', 5_000), await makeListedCar('Cheaper', 6_000)];
    for (const productId of [cheaperCarId, wishedCarId])
      await call(server, buyer, 'POST', '/api/wishLists', { productId });
    await query('UPDATE listing SET resale_price_cents = 550000 WHERE id = $1', cheaperCarId);
    const { body } = await showOverviewAs(buyer);
    expect(body).toMatchObject({
      role: 'Buyer',
      orders: { unpaid: 2, paid: 1, cancelled: 1, refunded: 0 },
      toPay: { amount: 4_000, count: 1 },
      spent: { amount: 2_000, count: 1 },
      waiting: [
        { title: 'Too dear for a card', payableByCard: true },
        { title: 'Open', payableByCard: true, sellerName: seller.name, location: 'Bukit Timah' },
      ],
      underWay: [{ title: 'Bought', state: 'paid', sellerName: seller.name }],
      nextMeeting: { meetingDate: 'Sat, after 3 pm' },
      wishes: {
        count: 2,
        dropped: 1,
        prices: [
          { title: 'Cheaper', productId: cheaperCarId, priceThen: 6_000, priceNow: 5_500 },
          { title: 'Wished', productId: wishedCarId, priceThen: 5_000, priceNow: 5_000 },
        ],
      },
    });
    expect(JSON.stringify(body)).not.toContain(seller.email);
  });

  it('is empty for a new buyer', async () => {
    expect((await showOverviewAs(await makeUser(server, 'Buyer'))).body).toEqual({
      role: 'Buyer',
      orders: { unpaid: 0, paid: 0, cancelled: 0, refunded: 0 },
      toPay: { amount: 0, count: 0 },
      spent: { amount: 0, count: 0 },
      waiting: [],
      underWay: [],
      nextMeeting: null,
      wishes: { count: 0, dropped: 0, prices: [] },
    });
  });
});

describe('the overview of an admin', () => {
  it('adds up the server as its rows have it', async () => {
    const [admin, seller] = [await makeUser(server, 'admin'), await makeUser(server, 'Seller')];
    const buyer = await makeUser(server, 'Buyer');
    await payBooking(
      buyer,
      await bookListing(server, buyer, await makeCar(server, seller, { title: 'Latest', dollars: 700 })),
    );
    await call(server, null, 'POST', '/api/v1/feedback', { email: 'reader@people.example', text: 'Good.' });
    const { body } = await showOverviewAs(admin);
    const queryFirstRow = async (text: string) => (await query(text)).rows[0];
    expect(body).toMatchObject({
      role: 'admin',
      accounts: {
        Seller: await queryFirstRow(
          "SELECT count(*)::int AS count FROM account WHERE role = 'Seller' AND status <> 'deleted'",
        ),
      },
      sellersToVerify: await queryFirstRow(
        "SELECT count(*)::int AS count FROM account WHERE role = 'Seller' AND status = 'active' AND verified_at IS NULL",
      ),
      cars: await queryFirstRow(
        "SELECT count(*)::int AS available FROM listing l JOIN account a ON a.id = l.seller_id WHERE l.status = 'available' AND a.status = 'active'",
      ),
      paid: await queryFirstRow(
        "SELECT count(*)::int AS count, sum(price_cents)::float8 / 100 AS amount FROM booking WHERE status = 'paid'",
      ),
    });
    // Other tests of this file may have created users before this test, but no test creates users after the three users
    // of this test.
    expect((body.newestAccounts as object[]).slice(0, 3)).toMatchObject([
      { _id: buyer.id, role: 'Buyer' },
      { _id: seller.id },
      { _id: admin.id },
    ]);
    expect(JSON.stringify(body)).not.toContain('@');
  });

  it('leaves refunded orders out of the money and says so of the payment', async () => {
    const [admin, seller, buyer] = [
      await makeUser(server, 'admin'),
      await makeUser(server, 'Seller'),
      await makeUser(server, 'Buyer'),
    ];
    const figuresBeforePayment = (await showOverviewAs(admin)).body;
    const orderId = await bookListing(server, buyer, await makeCar(server, seller, { dollars: 900 }));
    await payBooking(buyer, orderId);
    const paidSum = figuresBeforePayment.paid as { amount: number; count: number };
    expect((await showOverviewAs(admin)).body.paid).toEqual({ amount: paidSum.amount + 900, count: paidSum.count + 1 });
    await call(server, admin, 'POST', `/api/v1/payments/${orderId}/refund`, { reason: 'The car was damaged.' });
    const figuresAfter = (await showOverviewAs(admin)).body;
    expect([figuresAfter.paid, figuresAfter.paymentsPerWeek, figuresAfter.paidPerDay]).toEqual([
      figuresBeforePayment.paid,
      figuresBeforePayment.paymentsPerWeek,
      figuresBeforePayment.paidPerDay,
    ]);
    expect((figuresAfter.latestPayments as object[])[0]).toMatchObject({
      bookingId: orderId,
      refunded: true,
      number: expect.stringMatching(/^CH-\d{8}$/),
      // The sandbox provider has no web pages to link to.
      providerUrl: null,
    });
  });
});

describe('weeks and days', () => {
  it('are those of Singapore, whatever the hour', async () => {
    const [seller, buyer] = [await makeUser(server, 'Seller'), await makeUser(server, 'Buyer')];
    const car = await makeCar(server, seller);
    // The first minute of Monday in Singapore and the last minute of Sunday in Singapore are both Sunday in UTC.
    const bookingTimes = [
      '2026-11-15T16:00:00Z',
      '2026-11-15T15:59:59Z',
      '2026-11-20T06:00:00Z',
      '2026-08-30T16:00:00Z',
      '2026-08-30T15:59:59Z',
    ];
    await query(
      `INSERT INTO booking (id, listing_id, buyer_id, seller_id, status, price_cents, brand, title, seller_name, seller_email,
         location, buyer_name, buyer_email, buyer_number, meeting_date, created_at, closed_at, close_reason)
       SELECT gen_random_uuid(), $1, $2, $3, 'cancelled', 100, 'Audi', 'A6', '', '', '', '', '', '', '', at, at, ''
       FROM unnest($4::timestamptz[]) AS at`,
      car,
      buyer.id,
      seller.id,
      bookingTimes,
    );
    server.setClock(() => fridayAfternoon);
    try {
      // The user signs in on that Friday, because a session that began on the real current day would not be valid then.
      const weeks = (await showOverviewAs({ ...seller, token: await signIn(server, seller.email) })).body
        .bookingsPerWeek as object[];
      expect(weeks.at(-1)).toEqual({ week: '2026-11-16', count: 2 });
      expect(weeks.at(-2)).toEqual({ week: '2026-11-09', count: 1 });
      expect(weeks[0]).toEqual({ week: '2026-08-31', count: 1 });
      const days = (await showOverviewAs({ ...seller, token: await signIn(server, seller.email) })).body
        .bookingsPerDay as object[];
      expect(days.at(-1)).toEqual({ day: '2026-11-20', count: 1 });
      expect(days.slice(-6, -4)).toEqual([
        { day: '2026-11-15', count: 1 },
        { day: '2026-11-16', count: 1 },
      ]);
    } finally {
      server.setClock(() => new Date());
    }
  });
});

it('is for people with a role', async () => {
  expect((await showOverviewAs(null)).status).toBe(401);
  const payload = { name: 'No role', email: 'no.role@people.example', password, image: '' };
  const signUpAnswer = await server.app.inject({ method: 'POST', url: '/api/auth/sign-up/email', payload });
  const answer = await server.app.inject({
    url: '/api/v1/overview',
    headers: { authorization: String(signUpAnswer.headers['set-auth-token']) },
  });
  expect({ status: answer.statusCode, body: answer.json() }).toMatchObject({
    status: 403,
    body: { code: 'ROLE_REQUIRED' },
  });
});
