import { publicName } from '@carhouse/domain/account/public-name';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, makeCar, makeUser, type TestUser } from '../testing/builders.ts';
import { makeImage } from '../testing/images.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let buyer: TestUser;
const now = new Date('2026-11-23T04:00:00Z');

beforeAll(async () => {
  server = await startTestServer();
  server.setClock(() => now);
  buyer = await makeUser(server, 'Buyer');
});
afterAll(() => server.close());

const makeSellerPath = (seller: TestUser): string => `/api/v1/sellers/${publicName(seller.id)}`;
const showSellerAs = (caller: TestUser | null, seller: TestUser) => call(server, caller, 'GET', makeSellerPath(seller));

/** Makes a car of the seller with a booking that was paid at the given time. */
async function makePaidCar(seller: TestUser, paidAt: string, status: 'paid' | 'refunded' = 'paid'): Promise<void> {
  const car = await makeCar(server, seller, { status: status === 'paid' ? 'sold' : 'available' });
  await server.context.pool.query(
    `INSERT INTO booking (id, listing_id, buyer_id, seller_id, status, price_cents, brand, title, seller_name, seller_email,
       location, buyer_name, buyer_email, buyer_number, meeting_date, created_at, paid_at)
     SELECT $1, id, $2, seller_id, $3, resale_price_cents, brand, title, '', '', location, '', '', '', '', $4, $4
     FROM listing WHERE id = $5`,
    [server.context.newId(), buyer.id, status, paidAt, car],
  );
}

describe('the public page of a seller', () => {
  it('counts what is on sale, and shows neither address nor number', async () => {
    const seller = await makeUser(server, 'Seller');
    await server.context.pool.query(
      `UPDATE account SET verified_at = '2026-01-19T17:00:00Z', seller_kind = 'dealer', number = '98765432' WHERE id = $1`,
      [seller.id],
    );
    const imageUrl = await makeImage(server, seller);
    const shownListingId = await makeCar(server, seller, { brand: 'Tesla', dollars: 100_000 });
    await server.context.pool.query('INSERT INTO listing_image VALUES ($1, 0, $2)', [
      shownListingId,
      /media\/(\w+)-/.exec(imageUrl)?.[1],
    ]);
    await makeCar(server, seller, { dollars: 90_000.5 });
    await makeCar(server, seller, { dollars: 120_000 });
    for (const status of ['draft', 'withdrawn', 'sold'] as const) await makeCar(server, seller, { status, dollars: 1 });
    const answer = await showSellerAs(null, seller);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        publicName: publicName(seller.id),
        name: seller.name,
        kind: 'dealer',
        verifiedOn: '2026-01-20',
        carsOnOffer: 3,
        withPhotos: 1,
        lowestPrice: 90_000.5,
        highestPrice: 120_000,
        brands: [
          { category: 'Ferrari', cars: 2 },
          { category: 'Tesla', cars: 1 },
        ],
        places: [{ location: 'Bukit Timah', cars: 3 }],
      },
    });
    for (const path of [makeSellerPath(seller), `${makeSellerPath(seller)}/listings`])
      for (const caller of [null, buyer]) {
        const text = JSON.stringify((await call(server, caller, 'GET', path)).body);
        expect(text).not.toContain(seller.email);
        expect(text).not.toContain('98765432');
      }
  });

  it('counts the cars that were paid for here by month of Singapore, without refunded ones', async () => {
    const seller = await makeUser(server, 'Seller');
    await makePaidCar(seller, '2026-10-31T17:00:00Z');
    await makePaidCar(seller, '2026-10-31T15:00:00Z');
    await makePaidCar(seller, '2026-11-02T00:00:00Z', 'refunded');
    await makePaidCar(seller, '2025-11-30T15:00:00Z');
    const { sales } = (await showSellerAs(null, seller)).body as unknown as {
      sales: { month: string; cars: number }[];
    };
    expect(sales).toHaveLength(12);
    expect(sales.at(0)).toEqual({ month: '2025-12', cars: 0 });
    expect(sales.slice(-2)).toEqual([
      { month: '2026-10', cars: 1 },
      { month: '2026-11', cars: 1 },
    ]);
    // The audits at the end of the tests require a payment for each paid booking, so these bookings are deleted.
    await server.context.pool.query('DELETE FROM booking WHERE seller_id = $1', [seller.id]);
  });

  it('exists only for active sellers with a car that is or was public', async () => {
    const [sellerWithoutCars, sellerWithDraft, sellerOnSale] = await Promise.all(
      [0, 1, 2].map(() => makeUser(server, 'Seller')),
    );
    if (sellerWithoutCars === undefined || sellerWithDraft === undefined || sellerOnSale === undefined)
      throw new Error('no sellers');
    await makeCar(server, sellerWithDraft, { status: 'draft' });
    await makeCar(server, sellerWithDraft, { status: 'withdrawn' });
    await makeCar(server, sellerOnSale, { status: 'sold' });
    expect((await showSellerAs(null, sellerOnSale)).status).toBe(200);
    for (const seller of [sellerWithoutCars, sellerWithDraft, buyer])
      expect((await showSellerAs(buyer, seller)).status).toBe(404);
    await server.context.pool.query(`UPDATE account SET status = 'suspended' WHERE id = $1`, [sellerOnSale.id]);
    expect((await showSellerAs(buyer, sellerOnSale)).status).toBe(404);
  });

  it.each(['seller-', 'seller-1', 'admin@carhouse.example', "seller-'--", '%00'])('is 404 for %s', async (name) => {
    const url = `/api/v1/sellers/${encodeURIComponent(name)}`;
    expect((await call(server, null, 'GET', url)).status).toBe(404);
    expect((await call(server, null, 'GET', `${url}/listings`)).status).toBe(404);
  });
});

describe("a seller's cars", () => {
  it('come newest first in pages, of one brand when asked, and only those on sale', async () => {
    const seller = await makeUser(server, 'Seller');
    const createdListingIds: string[] = [];
    for (let carIndex = 0; carIndex < 15; carIndex += 1) {
      const postedAt = new Date(now.getTime() - carIndex * 60_000);
      createdListingIds.push(
        await makeCar(server, seller, { postedAt, brand: carIndex % 5 === 0 ? 'Tesla' : 'Ferrari' }),
      );
    }
    await makeCar(server, seller, { status: 'sold' });
    await makeCar(server, await makeUser(server, 'Seller'));
    const readListingIds = (body: unknown): string[] => (body as { _id: string }[]).map(({ _id }) => _id);
    const firstPage = await call(server, null, 'GET', `${makeSellerPath(seller)}/listings`);
    const [, nextPath = ''] = /<([^>]+)>/.exec(String(firstPage.headers.link)) ?? [];
    const secondPage = await call(server, null, 'GET', nextPath);
    expect([...readListingIds(firstPage.body), ...readListingIds(secondPage.body)]).toEqual(createdListingIds);
    expect([firstPage.body.length, secondPage.headers.link]).toEqual([12, undefined]);
    const teslaAnswer = await call(server, buyer, 'GET', `${makeSellerPath(seller)}/listings?brand=Tesla`);
    expect(readListingIds(teslaAnswer.body)).toEqual([
      createdListingIds[0],
      createdListingIds[5],
      createdListingIds[10],
    ]);
    await server.context.pool.query(`UPDATE account SET status = 'suspended' WHERE id = $1`, [seller.id]);
    expect((await call(server, buyer, 'GET', `${makeSellerPath(seller)}/listings`)).body).toEqual([]);
  });
});
