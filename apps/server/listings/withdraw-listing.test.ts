import type { ListingId, ListingStatus } from '@carhouse/domain/listing/listing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as builders from '../testing/builders.ts';
import { type Answer, bookListing, call, confirmCard, makeUser, type TestUser } from '../testing/builders.ts';
import { makeImage, makeListingForm } from '../testing/images.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

/** Each car gets a different mileage, because a seller cannot put the same car on sale twice. */
let mileageKm = 0;
const makeCar = (targetServer: TestServer, caller: TestUser, options?: builders.CarOptions): Promise<ListingId> => {
  mileageKm += 1;
  return builders.makeCar(targetServer, caller, { ...options, facts: { mileageKm, ...options?.facts } });
};

let server: TestServer;
let seller: TestUser;
let otherSeller: TestUser;
let admin: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  seller = await makeUser(server, 'Seller');
  otherSeller = await makeUser(server, 'Seller');
  admin = await makeUser(server, 'admin');
});
afterAll(() => server.close());

type StatusChange = 'publication' | 'withdrawal' | 'relisting' | 'sale';
const changeStatusAs = (caller: TestUser | null, car: string, statusChange: StatusChange): Promise<Answer> =>
  call(server, caller, 'POST', `/api/v1/listings/${car}/${statusChange}`);

async function readState(car: ListingId): Promise<{ status: string; bookings: (string | null)[][] }> {
  const listingResult = await server.context.pool.query('SELECT status FROM listing WHERE id = $1', [car]);
  const bookingsResult = await server.context.pool.query(
    'SELECT status, close_reason FROM booking WHERE listing_id = $1 ORDER BY created_at, id',
    [car],
  );
  return {
    status: listingResult.rows[0].status,
    bookings: bookingsResult.rows.map((row) => [row.status, row.close_reason]),
  };
}

async function startCharge(buyer: TestUser, paymentId: string): Promise<string> {
  const answer = await call(server, buyer, 'POST', '/api/create-payment-intent', { paymentId });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return String(answer.body.clientSecret);
}

/** Returns the status changes of a car in the audit log, oldest first. */
async function readStatusChanges(car: ListingId): Promise<string[]> {
  const { rows } = await server.context.pool.query(
    "SELECT action FROM audit_entry WHERE noun = 'listing' AND noun_id = $1 ORDER BY at, id",
    [car],
  );
  return rows.map(({ action }) => action as string);
}

