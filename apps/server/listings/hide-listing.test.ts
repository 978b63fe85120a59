import type { ListingId } from '@carhouse/domain/listing/listing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as builders from '../testing/builders.ts';
import { type Answer, bookListing, call, confirmCard, makeUser, type TestUser } from '../testing/builders.ts';
import { unlimitedProtection } from '../testing/test-node.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

/**
 * Each car gets a different mileage, because a seller's hidden car cannot be shown again while the seller has the same
 * car on sale.
 */
let mileageKm = 0;
const makeCar = (targetServer: TestServer, caller: TestUser, options?: builders.CarOptions): Promise<ListingId> => {
  mileageKm += 1;
  return builders.makeCar(targetServer, caller, { ...options, facts: { mileageKm, ...options?.facts } });
};

let server: TestServer;
let admin: TestUser;
let seller: TestUser;
let buyer: TestUser;

beforeAll(async () => {
  server = await startTestServer(unlimitedProtection, undefined, { NEW_SELLER_CARS: '3' });
  admin = await makeUser(server, 'admin');
  seller = await makeUser(server, 'Seller', { verified: true });
  buyer = await makeUser(server, 'Buyer');
});
afterAll(() => server.close());

const reason = 'The photos are of another car.';
const hideCarAs = (caller: TestUser | null, car: string, body: object = { reason }): Promise<Answer> =>
  call(server, caller, 'POST', `/api/v1/listings/${car}/hiding`, body);
const showCarAs = (caller: TestUser | null, car: string): Promise<Answer> =>
  call(server, caller, 'POST', `/api/v1/listings/${car}/showing`);

/** Calls the route that withdraws a car. When an admin withdraws a car, the car is hidden without a reason. */
const withdrawAs = (caller: TestUser, car: string): Promise<Answer> =>
  call(server, caller, 'POST', `/api/v1/listings/${car}/withdrawal`);
const relistAs = (caller: TestUser, car: string): Promise<Answer> =>
  call(server, caller, 'POST', `/api/v1/listings/${car}/relisting`);
const defaultHideReason = 'No reason was given. Please write to an admin.';
const takeOffSaleCalls = [
  ['hiding', hideCarAs, reason],
  ['withdrawal', withdrawAs, defaultHideReason],
] as const;

/** Makes a car of the seller that the buyer has paid for. */
async function makePaidCar(carSeller: TestUser): Promise<ListingId> {
  const car = await makeCar(server, carSeller);
  const paymentId = await bookListing(server, buyer, car);
  const paymentStartAnswer = await call(server, buyer, 'POST', '/api/create-payment-intent', { paymentId });
  const secret = String(paymentStartAnswer.body.clientSecret);
  await confirmCard(server, secret);
  await call(server, buyer, 'POST', '/api/payment', { paymentId, transactionId: secret.split('_secret_')[0] });
  return car;
}

/** Returns a car as its seller sees it. */
const readOwnView = async (car: string): Promise<Record<string, unknown>> =>
  (await call(server, seller, 'GET', `/api/v1/listings/${car}/edition`)).body;

/** Returns the names of the public pages and lists that show the car to a visitor. */
async function findPlacesShowingCar(car: ListingId, title: string): Promise<string[]> {
  const publicPathsByPlace = {
    page: `/api/v1/listings/${car}`,
    product: `/api/productById/${car}`,
    search: `/api/v1/listings?q=${encodeURIComponent(title)}`,
    brand: '/api/ferrariDatas',
    advertised: '/api/advertisement/categories',
  };
  const foundPlaces: string[] = [];
  for (const [name, address] of Object.entries(publicPathsByPlace)) {
    const answer = await server.app.inject({ url: address });
    if (answer.statusCode === 200 && answer.body.includes(car)) foundPlaces.push(name);
  }
  return foundPlaces;
}

