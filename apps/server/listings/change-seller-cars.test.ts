import { randomUUID } from 'node:crypto';
import { carsPerChange, withdrawCars } from '@carhouse/contract/seller-cars';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keptAnswerMaximumBytes } from '../http/routing/idempotency.ts';
import { encryptText } from '../http/routing/idempotency-key.ts';
import { bookListing, call, findActor, makeCar, makeUser, type TestUser } from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { carErrorCodes, changePrices } from './change-seller-cars.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

type CarRow = { _id: string; title: string; wishes: number; mileageKm: number | null; email: string };
type CarListBody = {
  cars: CarRow[];
  total: number;
  counts: Record<string, number>;
  asked: number;
  categories: unknown[];
};

async function readCarList(seller: TestUser, query = ''): Promise<CarListBody> {
  const answer = await call(server, seller, 'GET', `/api/v1/me/cars${query}`);
  expect(answer.status).toBe(200);
  return answer.body as unknown as CarListBody;
}
const readTitles = async (seller: TestUser, query: string): Promise<string[]> =>
  (await readCarList(seller, query)).cars.map(({ title }) => title);
const readPrice = async (id: string): Promise<number> =>
  Number(
    (await server.context.pool.query('SELECT resale_price_cents AS cents FROM listing WHERE id = $1', [id])).rows[0]
      ?.cents,
  ) / 100;

describe('a long list of own cars', () => {
  let seller: TestUser;
  beforeAll(async () => {
    const [carOwner, otherSeller, buyer] = [
      await makeUser(server, 'Seller'),
      await makeUser(server, 'Seller'),
      await makeUser(server, 'Buyer'),
    ];
    seller = carOwner;
    const makeDayOfJanuary = (dayOfMonth: number): Date => new Date(Date.UTC(2026, 0, dayOfMonth));
    await makeCar(server, carOwner, {
      title: 'A4 100% own',
      brand: 'Audi',
      dollars: 80_000,
      postedAt: makeDayOfJanuary(1),
    });
    const q5 = await makeCar(server, carOwner, {
      title: 'Q5',
      brand: 'Audi',
      dollars: 120_000,
      postedAt: makeDayOfJanuary(2),
    });
    await makeCar(server, carOwner, {
      title: 'Roma',
      status: 'draft',
      postedAt: makeDayOfJanuary(3),
      facts: { mileageKm: 18_400 },
    });
    await makeCar(server, carOwner, {
      title: 'F8',
      status: 'withdrawn',
      dollars: 900_000,
      postedAt: makeDayOfJanuary(4),
    });
    await makeCar(server, carOwner, {
      title: 'GLE',
      brand: 'Mercedes_Benz',
      status: 'sold',
      postedAt: makeDayOfJanuary(5),
    });
    const hiddenCarId = await makeCar(server, carOwner, { title: 'X5', brand: 'BMW', postedAt: makeDayOfJanuary(6) });
    await server.context.pool.query(
      "UPDATE listing SET status = 'hidden', hidden_from = 'available', hidden_reason = 'A fake.' WHERE id = $1",
      [hiddenCarId],
    );
    await makeCar(server, otherSeller, { title: 'Q5', brand: 'Audi' });
    await bookListing(server, buyer, q5);
    await call(server, buyer, 'POST', '/api/wishLists', { productId: q5 });
  });

  it('counts each car in one state, and only the cars of the caller', async () => {
    const fullCarList = await readCarList(seller);
    expect(fullCarList.counts).toEqual({
      all: 6,
      available: 0,
      booked: 1,
      photosMissing: 1,
      draft: 1,
      withdrawn: 1,
      hidden: 1,
      sold: 1,
    });
    expect([fullCarList.total, fullCarList.asked]).toEqual([6, 200_000]);
    expect(await readTitles(seller, '?state=withdrawn')).toEqual(['F8']);
    expect(await readTitles(seller, '?state=hidden')).toEqual(['X5']);
    expect(new Set(fullCarList.cars.map(({ email }) => email))).toEqual(new Set([seller.email]));
    expect(fullCarList.categories).toEqual([
      { category: 'Audi', cars: 2 },
      { category: 'BMW', cars: 1 },
      { category: 'Ferrari', cars: 2 },
      { category: 'Mercedes_Benz', cars: 1 },
    ]);
    expect(await readTitles(seller, '?state=booked')).toEqual(['Q5']);
    expect(await readTitles(seller, '?state=photosMissing')).toEqual(['A4 100% own']);
  });

  it('is searched by every word, literally, and by category', async () => {
    expect(await readTitles(seller, '?search=audi%202021')).toEqual(['Q5', 'A4 100% own']);
    expect(await readTitles(seller, '?search=mercedes%20benz%20gle')).toEqual(['GLE']);
    expect(await readTitles(seller, '?search=100%25')).toEqual(['A4 100% own']);
    expect(await readTitles(seller, '?search=%25')).toEqual(['A4 100% own']);
    expect(await readTitles(seller, '?category=Ferrari')).toEqual(['F8', 'Roma']);
  });

  it('is sorted and comes page by page, each car once', async () => {
    expect(await readTitles(seller, '?category=Audi&sort=price-high')).toEqual(['Q5', 'A4 100% own']);
    expect(await readTitles(seller, '?sort=oldest&size=2')).toEqual(['A4 100% own', 'Q5']);
    expect(await readTitles(seller, '?sort=oldest&size=2&page=2')).toEqual(['Roma', 'F8']);
    expect(await readTitles(seller, '?sort=oldest&size=2&page=4')).toEqual([]);
    const [firstCar] = (await readCarList(seller, '?sort=wishes&size=1')).cars;
    expect([firstCar?.title, firstCar?.wishes]).toEqual(['Q5', 1]);
    expect((await readCarList(seller, '?state=draft')).cars[0]?.mileageKm).toBe(18_400);
    expect((await call(server, seller, 'GET', '/api/v1/me/cars?size=101')).status).toBe(400);
    expect((await call(server, seller, 'GET', '/api/v1/me/cars?sort=random')).status).toBe(400);
  });
});

