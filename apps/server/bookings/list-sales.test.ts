import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, bookListing, call, confirmCard, makeCar, makeUser, type TestUser } from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let buyer: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  buyer = await makeUser(server, 'Buyer');
});
afterAll(() => server.close());

const requestSales = (caller: TestUser | null, query = ''): Promise<Answer> =>
  call(server, caller, 'GET', `/api/v1/sales${query}`);
const listSalesAs = async (caller: TestUser): Promise<Record<string, unknown>[]> =>
  (await requestSales(caller)).body.sales as Record<string, unknown>[];

describe('My Buyers', () => {
  it('holds the bookings of the own cars with how to reach the buyer', async () => {
    const seller = await makeUser(server, 'Seller');
    const car = await makeCar(server, seller);
    const id = await bookListing(server, buyer, car);
    expect((await requestSales(seller)).body).toEqual({
      next: null,
      sales: [
        {
          _id: id,
          productId: car,
          productModel: 'Roma',
          productCategory: 'Ferrari',
          productImg: '',
          productImgSize: null,
          resellPrice: 868_000,
          buyerName: buyer.name,
          buyerEmail: buyer.email,
          buyerNumber: '9123 4567',
          meetingDate: 'Sat, after 3 pm',
          status: 'unpaid',
          state: 'booked',
          saleStage: null,
          complaintAnswered: false,
          paidOutside: false,
          reserved: false,
          bankReturn: null,
          bookedAt: expect.stringMatching(/^\d{4}-.*Z$/),
          time: expect.stringMatching(/^\d\d \d{4} \d\d:\d\d$/),
          paidAt: null,
          closeReason: null,
          refund: null,
          receipt: false,
        },
      ],
    });
    const otherBookingId = await bookListing(server, buyer, await makeCar(server, seller));
    await call(server, seller, 'POST', `/api/v1/orders/${otherBookingId}/steps`, { step: 'viewed' });
    expect(await listSalesAs(seller)).toMatchObject([
      { _id: otherBookingId, status: 'unpaid', state: 'viewed' },
      { _id: id, status: 'unpaid', state: 'booked' },
    ]);
  });

  it('shows the state of each booking: paid with a receipt, refunded, or cancelled with its reason', async () => {
    const seller = await makeUser(server, 'Seller');
    const admin = await makeUser(server, 'admin');
    const paidBookingId = await bookListing(server, buyer, await makeCar(server, seller));
    const paymentStartAnswer = await call(server, buyer, 'POST', '/api/create-payment-intent', {
      paymentId: paidBookingId,
    });
    const secret = String(paymentStartAnswer.body.clientSecret);
    await confirmCard(server, secret);
    await call(server, buyer, 'POST', '/api/payment', {
      paymentId: paidBookingId,
      transactionId: secret.split('_secret_')[0],
    });
    expect(await listSalesAs(seller)).toMatchObject([{ status: 'paid', receipt: true, paidAt: expect.any(String) }]);
    expect((await call(server, seller, 'GET', `/api/v1/bookings/${paidBookingId}/receipt`)).status).toBe(200);
    await call(server, admin, 'POST', `/api/v1/payments/${paidBookingId}/refund`, { reason: 'The car was damaged.' });
    const openBookingId = await bookListing(server, buyer, await makeCar(server, seller));
    await call(server, seller, 'POST', `/api/v1/bookings/${openBookingId}/cancellation`, { reason: 'Sold elsewhere' });
    expect(await listSalesAs(seller)).toMatchObject([
      {
        _id: openBookingId,
        status: 'cancelled',
        receipt: false,
        closeReason: expect.stringContaining('Sold elsewhere'),
      },
      { _id: paidBookingId, status: 'refunded', receipt: true, refund: expect.any(String) },
    ]);
    for (const sale of await listSalesAs(seller)) expect(sale).not.toHaveProperty('buyerNumber');
  });

  it('is each seller’s own, and for sellers alone', async () => {
    const [seller, otherSeller] = [await makeUser(server, 'Seller'), await makeUser(server, 'Seller')];
    await bookListing(server, buyer, await makeCar(server, seller));
    expect(await listSalesAs(otherSeller)).toEqual([]);
    expect((await requestSales(null)).status).toBe(401);
    expect((await requestSales(buyer)).status).toBe(403);
    expect((await requestSales(await makeUser(server, 'admin'))).status).toBe(403);
  });

  it('shows of a deleted buyer only the name, and only in paid bookings', async () => {
    const seller = await makeUser(server, 'Seller');
    const deletedBuyer = await makeUser(server, 'Buyer');
    await bookListing(server, deletedBuyer, await makeCar(server, seller));
    const admin = await makeUser(server, 'admin');
    expect((await call(server, admin, 'DELETE', `/api/Buyer/${deletedBuyer.id}`)).status).toBe(200);
    const answer = await requestSales(seller);
    expect(answer.body.sales).toMatchObject([{ status: 'cancelled', meetingDate: '' }]);
    expect(JSON.stringify(answer.body)).not.toContain(deletedBuyer.email);
    expect(JSON.stringify(answer.body)).not.toContain(deletedBuyer.name);
  });

  it('is read to its end page by page, newest first, each booking once', async () => {
    const seller = await makeUser(server, 'Seller');
    const car = await makeCar(server, seller);
    await server.context.pool.query(
      `INSERT INTO booking (id, listing_id, buyer_id, seller_id, status, price_cents, brand, title, seller_name, seller_email,
         location, buyer_name, buyer_email, buyer_number, meeting_date, created_at, closed_at, close_reason)
       SELECT gen_random_uuid(), $1, $2, $3, 'cancelled', 100, 'Audi', 'A6', '', '', '', '', '', '', '',
         timestamptz '2026-01-01' + (n / 9) * interval '1 second', now(), '' FROM generate_series(1, 130) n`,
      [car, buyer.id, seller.id],
    );
    const pagedSales: { id: unknown; at: string }[] = [];
    const pageSizes: number[] = [];
    let cursor = '';
    for (;;) {
      const { body } = await requestSales(seller, cursor === '' ? '' : `?before=${cursor}`);
      const page = body.sales as { _id: string; bookedAt: string }[];
      pageSizes.push(page.length);
      pagedSales.push(...page.map(({ _id, bookedAt }) => ({ id: _id, at: bookedAt })));
      if (body.next === null) break;
      cursor = body.next as string;
    }
    expect(pageSizes).toEqual([50, 50, 30]);
    expect(new Set(pagedSales.map(({ id }) => id)).size).toBe(130);
    const bookingTimes = pagedSales.map(({ at }) => at);
    expect(bookingTimes).toEqual(bookingTimes.toSorted().toReversed());
  });

  it.each(['?before=x', '?before=', '?page=2', `?before=${'9'.repeat(81)}`])('refuses %s', async (query) => {
    const seller = await makeUser(server, 'Seller');
    expect((await requestSales(seller, query)).status).toBe(400);
  });
});