describe('a car', () => {
  it('is drafted, edited, published, withdrawn, put back and sold by its seller', async () => {
    const imageUrl = await makeImage(server, seller);
    const draftAnswer = await call(
      server,
      seller,
      'POST',
      '/api/v1/listings',
      makeListingForm([], { status: 'draft' }),
    );
    expect(draftAnswer.status).toBe(201);
    const car = String(draftAnswer.body.insertedId) as ListingId;
    expect((await call(server, null, 'GET', `/api/productById/${car}`)).status).toBe(404);
    expect(await changeStatusAs(seller, car, 'publication')).toMatchObject({
      status: 422,
      body: { detail: 'Photo is Required' },
    });
    expect((await call(server, seller, 'PUT', `/api/v1/listings/${car}`, makeListingForm([imageUrl]))).status).toBe(
      200,
    );
    for (const [statusChange, status] of [
      ['publication', 'available'],
      ['withdrawal', 'withdrawn'],
      ['relisting', 'available'],
      ['sale', 'sold'],
    ] as const) {
      expect(await changeStatusAs(seller, car, statusChange)).toMatchObject({
        status: 200,
        body: { modifiedCount: 1 },
      });
      const ownListings = (await call(server, seller, 'GET', '/api/products')).body as unknown as {
        _id: string;
        status: string;
        heldUntil: string | null;
      }[];
      expect(ownListings.find(({ _id }) => _id === car)).toMatchObject({ status, heldUntil: null });
    }
    expect(await readStatusChanges(car)).toEqual(['create', 'change', 'publish', 'withdraw', 'relist', 'sell']);
  });

  it('takes only the steps of the table', async () => {
    const outcomesByStatus: Record<string, Record<StatusChange, number | string>> = {};
    for (const status of ['draft', 'available', 'withdrawn', 'sold'] satisfies ListingStatus[]) {
      const outcomesByChange = {} as Record<StatusChange, number | string>;
      for (const statusChange of ['publication', 'withdrawal', 'relisting', 'sale'] as const) {
        const car = await makeCar(server, seller, { status });
        const { body } = await changeStatusAs(seller, car, statusChange);
        outcomesByChange[statusChange] = (body.modifiedCount ?? body.code) as number | string;
      }
      outcomesByStatus[status] = outcomesByChange;
    }
    const refusalCode = 'ILLEGAL_TRANSITION';
    const alreadySoldCode = 'CAR_ALREADY_SOLD';
    expect(outcomesByStatus).toEqual({
      // The draft has no image, so it cannot be published.
      draft: { publication: 'INVALID', withdrawal: refusalCode, relisting: refusalCode, sale: refusalCode },
      available: { publication: 0, withdrawal: 1, relisting: 0, sale: 1 },
      withdrawn: { publication: refusalCode, withdrawal: 0, relisting: 1, sale: 1 },
      // The seller has marked the car as sold, and nobody has paid for it through Car House.
      sold: { publication: alreadySoldCode, withdrawal: alreadySoldCode, relisting: 1, sale: alreadySoldCode },
    });
  });

  it('takes no other step in the database either', async () => {
    const { pool } = server.context;
    for (const [startStatus, to] of [
      ['draft', 'sold'],
      ['draft', 'withdrawn'],
      ['available', 'draft'],
      ['sold', 'available'],
      ['sold', 'draft'],
      ['withdrawn', 'draft'],
    ] as const) {
      const car = await makeCar(server, seller, { status: startStatus });
      const updatePromise = pool.query('UPDATE listing SET status = $2 WHERE id = $1', [car, to]);
      await expect(updatePromise).rejects.toMatchObject({ constraint: 'listing_lifecycle' });
    }
  });

  it('cannot be changed by another user', async () => {
    const car = await makeCar(server, seller);
    const buyer = await makeUser(server, 'Buyer');
    for (const statusChange of ['publication', 'withdrawal', 'relisting', 'sale'] as const) {
      expect((await changeStatusAs(null, car, statusChange)).status).toBe(401);
      expect((await changeStatusAs(buyer, car, statusChange)).status).toBe(403);
      expect((await changeStatusAs(otherSeller, car, statusChange)).status).toBe(404);
      expect((await changeStatusAs(seller, 'x', statusChange)).status).toBe(404);
      if (statusChange !== 'withdrawal') expect((await changeStatusAs(admin, car, statusChange)).status).toBe(403);
    }
  });

  it('keeps its position in the lists when it is relisted', async () => {
    const postedAt = new Date('2026-01-02T03:04:05.678Z');
    const car = await makeCar(server, seller, { postedAt });
    await changeStatusAs(seller, car, 'withdrawal');
    await changeStatusAs(seller, car, 'relisting');
    const { body } = await call(server, null, 'GET', `/api/productById/${car}`);
    expect(body.postedAt).toBe(postedAt.toISOString());
  });
});

describe('a car that leaves the market', () => {
  it.each([
    ['withdrawal', 'withdrawn', 'The seller has withdrawn the car.'],
    ['sale', 'sold', 'The seller has sold the car elsewhere.'],
  ] as const)('by %s takes its open bookings along', async (statusChange, status, reason) => {
    const car = await makeCar(server, seller);
    const buyers = [await makeUser(server, 'Buyer'), await makeUser(server, 'Buyer')];
    for (const buyer of buyers) await bookListing(server, buyer, car);
    expect((await changeStatusAs(seller, car, statusChange)).status).toBe(200);
    expect(await readState(car)).toEqual({ status, bookings: buyers.map(() => ['cancelled', reason]) });
  });

  it.each(['withdrawal', 'sale'] as const)('cannot do so by %s while a buyer is paying', async (statusChange) => {
    const [car, buyer] = [await makeCar(server, seller), await makeUser(server, 'Buyer')];
    const secret = await startCharge(buyer, await bookListing(server, buyer, car));
    const refusal = await changeStatusAs(seller, car, statusChange);
    expect(refusal).toMatchObject({ status: 409, body: { code: 'CAR_RESERVED' } });
    expect(Number(refusal.headers['retry-after'])).toBeGreaterThan(800);
    const edition = (await call(server, seller, 'GET', `/api/v1/listings/${car}/edition`)).body;
    expect(Date.parse(String(edition.heldUntil))).toBeGreaterThan(Date.now());

    server.setClock(() => new Date(Date.now() + 16 * 60_000));
    try {
      expect((await changeStatusAs(seller, car, statusChange)).status).toBe(200);
    } finally {
      server.setClock(() => new Date());
    }
    // The buyer's hold had expired. The server cancelled the charge at the card provider before it withdrew the listing.
    expect((await confirmCard(server, secret)).body.error).toMatchObject({ code: 'payment_intent_unexpected_state' });
  });

  it('is sold to the buyer instead when their charge had succeeded before the hold ran out', async () => {
    const [car, buyer] = [await makeCar(server, seller), await makeUser(server, 'Buyer')];
    await confirmCard(server, await startCharge(buyer, await bookListing(server, buyer, car)));
    server.setClock(() => new Date(Date.now() + 16 * 60_000));
    try {
      expect(await changeStatusAs(seller, car, 'sale')).toMatchObject({
        status: 409,
        body: { code: 'CAR_ALREADY_SOLD' },
      });
    } finally {
      server.setClock(() => new Date());
    }
    expect(await readState(car)).toMatchObject({ status: 'sold', bookings: [['paid', null]] });
  });
});