describe('prices of several own cars', () => {
  const changePricesAs = (
    caller: TestUser,
    ...cars: readonly [id: string, expectedPrice: number, resalePrice: number][]
  ) =>
    call(server, caller, 'POST', '/api/v1/me/cars/prices', {
      cars: cars.map(([_id, expectedPrice, resalePrice]) => ({ _id, expectedPrice, resalePrice })),
    });

  it('change one by one: a sold car and one whose price changed meanwhile stay, with the reason', async () => {
    const seller = await makeUser(server, 'Seller');
    const [freeCarId, soldCarId, otherCarId] = [
      await makeCar(server, seller, { title: 'Free', dollars: 100_000 }),
      await makeCar(server, seller, { title: 'Sold', dollars: 100_000, status: 'sold' }),
      await makeCar(server, seller, { title: 'Other', dollars: 90_000 }),
    ];
    const { status, body } = await changePricesAs(
      seller,
      [freeCarId, 100_000, 95_000],
      [soldCarId, 100_000, 95_000],
      [otherCarId, 100_000, 95_000],
    );
    expect(status).toBe(200);
    const outcomes = (body as unknown as { outcomes: { _id: string; code: string | null }[] }).outcomes;
    expect(outcomes.map(({ _id, code }) => [_id, code])).toEqual([
      [freeCarId, null],
      [soldCarId, 'CAR_ALREADY_SOLD'],
      [otherCarId, 'PRICE_CHANGED'],
    ]);
    expect([await readPrice(freeCarId), await readPrice(soldCarId), await readPrice(otherCarId)]).toEqual([
      95_000, 100_000, 90_000,
    ]);
    const { rows: auditRows } = await server.context.pool.query(
      "SELECT count(*)::int AS entries FROM audit_entry WHERE noun = 'listing' AND noun_id = $1 AND action = 'change'",
      [freeCarId],
    );
    expect(auditRows[0]?.entries).toBe(1);
  });

  it("do not change at all when one of the cars is another seller's", async () => {
    const [seller, otherSeller] = [await makeUser(server, 'Seller'), await makeUser(server, 'Seller')];
    const ownListingId = await makeCar(server, seller, { title: 'Own', dollars: 100_000 });
    const otherSellersCarId = await makeCar(server, otherSeller, { title: 'Foreign', dollars: 100_000 });
    expect((await changePricesAs(seller, [ownListingId, 100_000, 1], [otherSellersCarId, 100_000, 1])).status).toBe(
      404,
    );
    expect(
      (await call(server, seller, 'POST', '/api/v1/me/cars/withdrawals', { ids: [ownListingId, otherSellersCarId] }))
        .status,
    ).toBe(404);
    expect([await readPrice(ownListingId), await readPrice(otherSellersCarId)]).toEqual([100_000, 100_000]);
    expect((await readCarList(seller)).counts.withdrawn).toBe(0);
  });

  it('change at most once in a call: a car that is named twice, in any letter case, is 422 and nothing changes', async () => {
    const seller = await makeUser(server, 'Seller');
    const id = await makeCar(server, seller, { title: 'Twice', dollars: 100_000 });
    const repeatedCarAnswer = await changePricesAs(seller, [id, 100_000, 95_000], [id.toUpperCase(), 95_000, 100_000]);
    const withdrawalAnswer = await call(server, seller, 'POST', '/api/v1/me/cars/withdrawals', { ids: [id, id] });
    for (const { status, body } of [repeatedCarAnswer, withdrawalAnswer])
      expect([status, body.code]).toEqual([422, 'INVALID']);
    expect(await readPrice(id)).toBe(100_000);
    expect((await readCarList(seller)).counts.withdrawn).toBe(0);
  });

  it('stay while a buyer is paying', async () => {
    const [seller, buyer] = [await makeUser(server, 'Seller'), await makeUser(server, 'Buyer')];
    const heldListingId = await makeCar(server, seller, { title: 'Held', dollars: 100_000 });
    const paymentId = await bookListing(server, buyer, heldListingId);
    expect((await call(server, buyer, 'POST', '/api/create-payment-intent', { paymentId })).status).toBe(200);
    const { body } = await changePricesAs(seller, [heldListingId, 100_000, 95_000]);
    expect(body).toMatchObject({ outcomes: [{ code: 'CAR_RESERVED' }] });
    expect(await readPrice(heldListingId)).toBe(100_000);
  });

  it('change once when two windows change the same price at the same time', async () => {
    const seller = await makeUser(server, 'Seller');
    for (const round of [1, 2, 3]) {
      const id = await makeCar(server, seller, { title: `Raced ${round}`, dollars: 100_000 });
      const answers = await Promise.all([
        changePricesAs(seller, [id, 100_000, 90_000]),
        changePricesAs(seller, [id, 100_000, 80_000]),
      ]);
      const errorCodes = answers.map(
        ({ body }) => (body as unknown as { outcomes: { code: string }[] }).outcomes[0]?.code,
      );
      expect(new Set(errorCodes)).toEqual(new Set(['PRICE_CHANGED', null]));
      expect(await readPrice(id)).toBe(errorCodes[0] === null ? 90_000 : 80_000);
    }
  });

  it('stay for a seller who was suspended after the request had passed its first check', async () => {
    const seller = await makeUser(server, 'Seller');
    const id = await makeCar(server, seller, { dollars: 100_000 });
    const actor = await findActor(server, seller);
    await server.context.pool.query("UPDATE account SET status = 'suspended' WHERE id = $1", [seller.id]);
    const { resalePrice } = await server.context.database
      .selectFrom('listing')
      .select('resale_price_cents as resalePrice')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await expect(
      changePrices(server.context, actor, [{ id, seenPrice: resalePrice, price: resalePrice }]),
    ).rejects.toThrow();
    expect(await readPrice(id)).toBe(100_000);
  });
});

