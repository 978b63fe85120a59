import { publicName } from '@carhouse/domain/account/public-name';
import { noFacts } from '@carhouse/domain/car/car-facts';
import { cents } from '@carhouse/domain/money/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Answer,
  bookListing,
  call,
  makeCar,
  makeUser,
  makeVerifiedSeller,
  type TestUser,
} from '../testing/builders.ts';
import { makeImage } from '../testing/images.ts';
import { payOrder } from '../testing/paid-order.ts';
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

const showDetailAs = (caller: TestUser | null, id: string): Promise<Answer> =>
  call(server, caller, 'GET', `/api/v1/listings/${id}`);
const readStatuses = (id: string, viewers: readonly (TestUser | null)[]): Promise<number[]> =>
  Promise.all(viewers.map(async (caller) => (await showDetailAs(caller, id)).status));

describe('the page of a car', () => {
  it('has the product, the facts, the seller’s card and every picture with its size', async () => {
    const car = await makeCar(server, seller, { facts: { fuel: 'petrol', engineCc: 3_855, mileageKm: 21_000 } });
    const images = [await makeImage(server, seller), await makeImage(server, seller)];
    await call(server, seller, 'PUT', `/api/v1/listings/${car}/photos`, { photos: images });
    const { status, body } = await showDetailAs(null, car);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      _id: car,
      title: 'Roma',
      resalePrice: 868_000,
      status: 'available',
      facts: { ...noFacts, fuel: 'petrol', engineCc: 3_855, mileageKm: 21_000 },
      heldUntil: null,
      seller: {
        name: seller.name,
        verified: true,
        kind: 'private',
        memberSince: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      },
      viewer: null,
    });
    expect(body.pictures).toEqual(
      images.map((url) => ({ url, width: expect.any(Number), height: expect.any(Number) })),
    );
    expect(body.images).toEqual(images);
    const { rows } = await server.context.pool.query(
      "SELECT count(*)::int AS cars FROM listing WHERE seller_id = $1 AND status = 'available'",
      [seller.id],
    );
    expect((body.seller as Record<string, unknown>).carsOnOffer).toBe(rows[0].cars);
  });

  it('counts a thousand cars of a seller at most', async () => {
    const dealer = await makeUser(server, 'Seller');
    const car = await makeCar(server, dealer);
    const readSellerCarCount = async () =>
      ((await showDetailAs(null, car)).body.seller as Record<string, unknown>).carsOnOffer;
    const insertOfferedCars = (count: number) =>
      server.context.pool.query(
        `INSERT INTO listing (id, seller_id, brand, title, location, resale_price_cents, years_of_use, year_of_purchase, description, status, posted_at, updated_at)
         SELECT gen_random_uuid(), $1, 'Audi', 'Counted', 'Bedok', 100, 1, 2015, '', 'available', now(), now() FROM generate_series(1, $2)`,
        [dealer.id, count],
      );
    await insertOfferedCars(998);
    expect(await readSellerCarCount()).toBe(999);
    await insertOfferedCars(10);
    expect(await readSellerCarCount()).toBe(1_000);
  });

  it('tells the PARF that its cost of a year counts with, where the facts give it', async () => {
    const readParf = async (facts: object): Promise<unknown> =>
      (await showDetailAs(null, await makeCar(server, seller, { facts }))).body.minimumParf;
    expect(await readParf({ arfPaid: cents(3_400_000), registeredOn: '2021-05-04', coeRenewed: false })).toBe(17_000);
    expect(await readParf({ coeRenewed: true })).toBe(0);
    expect(await readParf({ arfPaid: cents(3_400_000) })).toBeNull();
  });

  it.each([
    ['2026-02-04', 50_000],
    ['2026-02-19', 50_000],
    ['2026-02-20', 5_000],
    [null, 5_000],
  ])('tells the PARF of a car of May 2026 by the day of its COE: %s gives %d', async (coeObtainedOn, expectedParf) => {
    const facts = { arfPaid: cents(10_000_000), registeredOn: '2026-05-20', coeRenewed: false, coeObtainedOn };
    const { body } = await showDetailAs(null, await makeCar(server, seller, { facts }));
    expect(body).toMatchObject({ minimumParf: expectedParf, facts: { coeObtainedOn } });
  });

  it('shows visitors neither address nor number of any person', async () => {
    const car = await makeCar(server, seller);
    const visitor = await server.app.inject({ url: `/api/v1/listings/${car}` });
    expect(visitor.body).not.toContain('@');
    expect((await showDetailAs(buyer, car)).body.email).toBe(publicName(seller.id));
  });

  it('is there for everybody while the car is available or sold', async () => {
    const viewers = [null, buyer, seller, await makeUser(server, 'admin')];
    for (const status of ['available', 'sold'] as const) {
      expect(await readStatuses(await makeCar(server, seller, { status }), viewers)).toEqual([200, 200, 200, 200]);
    }
  });

  it('is there for seller and admin alone while it is a draft or withdrawn, and for nobody when the seller has gone', async () => {
    const otherSeller = await makeUser(server, 'Seller');
    const viewers = [null, buyer, otherSeller, seller, await makeUser(server, 'admin')];
    for (const status of ['draft', 'withdrawn'] as const) {
      expect(await readStatuses(await makeCar(server, seller, { status }), viewers)).toEqual([404, 404, 404, 200, 200]);
    }
    const userToDelete = await makeUser(server, 'Seller');
    const car = await makeCar(server, userToDelete);
    const admin = await makeUser(server, 'admin');
    await call(server, admin, 'POST', `/api/v1/accounts/${userToDelete.id}/suspension`, { reason: 'Complaints.' });
    expect(await readStatuses(car, viewers)).toEqual([404, 404, 404, 404, 404]);
    await call(server, admin, 'DELETE', `/api/seller/${userToDelete.id}`);
    expect(await readStatuses(car, viewers)).toEqual([404, 404, 404, 404, 404]);
  });

  it.each(['x', '0190c1a0-0000-7000-8000-000000000000', '%00', '..%2f..%2fme'])('answers 404 for %s', async (id) => {
    expect((await showDetailAs(buyer, id)).status).toBe(404);
  });

  it('tells the signed-in what the car is to them, and nobody what it is to others', async () => {
    const car = await makeCar(server, seller);
    const wishAnswer = await call(server, buyer, 'POST', '/api/wishLists', { productId: car });
    const bookingId = await bookListing(server, buyer, car);
    expect((await showDetailAs(buyer, car)).body.viewer).toEqual({
      own: false,
      wished: true,
      wishId: wishAnswer.body.insertedId,
      bookingId,
    });
    const emptyViewerMarks = { own: false, wished: false, wishId: null, bookingId: null };
    expect((await showDetailAs(seller, car)).body.viewer).toEqual({ ...emptyViewerMarks, own: true });
    expect((await showDetailAs(await makeUser(server, 'Buyer'), car)).body.viewer).toEqual(emptyViewerMarks);
    await call(server, buyer, 'POST', `/api/v1/bookings/${bookingId}/cancellation`, {});
    expect((await showDetailAs(buyer, car)).body.viewer).toMatchObject({ wished: true, bookingId: null });
  });

  it('says until when a buyer who is paying keeps the car, and not who', async () => {
    const car = await makeCar(server, seller);
    const paymentId = await bookListing(server, buyer, car);
    const paymentStartAnswer = await call(server, buyer, 'POST', '/api/create-payment-intent', { paymentId });
    const visitor = await server.app.inject({ url: `/api/v1/listings/${car}` });
    expect(visitor.json()).toMatchObject({ status: 'available', heldUntil: paymentStartAnswer.body.holdEndsAt });
    expect(visitor.body).not.toContain(buyer.id);
    expect(visitor.body).not.toContain(paymentId);
  });
});