describe('at the same moment', () => {
  it('ten withdrawals and ten relistings leave one state, and the audit tells how it came', async () => {
    const car = await makeCar(server, seller);
    const requestedChanges = Array.from(
      { length: 20 },
      (_, index) => (index % 2 === 0 ? 'withdrawal' : 'relisting') as StatusChange,
    );
    const answers = await Promise.all(
      requestedChanges.map((statusChange) => changeStatusAs(seller, car, statusChange)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const statusChanges = await readStatusChanges(car);
    expect(statusChanges).toHaveLength(answers.filter(({ body }) => Number(body.modifiedCount) === 1).length);
    const withdrawalCount = statusChanges.filter((statusChange) => statusChange === 'withdraw').length;
    expect(withdrawalCount).toBe(Math.ceil(statusChanges.length / 2));
    expect((await readState(car)).status).toBe(statusChanges.length % 2 === 0 ? 'available' : 'withdrawn');
  });

  it('a sale and a withdrawal end in a sale', async () => {
    for (let round = 0; round < 6; round += 1) {
      const car = await makeCar(server, seller);
      const [saleAnswer, withdrawalAnswer] = await Promise.all([
        changeStatusAs(seller, car, 'sale'),
        changeStatusAs(seller, car, 'withdrawal'),
      ]);
      expect(saleAnswer.status).toBe(200);
      expect([200, 409]).toContain(withdrawalAnswer.status);
      expect((await readState(car)).status).toBe('sold');
    }
  });

  it('a withdrawal and a hold: one of them wins, and nobody holds a withdrawn car', async () => {
    const buyers = await Promise.all([1, 2, 3].map(() => makeUser(server, 'Buyer')));
    for (let round = 0; round < 6; round += 1) {
      const car = await makeCar(server, seller);
      const bookingIds = await Promise.all(buyers.map((buyer) => bookListing(server, buyer, car)));
      const [withdrawalAnswer, ...holdAnswers] = await Promise.all([
        changeStatusAs(seller, car, 'withdrawal'),
        ...buyers.map((buyer, index) =>
          call(server, buyer, 'POST', '/api/create-payment-intent', { paymentId: bookingIds[index] }),
        ),
      ]);
      const holdCount = holdAnswers.filter(({ status }) => status === 200).length;
      expect([holdCount, withdrawalAnswer?.status]).toEqual(holdCount === 1 ? [1, 409] : [0, 200]);
      const openAttemptsResult = await server.context.pool.query(
        "SELECT 1 FROM payment_attempt WHERE listing_id = $1 AND state = 'open'",
        [car],
      );
      expect(openAttemptsResult.rows).toHaveLength(holdCount);
      expect((await readState(car)).status).toBe(holdCount === 1 ? 'available' : 'withdrawn');
      for (const [index, booking] of bookingIds.entries()) {
        await call(server, buyers[index] ?? null, 'POST', `/api/v1/bookings/${booking}/cancellation`, {});
      }
    }
  });

  it('a sale elsewhere and a settling payment: the car is sold once and no money is lost', async () => {
    for (let round = 0; round < 6; round += 1) {
      const [car, buyer] = [await makeCar(server, seller), await makeUser(server, 'Buyer')];
      const bookingId = await bookListing(server, buyer, car);
      const secret = await startCharge(buyer, bookingId);
      await confirmCard(server, secret);
      const transactionId = secret.split('_secret_')[0];
      server.setClock(() => new Date(Date.now() + 16 * 60_000));
      try {
        const [sale, payment] = await Promise.all([
          changeStatusAs(seller, car, 'sale'),
          call(server, buyer, 'POST', '/api/payment', { paymentId: bookingId, transactionId }),
        ]);
        expect(payment.status).toBe(200);
        expect(sale).toMatchObject({ status: 409, body: { code: 'CAR_ALREADY_SOLD' } });
      } finally {
        server.setClock(() => new Date());
      }
      expect(await readState(car)).toMatchObject({ status: 'sold', bookings: [['paid', null]] });
    }
  });
});
