import { publicName } from '@carhouse/domain/account/public-name';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, call, makeCar, makeUser, type TestUser } from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let seller: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  seller = await makeUser(server, 'Seller', { verified: true });
});
afterAll(() => server.close());

const addWishAs = (caller: TestUser | null, payload: object): Promise<Answer> =>
  call(server, caller, 'POST', '/api/wishLists', payload);
const readWishList = (caller: TestUser, query = ''): Promise<Answer> =>
  call(server, caller, 'GET', `/api/mywish${query}`);

describe('the wish list', () => {
  it('holds a car in the words of the specification, filled by the server', async () => {
    const buyer = await makeUser(server, 'Buyer');
    const car = await makeCar(server, seller);
    const forgedFields = {
      resalePrice: 1,
      author: 'Nobody',
      email: 'other@people.example',
      wisher: 'admin',
      wishTime: 'x',
    };
    const wishAnswer = await addWishAs(buyer, { productId: car, ...forgedFields });
    expect(wishAnswer).toMatchObject({ status: 200, body: { acknowledged: true } });
    const { body } = await readWishList(buyer, `?email=${buyer.email}`);
    expect(body).toHaveLength(1);
    expect(body[0]).toMatchObject({
      _id: wishAnswer.body.insertedId,
      productId: car,
      productTitle: 'Roma',
      category: 'Ferrari',
      author: seller.name,
      authorEmail: publicName(seller.id),
      resalePrice: 868_000,
      email: buyer.email,
      wisher: 'Buyer',
      available: true,
      status: 'available',
      priceNow: 868_000,
      verification: 'Verified',
    });
    expect((body[0] as { wishTime: string }).wishTime).toMatch(/^\d\d \d{4} \d\d:\d\d$/);
  });

  it('finds the car by its seller, model and picture when no product is named', async () => {
    const buyer = await makeUser(server, 'Buyer');
    const car = await makeCar(server, seller, { title: 'The only one' });
    const payload = { authorEmail: publicName(seller.id), productTitle: 'The only one', productImage: '' };
    expect((await addWishAs(buyer, payload)).status).toBe(200);
    expect((await readWishList(buyer)).body[0]).toMatchObject({ productId: car });
    await makeCar(server, seller, { title: 'The only one' });
    expect(await addWishAs(buyer, payload)).toMatchObject({ status: 422, body: { code: 'LISTING_NOT_RESOLVED' } });
  });

  it('takes one car once, however often and fast it is wished for', async () => {
    const buyer = await makeUser(server, 'Buyer');
    const car = await makeCar(server, seller);
    const answers = await Promise.all(Array.from({ length: 50 }, () => addWishAs(buyer, { productId: car })));
    const ids = new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body.insertedId));
    expect(ids.size).toBe(1);
    expect(answers.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
    expect((await readWishList(buyer)).body).toHaveLength(1);
  });

  it('says whether the car can still be booked, and leaves out cars of suspended sellers', async () => {
    const otherSeller = await makeUser(server, 'Seller');
    const buyer = await makeUser(server, 'Buyer');
    const soldCarId = await makeCar(server, otherSeller);
    await addWishAs(buyer, { productId: soldCarId });
    await server.context.pool.query("UPDATE listing SET status = 'sold' WHERE id = $1", [soldCarId]);
    expect((await readWishList(buyer)).body[0]).toMatchObject({ available: false, status: 'sold' });
    await server.context.pool.query("UPDATE account SET status = 'suspended' WHERE id = $1", [otherSeller.id]);
    expect((await readWishList(buyer)).body).toEqual([]);
  });

  it('keeps the price at which it was wished for beside the price of today', async () => {
    const buyer = await makeUser(server, 'Buyer');
    const car = await makeCar(server, seller);
    await addWishAs(buyer, { productId: car });
    await server.context.pool.query('UPDATE listing SET resale_price_cents = 80000000 WHERE id = $1', [car]);
    expect((await readWishList(buyer)).body[0]).toMatchObject({ resalePrice: 868_000, priceNow: 800_000 });
  });

  it('has the facts of the car, and its yearly cost at the price of today', async () => {
    const buyer = await makeUser(server, 'Buyer');
    const knownFacts = { mileageKm: 61_400, owners: 2, registeredOn: '2021-02-03' };
    const facts = { ...knownFacts, coeObtainedOn: '2021-02-03', coeExpiresOn: '2031-02-03', coeRenewed: true };
    const car = await makeCar(server, seller, { facts });
    await addWishAs(buyer, { productId: car });
    const readCostPerYear = async (): Promise<number> =>
      ((await readWishList(buyer)).body[0] as { depreciationPerYear: number }).depreciationPerYear;
    expect((await readWishList(buyer)).body[0]).toMatchObject({ ...knownFacts, coeYearsLeft: expect.any(Number) });
    const costWhenWished = await readCostPerYear();
    expect(costWhenWished).toBeGreaterThan(0);
    await server.context.pool.query('UPDATE listing SET resale_price_cents = 43400000 WHERE id = $1', [car]);
    expect(await readCostPerYear()).toBeLessThan(costWhenWished);
    const carWithoutFactsId = await makeCar(server, seller);
    await addWishAs(buyer, { productId: carWithoutFactsId });
    const noFacts = {
      mileageKm: null,
      owners: null,
      registeredOn: null,
      coeYearsLeft: null,
      depreciationPerYear: null,
    };
    expect((await readWishList(buyer)).body[0]).toMatchObject({ productId: carWithoutFactsId, ...noFacts });
  });

  it('cannot be read or changed by another user', async () => {
    const [wishOwner, stranger] = [await makeUser(server, 'Buyer'), await makeUser(server, 'Buyer')];
    const wishAnswer = await addWishAs(wishOwner, { productId: await makeCar(server, seller) });
    expect((await readWishList(stranger, `?email=${wishOwner.email}`)).status).toBe(404);
    expect(
      (await call(server, stranger, 'DELETE', `/api/v1/wishes/${String(wishAnswer.body.insertedId)}`)).status,
    ).toBe(404);
    expect(
      (await call(server, wishOwner, 'DELETE', `/api/v1/wishes/${String(wishAnswer.body.insertedId)}`)).body,
    ).toMatchObject({
      deletedCount: 1,
    });
    expect((await readWishList(wishOwner)).body).toEqual([]);
  });

  it('refuses visitors, unknown and hidden cars, and the own car', async () => {
    const buyer = await makeUser(server, 'Buyer');
    const draftListingId = await makeCar(server, seller, { status: 'draft' });
    expect((await addWishAs(null, { productId: draftListingId })).status).toBe(401);
    expect((await addWishAs(buyer, { productId: draftListingId })).status).toBe(404);
    expect((await addWishAs(buyer, { productId: 'x' })).status).toBe(404);
    expect((await addWishAs(buyer, {})).status).toBe(422);
    const ownListingId = await makeCar(server, seller);
    expect(await addWishAs(seller, { productId: ownListingId })).toMatchObject({
      status: 409,
      body: { code: 'OWN_LISTING' },
    });
  });

  it('takes the wishes of sellers for each other at the same moment', async () => {
    const sellers = await Promise.all(Array.from({ length: 4 }, () => makeUser(server, 'Seller')));
    for (let round = 0; round < 3; round += 1) {
      const cars = await Promise.all(sellers.map((each) => makeCar(server, each)));
      const answers = await Promise.all(
        sellers.flatMap((each, sellerIndex) =>
          cars.filter((_, index) => index !== sellerIndex).map((productId) => addWishAs(each, { productId })),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    }
  });

  it('holds 200 cars at most', async () => {
    const buyer = await makeUser(server, 'Buyer');
    await server.context.pool.query(
      `WITH cars AS (
         INSERT INTO listing (id, seller_id, brand, title, location, resale_price_cents, years_of_use, year_of_purchase, description, status, posted_at, updated_at)
         SELECT gen_random_uuid(), $2, 'Audi', 'A6', 'Bedok', 100, 1, 2025, '', 'available', now(), now() FROM generate_series(1, 200)
         RETURNING id)
       INSERT INTO wish (id, wisher_id, listing_id, wisher_role, brand, title, author, author_email, location, resale_price_cents, years_of_use, year_of_purchase, description, posted_at, wished_at)
       SELECT gen_random_uuid(), $1, id, 'Buyer', 'Audi', 'A6', 'x', 'x', 'Bedok', 100, 1, 2025, '', now(), now() FROM cars`,
      [buyer.id, seller.id],
    );
    const answer = await addWishAs(buyer, { productId: await makeCar(server, seller) });
    expect(answer).toMatchObject({ status: 409, body: { code: 'WISH_LIMIT' } });
  });
});