describe('the day on which a car was sold', () => {
  it('is that of its payment, and is unknown when it was sold elsewhere or is on sale', async () => {
    const { car, buyer: payer } = await payOrder(server, seller, { car: { dollars: 88_800 } });
    const receipt = (await call(server, payer, 'GET', '/api/myorders')).body as unknown as { _id: string }[];
    const orderAnswer = await call(server, payer, 'GET', `/api/v1/orders/${receipt[0]?._id}`);
    expect((await showDetailAs(null, car)).body).toMatchObject({ status: 'sold', soldAt: orderAnswer.body.paidAt });
    const otherSellersCarId = await makeCar(server, seller);
    expect((await showDetailAs(null, otherSellersCarId)).body).toMatchObject({ status: 'available', soldAt: null });
    await call(server, seller, 'POST', `/api/v1/listings/${otherSellersCarId}/sale`);
    expect((await showDetailAs(null, otherSellersCarId)).body).toMatchObject({ status: 'sold', soldAt: null });
  });
});

describe('what the price is compared with', () => {
  const makeTitle = (name: string): string => `Compared ${name}`;
  const makeShops = async (shopCount: number): Promise<readonly string[]> =>
    Promise.all(Array.from({ length: shopCount }, async () => (await makeVerifiedSeller(server)).id));

  it('is nothing while there are fewer than five others, and then their prices, dearest last', async () => {
    const car = await makeCar(server, seller, { brand: 'Audi', title: makeTitle('A') });
    for (const dollars of [40_000, 10_000, 30_000, 20_000]) {
      await makeCar(server, await makeVerifiedSeller(server), {
        brand: 'Audi',
        title: makeTitle('a').toUpperCase(),
        dollars,
      });
    }
    expect((await showDetailAs(null, car)).body.comparables).toEqual([]);
    await makeCar(server, await makeVerifiedSeller(server), {
      brand: 'Audi',
      title: makeTitle('A'),
      dollars: 50_000.5,
    });
    const prices = (await showDetailAs(null, car)).body.comparables as Record<string, unknown>[];
    expect(prices.map((each) => each.resalePrice)).toEqual([10_000, 20_000, 30_000, 40_000, 50_000.5]);
    expect(Object.keys(prices[0] ?? {}).sort()).toEqual(['_id', 'resalePrice', 'yearsOfUse']);
  });

  it('leaves out other models, other brands, what is not on offer and cars of suspended sellers', async () => {
    const userToSuspend = await makeUser(server, 'Seller');
    const car = await makeCar(server, seller, { brand: 'Audi', title: makeTitle('B') });
    for (let createdCount = 0; createdCount < 5; createdCount += 1) {
      await makeCar(server, await makeVerifiedSeller(server), { brand: 'Audi', title: makeTitle('B') });
    }
    const comparablesBeforeChange = (await showDetailAs(null, car)).body.comparables;
    expect(comparablesBeforeChange).toHaveLength(5);
    await makeCar(server, seller, { brand: 'Tesla', title: makeTitle('B') });
    await makeCar(server, seller, { brand: 'Audi', title: makeTitle('B2') });
    for (const status of ['draft', 'sold', 'withdrawn'] as const) {
      await makeCar(server, seller, { brand: 'Audi', title: makeTitle('B'), status });
    }
    await makeCar(server, userToSuspend, { brand: 'Audi', title: makeTitle('B') });
    await server.context.pool.query("UPDATE account SET status = 'suspended' WHERE id = $1", [userToSuspend.id]);
    expect((await showDetailAs(null, car)).body.comparables).toEqual(comparablesBeforeChange);
  });

  it('are fifty at most, those nearest in years of use', async () => {
    const car = await makeCar(server, seller, { brand: 'Audi', title: makeTitle('C') });
    const shopIds = await makeShops(100);
    await server.context.pool.query(
      `INSERT INTO listing (id, seller_id, brand, title, location, resale_price_cents, years_of_use, year_of_purchase, description, status, posted_at, updated_at)
       SELECT gen_random_uuid(), ($1::uuid[])[1 + n % 100], 'Audi', $2, 'Bedok', 100, n % 20, 2015, '', 'available', now(), now() FROM generate_series(1, 300) n`,
      [shopIds, makeTitle('C')],
    );
    const { rows } = await server.context.pool.query<{ id: string; years: number }>(
      "SELECT id, years_of_use AS years FROM listing WHERE title = $1 AND id <> $2 AND status = 'available' ORDER BY id DESC",
      [makeTitle('C'), car],
    );
    // The car on the page has been used for five years. The sort is stable, so cars with equal years of use keep their
    // order, newest first.
    const carsNearestInYears = rows
      .toSorted((one, other) => Math.abs(one.years - 5) - Math.abs(other.years - 5))
      .slice(0, 50);
    const foundComparables = (await showDetailAs(null, car)).body.comparables as { _id: string; yearsOfUse: number }[];
    expect(foundComparables).toHaveLength(50);
    expect(new Set(foundComparables.map(({ yearsOfUse }) => Math.abs(yearsOfUse - 5)))).toEqual(new Set([0, 1, 2]));
    expect(new Set(foundComparables.map(({ _id }) => _id))).toEqual(new Set(carsNearestInYears.map(({ id }) => id)));
  });

  it('are found however far away in years of use the only ones are', async () => {
    const car = await makeCar(server, seller, { brand: 'Audi', title: makeTitle('D') });
    const shopIds = await makeShops(5);
    await server.context.pool.query(
      `INSERT INTO listing (id, seller_id, brand, title, location, resale_price_cents, years_of_use, year_of_purchase, description, status, posted_at, updated_at)
       SELECT gen_random_uuid(), shop, 'Audi', $2, 'Bedok', 100, years, 2015, '', 'available', now(), now()
       FROM unnest('{0,4,6,99,150}'::int[], $1::uuid[]) AS made (years, shop)`,
      [shopIds, makeTitle('D')],
    );
    const foundComparables = (await showDetailAs(null, car)).body.comparables as { yearsOfUse: number }[];
    expect(foundComparables.map(({ yearsOfUse }) => yearsOfUse).toSorted((a, b) => a - b)).toEqual([0, 4, 6, 99, 150]);
  });
});

describe('similar cars', () => {
  it('are the three nearest in price of the brand, and of others where the brand has too few', async () => {
    const createListing = async (brand: string, dollars: number, status: 'available' | 'sold' = 'available') =>
      makeCar(server, seller, { brand, dollars, status });
    const car = await createListing('Lamborghini', 500_000);
    const [nearCarId, farCarId] = [
      await createListing('Lamborghini', 510_000),
      await createListing('Lamborghini', 900_000),
    ];
    await createListing('Lamborghini', 500_000, 'sold');
    const otherListingId = await createListing('BMW', 500_100);
    const readSimilarIds = async () =>
      ((await showDetailAs(null, car)).body.similar as { _id: string }[]).map(({ _id }) => _id);
    expect(await readSimilarIds()).toEqual([nearCarId, farCarId, otherListingId]);
    const [nearerCarId, carsNearestInYears] = [
      await createListing('Lamborghini', 495_000),
      await createListing('Lamborghini', 501_000),
    ];
    expect(await readSimilarIds()).toEqual([carsNearestInYears, nearerCarId, nearCarId]);
  });
});