describe('a hidden car', () => {
  it('is in no public response, and returns to the same positions when the hiding ends', async () => {
    const title = 'Hideable Berlinetta';
    const car = await makeCar(server, seller, { title });
    expect((await call(server, seller, 'POST', '/api/advertisement', { _id: car })).status).toBe(200);
    const publicPlaces = ['page', 'product', 'search', 'brand', 'advertised'];
    await expect.poll(() => findPlacesShowingCar(car, title), { timeout: 20_000 }).toEqual(publicPlaces);
    expect((await hideCarAs(admin, car)).body).toEqual({ modifiedCount: 1 });
    await expect.poll(() => findPlacesShowingCar(car, title), { timeout: 20_000 }).toEqual([]);
    expect((await showCarAs(admin, car)).body).toEqual({ modifiedCount: 1 });
    await expect.poll(() => findPlacesShowingCar(car, title), { timeout: 20_000 }).toEqual(publicPlaces);
  });

  it.each(takeOffSaleCalls)(
    'by %s is read by its seller with the reason, may be edited, and is moved by no seller',
    async (_caseName, takeCarOffSale, expectedReason) => {
      const car = await makeCar(server, seller);
      expect((await takeCarOffSale(admin, car)).body).toEqual({ modifiedCount: 1 });
      expect((await takeCarOffSale(admin, car)).body).toEqual({ modifiedCount: 0 });
      expect(await readOwnView(car)).toMatchObject({ status: 'hidden', hiddenReason: expectedReason });
      const ownCars = (await call(server, seller, 'GET', '/api/products')).body as unknown as { _id: string }[];
      expect(ownCars.find(({ _id }) => _id === car)).toMatchObject({ status: 'hidden', hiddenReason: expectedReason });
      for (const statusChange of ['publication', 'withdrawal', 'relisting', 'sale']) {
        const refusal = await call(server, seller, 'POST', `/api/v1/listings/${car}/${statusChange}`);
        expect([statusChange, refusal.status, refusal.body.code]).toEqual([statusChange, 409, 'HIDDEN_BY_ADMIN']);
      }
      const bulkWithdrawalAnswer = await call(server, seller, 'POST', '/api/v1/me/cars/withdrawals', { ids: [car] });
      expect(bulkWithdrawalAnswer.body).toMatchObject({ outcomes: [{ _id: car, code: 'HIDDEN_BY_ADMIN' }] });
      expect((await call(server, buyer, 'POST', '/api/wishLists', { productId: car })).status).toBe(404);
      const newBookingFields = { productId: car, meetingDate: 'Sat, after 3 pm', buyerNumber: '9123 4567' };
      expect((await call(server, buyer, 'POST', '/api/bookingData', newBookingFields)).status).toBeGreaterThanOrEqual(
        400,
      );
      expect((await showCarAs(admin, car)).body).toEqual({ modifiedCount: 1 });
      expect(await readOwnView(car)).toMatchObject({ status: 'available', hiddenReason: null });
    },
  );

  it.each(takeOffSaleCalls)(
    'by %s that its seller had withdrawn is withdrawn again afterwards',
    async (_caseName, takeCarOffSale) => {
      const car = await makeCar(server, seller, { status: 'withdrawn' });
      expect((await takeCarOffSale(admin, car)).body).toEqual({ modifiedCount: 1 });
      expect((await relistAs(seller, car)).body.code).toBe('HIDDEN_BY_ADMIN');
      expect((await showCarAs(admin, car)).body).toEqual({ modifiedCount: 1 });
      expect(await readOwnView(car)).toMatchObject({ status: 'withdrawn', hiddenReason: null });
      expect((await relistAs(seller, car)).body).toEqual({ modifiedCount: 1 });
    },
  );

  it.each(takeOffSaleCalls)('by %s has no open booking and no hold any more', async (_caseName, takeCarOffSale) => {
    const car = await makeCar(server, seller, { dollars: 50_000 });
    const bookingId = await bookListing(server, buyer, car);
    const paymentStartAnswer = await call(server, buyer, 'POST', '/api/create-payment-intent', {
      paymentId: bookingId,
    });
    expect(paymentStartAnswer.status).toBe(200);
    expect((await takeCarOffSale(admin, car)).body).toEqual({ modifiedCount: 1 });
    expect((await call(server, buyer, 'GET', `/api/payment/${bookingId}`)).body.status).toBe('cancelled');
    const { rows } = await server.context.pool.query(
      `SELECT b.close_reason, (SELECT count(*)::int FROM payment_attempt a WHERE a.booking_id = b.id AND a.state = 'open') AS open
       FROM booking b WHERE b.id = $1`,
      [bookingId],
    );
    expect(rows).toEqual([{ close_reason: 'Car House no longer shows this car.', open: 0 }]);
    await showCarAs(admin, car);
    expect((await call(server, buyer, 'GET', `/api/payment/${bookingId}`)).body.status).toBe('cancelled');
  });

  it.each(takeOffSaleCalls)(
    'by %s is noted in the audit without the words of the reason',
    async (_caseName, takeCarOffSale) => {
      const car = await makeCar(server, seller);
      for (const changeVisibility of [takeCarOffSale, takeCarOffSale, showCarAs, showCarAs])
        await changeVisibility(admin, car);
      const { rows } = await server.context.pool.query(
        "SELECT action, actor_id, before, after FROM audit_entry WHERE noun = 'listing' AND noun_id = $1 ORDER BY at, id",
        [car],
      );
      expect(rows).toEqual([
        { action: 'hide', actor_id: admin.id, before: { status: 'available' }, after: { status: 'hidden' } },
        { action: 'show', actor_id: admin.id, before: { status: 'hidden' }, after: { status: 'available' } },
      ]);
    },
  );

  it('is hidden by admins only, with a reason', async () => {
    const car = await makeCar(server, seller);
    for (const [caller, status] of [
      [null, 401],
      [buyer, 403],
      [seller, 403],
    ] as const) {
      expect((await hideCarAs(caller, car)).status).toBe(status);
      expect((await showCarAs(caller, car)).status).toBe(status);
    }
    expect((await hideCarAs(admin, car, { reason: '  ' })).status).toBe(422);
    expect((await hideCarAs(admin, car, {})).status).toBe(422);
    expect((await hideCarAs(admin, 'x')).status).toBe(404);
    for (const status of ['draft', 'sold'] as const)
      expect((await showCarAs(admin, await makeCar(server, seller, { status }))).status).toBe(409);
    expect((await showCarAs(admin, await makeCar(server, seller, { status: 'withdrawn' }))).status).toBe(409);
    expect((await showCarAs(admin, car)).body).toEqual({ modifiedCount: 0 });
  });

  it.each([
    ['draft', 'draft'],
    ['withdrawn', 'withdrawn'],
    ['sold', 'withdrawn'],
  ] as const)(
    'that its seller left as %s is moved by none of their steps, and becomes %s again',
    async (status, statusAfterShowing) => {
      const car = await makeCar(server, seller, { status });
      const readPageStatus = async (): Promise<number> =>
        (await server.app.inject({ url: `/api/v1/listings/${car}` })).statusCode;
      expect(await readPageStatus()).toBe(status === 'sold' ? 200 : 404);
      expect((await hideCarAs(admin, car)).body).toEqual({ modifiedCount: 1 });
      await expect.poll(readPageStatus, { timeout: 20_000 }).toBe(404);
      for (const statusChange of ['publication', 'withdrawal', 'relisting', 'sale']) {
        const refusal = await call(server, seller, 'POST', `/api/v1/listings/${car}/${statusChange}`);
        expect([statusChange, refusal.status, refusal.body.code]).toEqual([statusChange, 409, 'HIDDEN_BY_ADMIN']);
      }
      expect((await showCarAs(admin, car)).body).toEqual({ modifiedCount: 1 });
      const { rows } = await server.context.pool.query('SELECT status FROM listing WHERE id = $1', [car]);
      expect(rows).toEqual([{ status: statusAfterShowing }]);
    },
  );

  it('cannot be one that a buyer has paid for', async () => {
    const car = await makePaidCar(seller);
    expect(await hideCarAs(admin, car)).toMatchObject({ status: 409, body: { code: 'CAR_ALREADY_SOLD' } });
  });

  it('is not needed to end a flood: what a new seller marks as sold counts as on sale', async () => {
    const newSeller = await makeUser(server, 'Seller');
    const cars = await Promise.all([1, 2, 3].map(() => makeCar(server, newSeller)));
    for (const car of cars)
      expect((await call(server, newSeller, 'POST', `/api/v1/listings/${car}/sale`)).status).toBe(200);
    const otherWithdrawnCarId = await makeCar(server, newSeller, { status: 'withdrawn' });
    await server.context.pool.query('UPDATE account SET email_verified = true WHERE id = $1', [newSeller.id]);
    expect(await relistAs(newSeller, otherWithdrawnCarId)).toMatchObject({ status: 409, body: { code: 'CARS_LIMIT' } });
  });

  it('is not needed to end a flood by way of withdrawal: a new seller needs room to mark a withdrawn car as sold', async () => {
    const newSeller = await makeUser(server, 'Seller');
    const limit = server.context.config.trust.limitsByTier.new.cars;
    const cars: ListingId[] = [];
    for (let round = 0; round < 2; round += 1) {
      const listedIds = await Promise.all(Array.from({ length: limit }, () => makeCar(server, newSeller)));
      for (const car of listedIds) expect((await withdrawAs(newSeller, car)).body).toEqual({ modifiedCount: 1 });
      cars.push(...listedIds);
    }
    const sellCar = (car: ListingId) => call(server, newSeller, 'POST', `/api/v1/listings/${car}/sale`);
    const answers = await Promise.all(cars.map(sellCar));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(limit);
    const refusals = answers.filter(({ status }) => status !== 200);
    expect(refusals.map(({ status, body }) => [status, body.code])).toEqual(
      Array.from({ length: limit }, () => [409, 'CARS_LIMIT']),
    );
    // Cars that a verified seller marked as sold do not count towards the limit.
    await server.context.pool.query('UPDATE account SET verified_at = now() WHERE id = $1', [newSeller.id]);
    const refusedListingId = cars.find((_car, carIndex) => answers[carIndex]?.status === 409) ?? '';
    expect((await sellCar(refusedListingId as ListingId)).status).toBe(200);
  });

  it('has a reason and the status that it gets when the hiding ends in the database, and no other car has them', async () => {
    const car = await makeCar(server, seller);
    const updateListing = (assignment: string) =>
      server.context.pool.query(`UPDATE listing SET ${assignment} WHERE id = $1`, [car]);
    for (const assignment of [
      "status = 'hidden'",
      "status = 'hidden', hidden_reason = 'x'",
      "status = 'hidden', hidden_from = 'available'",
      "hidden_reason = 'x'",
      "hidden_from = 'available'",
    ]) {
      await expect(updateListing(assignment)).rejects.toMatchObject({ constraint: 'listing_hidden_check' });
    }
    await hideCarAs(admin, car);
    await expect(updateListing("status = 'withdrawn', hidden_reason = NULL, hidden_from = NULL")).rejects.toMatchObject(
      {
        constraint: 'listing_lifecycle',
      },
    );
  });
});