describe('a withdrawal of several own cars', () => {
  it('takes each off the market, cancels its bookings, and says which car stays', async () => {
    const [seller, buyer] = [await makeUser(server, 'Seller'), await makeUser(server, 'Buyer')];
    const [freeCarId, bookedListingId, draftListingId] = [
      await makeCar(server, seller, { title: 'Free' }),
      await makeCar(server, seller, { title: 'Booked' }),
      await makeCar(server, seller, { title: 'Draft', status: 'draft' }),
    ];
    await bookListing(server, buyer, bookedListingId);
    const { status, body } = await call(server, seller, 'POST', '/api/v1/me/cars/withdrawals', {
      ids: [freeCarId, bookedListingId, draftListingId],
    });
    expect([status, body]).toMatchObject([
      200,
      { outcomes: [{ code: null }, { code: null }, { code: 'ILLEGAL_TRANSITION' }] },
    ]);
    expect((await readCarList(seller)).counts).toMatchObject({ withdrawn: 2, draft: 1, booked: 0 });
    const tooManyIds = Array.from({ length: carsPerChange + 1 }, () => freeCarId);
    expect((await call(server, seller, 'POST', '/api/v1/me/cars/withdrawals', { ids: tooManyIds })).status).toBe(422);
  });

  it('is answered under its key as the first time, with the most cars of a call', async () => {
    const seller = await makeUser(server, 'Seller');
    const draftListingIds: string[] = [];
    while (draftListingIds.length < carsPerChange)
      draftListingIds.push(await makeCar(server, seller, { status: 'draft' }));
    const headers = { authorization: seller.token, 'idempotency-key': randomUUID() };
    const payload = { ids: draftListingIds };
    const sendWithdrawals = () => server.app.inject({ method: 'POST', url: withdrawCars.path, headers, payload });
    const firstAnswer = await sendWithdrawals();
    expect([firstAnswer.statusCode, firstAnswer.json().outcomes.length]).toEqual([200, carsPerChange]);
    const secondAnswer = await sendWithdrawals();
    expect([secondAnswer.json(), secondAnswer.headers['idempotent-replayed']]).toEqual([firstAnswer.json(), 'true']);
  });

  it('has an answer that is stored, whatever becomes of each car', () => {
    for (const code of carErrorCodes) {
      const carOutcome = { _id: randomUUID(), code, detail: new DomainError(code).message };
      const answerText = JSON.stringify({ outcomes: Array.from({ length: carsPerChange }, () => carOutcome) });
      expect(encryptText(answerText, Buffer.alloc(32)).length, code).toBeLessThanOrEqual(keptAnswerMaximumBytes);
    }
  });

  it('is refused under overload like other calls of sellers', () => {
    // A call that changes many cars must not use the connections that are reserved for admins.
    expect('lane' in withdrawCars).toBe(false);
  });
});