describe('a hidden car that is shown again', () => {
  /** Hides `hiddenCarCount` cars of a new seller, who then puts one car fewer on sale than they may have. */
  async function hideCarsAndReachLimit(
    hiddenCarCount: number,
  ): Promise<{ owner: TestUser; hiddenCarIds: ListingId[]; limit: number }> {
    const owner = await makeUser(server, 'Seller');
    const limit = server.context.config.trust.limitsByTier.new.cars;
    const hiddenCarIds: ListingId[] = [];
    for (let each = 0; each < hiddenCarCount; each += 1) hiddenCarIds.push(await makeCar(server, owner));
    for (const car of hiddenCarIds) await hideCarAs(admin, car);
    for (let each = 0; each < limit - 1; each += 1) await makeCar(server, owner);
    return { owner, hiddenCarIds, limit };
  }

  it('stays hidden above the limit of its seller, also when two admins show two cars at once', async () => {
    const secondAdmin = await makeUser(server, 'admin');
    const { owner, hiddenCarIds, limit } = await hideCarsAndReachLimit(2);
    const answers = await Promise.all([
      showCarAs(admin, hiddenCarIds[0] ?? ''),
      showCarAs(secondAdmin, hiddenCarIds[1] ?? ''),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const refusal = answers.find(({ status }) => status === 409);
    expect(refusal?.body).toMatchObject({ code: 'CARS_LIMIT' });
    expect(refusal?.body.detail).toContain('Its seller has as many cars on sale as they may have');
    const { rows } = await server.context.pool.query(
      "SELECT count(*)::int AS cars FROM listing WHERE seller_id = $1 AND status = 'available'",
      [owner.id],
    );
    expect(rows).toEqual([{ cars: limit }]);
  });

  it('stays hidden while its seller has the same car on sale', async () => {
    const car = await makeCar(server, seller, { facts: { mileageKm: 777_001 } });
    await hideCarAs(admin, car);
    const secondListingId = await makeCar(server, seller, { facts: { mileageKm: 777_001 } });
    const refusal = await showCarAs(admin, car);
    expect(refusal).toMatchObject({ status: 409, body: { code: 'DUPLICATE_LISTING' } });
    expect(refusal.body.detail).toContain('Its seller has the same car on sale');
    await call(server, seller, 'POST', `/api/v1/listings/${secondListingId}/withdrawal`);
    expect((await showCarAs(admin, car)).body).toEqual({ modifiedCount: 1 });
  });
});

it('two admins who hide a car at once hide it once; a booking beside it is refused or cancelled', async () => {
  const secondAdmin = await makeUser(server, 'admin');
  for (let round = 0; round < 5; round += 1) {
    const car = await makeCar(server, seller);
    const otherBuyer = await makeUser(server, 'Buyer');
    const [firstPage, otherPage] = await Promise.all([
      hideCarAs(admin, car),
      hideCarAs(secondAdmin, car, { reason: 'A second reason.' }),
      bookListing(server, otherBuyer, car).catch(() => 'refused'),
    ]);
    expect(Number(firstPage.body.modifiedCount) + Number(otherPage.body.modifiedCount)).toBe(1);
    const { rows } = await server.context.pool.query(
      `SELECT l.status, (SELECT count(*)::int FROM booking b WHERE b.listing_id = l.id AND b.status = 'unpaid') AS open
       FROM listing l WHERE l.id = $1`,
      [car],
    );
    expect(rows).toEqual([{ status: 'hidden', open: 0 }]);
  }
});

describe('the list of all cars', () => {
  type Page = {
    cars: { _id: string; title: string; status: string; hiddenReason: string | null; mayHide: boolean }[];
    next: string | null;
  };
  const readPage = async (query: string): Promise<Page> =>
    (await call(server, admin, 'GET', `/api/v1/all-listings${query}`)).body as unknown as Page;

  it('is searched by car and seller, filtered by status and seller, and paged without gaps', async () => {
    const verifiedSeller = await makeUser(server, 'Seller');
    const titles = ['Quartz One', 'Quartz Two', 'Quartz Three'];
    const createdListingIds: ListingId[] = [];
    for (const title of titles) createdListingIds.push(await makeCar(server, verifiedSeller, { title }));
    await makeCar(server, verifiedSeller, { title: 'Quartz Draft', status: 'draft' });
    await hideCarAs(admin, createdListingIds[1] ?? '');
    expect((await readPage('?search=quartz')).cars).toHaveLength(4);
    expect((await readPage('?search=ferrari%20quartz%20one')).cars).toMatchObject([{ _id: createdListingIds[0] }]);
    expect((await readPage(`?search=${encodeURIComponent(verifiedSeller.email)}`)).cars).toHaveLength(4);
    expect((await readPage(`?search=${createdListingIds[2]}`)).cars).toMatchObject([{ title: 'Quartz Three' }]);
    expect((await readPage('?search=quartz&status=hidden')).cars).toMatchObject([
      { _id: createdListingIds[1], hiddenReason: reason },
    ]);
    expect((await readPage('?search=quartz&status=draft')).cars).toMatchObject([{ title: 'Quartz Draft' }]);
    const pagedIds: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Page = await readPage(
        `?seller=${verifiedSeller.id}&limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`,
      );
      pagedIds.push(...page.cars.map(({ title }) => title));
      cursor = page.next;
    }
    expect(pagedIds).toHaveLength(4);
    expect(new Set(pagedIds).size).toBe(4);
    expect(JSON.stringify(await readPage('?search=quartz'))).not.toContain(verifiedSeller.email);
    expect((await call(server, admin, 'GET', '/api/v1/all-listings?status=lost')).status).toBe(400);
    expect((await call(server, admin, 'GET', '/api/v1/all-listings?cursor=x')).status).toBe(400);
  });

  it('says which cars an admin may hide, as the call decides it', async () => {
    const verifiedSeller = await makeUser(server, 'Seller', { verified: true });
    const paidCarId = await makePaidCar(verifiedSeller);
    const hiddenCarId = await makeCar(server, verifiedSeller);
    await hideCarAs(admin, hiddenCarId);
    const hideableCarIds: ListingId[] = [];
    for (const status of ['draft', 'available', 'withdrawn', 'sold'] as const)
      hideableCarIds.push(await makeCar(server, verifiedSeller, { status }));
    const { cars } = await readPage(`?seller=${verifiedSeller.id}`);
    const hideableByCar = new Map([
      [paidCarId, false],
      [hiddenCarId, false],
      ...hideableCarIds.map((car) => [car, true] as const),
    ]);
    expect(new Map(cars.map((car) => [car._id, car.mayHide]))).toEqual(hideableByCar);
    for (const [car, isHideable] of hideableByCar)
      expect((await hideCarAs(admin, car)).body.modifiedCount === 1).toBe(isHideable);
  });

  it('has totals that add up to its rows', async () => {
    const { body } = await call(server, admin, 'GET', '/api/v1/all-listings/totals');
    const { rows } = await server.context.pool.query(
      `SELECT CASE WHEN l.status = 'available' AND a.status <> 'active' THEN 'not-shown' ELSE l.status END AS status,
         count(*)::int AS cars FROM listing l JOIN account a ON a.id = l.seller_id GROUP BY 1`,
    );
    const zeroCounts = { draft: 0, available: 0, sold: 0, withdrawn: 0, hidden: 0, 'not-shown': 0 };
    expect(body).toEqual({ ...zeroCounts, ...Object.fromEntries(rows.map((row) => [row.status, row.cars])) });
  });
});
