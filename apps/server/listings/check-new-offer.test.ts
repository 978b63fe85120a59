import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, call, makeCar, makeUser, type TestUser } from '../testing/builders.ts';
import { callWhileLocked } from '../testing/call-while-locked.ts';
import { makeImage, makeListingForm } from '../testing/images.ts';
import { unlimitedProtection } from '../testing/test-node.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const offerLimits = {
  NEW_SELLER_CARS: '3',
  NEW_SELLER_ADVERTISEMENTS: '1',
  KNOWN_SELLER_CARS: '5',
  KNOWN_SELLER_ADVERTISEMENTS: '2',
  VERIFIED_SELLER_CARS: '7',
  VERIFIED_SELLER_ADVERTISEMENTS: '4',
  SELLER_GROWS_AFTER_DAYS: '30',
};

let server: TestServer;
let dollars = 100_000;

beforeAll(async () => {
  server = await startTestServer(unlimitedProtection, undefined, offerLimits);
});
afterAll(() => server.close());

/** A form of a car that is not similar to any other. */
async function makeForm(seller: TestUser, changedFields: object = {}) {
  dollars += 1;
  const resalePrice = dollars;
  return makeListingForm([await makeImage(server, seller)], { resalePrice, ...changedFields });
}

/** Puts a car on sale that is not similar to any other. */
async function postCar(seller: TestUser, changedFields: object = {}): Promise<Answer> {
  return call(server, seller, 'POST', '/api/v1/listings', await makeForm(seller, changedFields));
}

const makeCars = async (
  seller: TestUser,
  carCount: number,
  status: 'available' | 'withdrawn' | 'draft' = 'available',
) => {
  const ids = [];
  for (let createdCount = 0; createdCount < carCount; createdCount += 1) {
    dollars += 1;
    ids.push(await makeCar(server, seller, { status, dollars }));
  }
  return ids;
};

const countCarsOnSale = async (seller: TestUser): Promise<number> =>
  (
    await server.context.pool.query(
      "SELECT count(*)::int AS n FROM listing WHERE seller_id = $1 AND status = 'available'",
      [seller.id],
    )
  ).rows[0].n;

describe('a new seller', () => {
  it('has a limited number of cars on sale, and the refusal says how the limit grows', async () => {
    const seller = await makeUser(server, 'Seller');
    for (let postIndex = 0; postIndex < 3; postIndex += 1) expect((await postCar(seller)).status).toBe(201);
    const refusal = await postCar(seller);
    expect([refusal.status, refusal.body.code]).toEqual([409, 'CARS_LIMIT']);
    expect(refusal.body.detail).toBe(
      'You may have 3 cars on sale at a time. Cars that you marked as sold count too. This grows to 5 after 30 days, and to 7 when an admin verifies you.',
    );
    expect((await postCar(seller, { status: 'draft' })).status).toBe(201);
    expect(await countCarsOnSale(seller)).toBe(3);
  });

  it('cannot pass the limit by posts that arrive together', async () => {
    const seller = await makeUser(server, 'Seller');
    await makeCars(seller, 2);
    const forms = await Promise.all(Array.from({ length: 6 }, () => makeForm(seller)));
    const postCalls = forms.map((form) => () => call(server, seller, 'POST', '/api/v1/listings', form));
    const answers = await callWhileLocked(server.context.pool, 'listing', postCalls);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409, 409]);
    expect(await countCarsOnSale(seller)).toBe(3);
  });

  it('cannot pass it by drafts and withdrawn cars', async () => {
    const seller = await makeUser(server, 'Seller');
    const [withdrawnCarId] = await makeCars(seller, 1, 'withdrawn');
    const { insertedId } = (await postCar(seller, { status: 'draft' })).body;
    await makeCars(seller, 2);
    const parallelAnswers = await Promise.all([
      call(server, seller, 'POST', `/api/v1/listings/${String(insertedId)}/publication`, {}),
      call(server, seller, 'POST', `/api/v1/listings/${String(withdrawnCarId)}/relisting`, {}),
    ]);
    expect(parallelAnswers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(parallelAnswers.find(({ status }) => status === 409)?.body.code).toBe('CARS_LIMIT');
    expect(await countCarsOnSale(seller)).toBe(3);
  });

  it('cannot pass it by one draft, or by one withdrawn car', async () => {
    const seller = await makeUser(server, 'Seller');
    const [withdrawnCarId] = await makeCars(seller, 1, 'withdrawn');
    const { insertedId } = (await postCar(seller, { status: 'draft' })).body;
    await makeCars(seller, 3);
    for (const path of [`${String(insertedId)}/publication`, `${String(withdrawnCarId)}/relisting`]) {
      const refusal = await call(server, seller, 'POST', `/api/v1/listings/${path}`, {});
      expect(refusal).toMatchObject({ status: 409, body: { code: 'CARS_LIMIT' } });
    }
    expect(await countCarsOnSale(seller)).toBe(3);
  });

  it('advertises one car, also when two are asked for together', async () => {
    const seller = await makeUser(server, 'Seller');
    const cars = await makeCars(seller, 3);
    const advertiseCar = (id: string | undefined) => call(server, seller, 'POST', '/api/advertisement', { _id: id });
    const answers = await Promise.all(cars.map(advertiseCar));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    const refusal = answers.find(({ status }) => status === 409);
    expect(refusal?.body).toMatchObject({
      code: 'ADVERTISEMENT_LIMIT',
      detail:
        'You may have 1 advertisement at a time. This grows to 2 after 30 days, and to 4 when an admin verifies you.',
    });
    const advertisedCarId = cars[answers.findIndex(({ status }) => status === 200)];
    expect((await advertiseCar(advertisedCarId)).status).toBe(200);
  });

  it('advertises one car, also by withdrawing it, advertising another and relisting it', async () => {
    const seller = await makeUser(server, 'Seller');
    const cars = await makeCars(seller, 2);
    const changeStatus = (id: string | undefined, actionName: string) =>
      call(server, seller, 'POST', `/api/v1/listings/${String(id)}/${actionName}`, {});
    const advertiseCar = (id: string | undefined) => call(server, seller, 'POST', '/api/advertisement', { _id: id });
    const readAdvertisedIds = async () => {
      const { body } = await call(server, seller, 'GET', `/api/products?email=${seller.email}`);
      const ownListings = body as unknown as { _id: string; advertised: boolean }[];
      return ownListings.filter((car) => car.advertised).map((car) => car._id);
    };
    expect((await advertiseCar(cars[0])).status).toBe(200);
    await changeStatus(cars[0], 'withdrawal');
    expect((await changeStatus(cars[0], 'relisting')).status).toBe(200);
    expect(await readAdvertisedIds()).toEqual([cars[0]]);
    await changeStatus(cars[0], 'withdrawal');
    expect((await advertiseCar(cars[1])).status).toBe(200);
    expect((await changeStatus(cars[0], 'relisting')).status).toBe(200);
    expect(await readAdvertisedIds()).toEqual([cars[1]]);
  });
});

describe('the limit grows', () => {
  it('after thirty days, counted again from an admin’s refusal', async () => {
    const seller = await makeUser(server, 'Seller');
    await makeCars(seller, 3);
    expect((await postCar(seller)).status).toBe(409);
    const setSignUpAge = (dayCount: number) =>
      server.context.pool.query("UPDATE account SET created_at = now() - $2 * interval '1 day' WHERE id = $1", [
        seller.id,
        dayCount,
      ]);
    await setSignUpAge(29);
    expect((await postCar(seller)).status).toBe(409);
    await setSignUpAge(30);
    expect((await postCar(seller)).status).toBe(201);
    await server.context.pool.query("UPDATE account SET refused_at = now() - interval '29 days' WHERE id = $1", [
      seller.id,
    ]);
    expect((await postCar(seller)).body.code).toBe('CARS_LIMIT');
  });

  it('when an admin verifies the seller, and shrinks when they take it back', async () => {
    const [seller, admin] = [await makeUser(server, 'Seller'), await makeUser(server, 'admin')];
    await makeCars(seller, 3);
    expect((await postCar(seller)).status).toBe(409);
    expect((await call(server, admin, 'PUT', `/api/users/verify/${seller.id}`)).status).toBe(200);
    expect((await postCar(seller)).status).toBe(201);
    await call(server, admin, 'POST', `/api/v1/accounts/${seller.id}/unverification`, {
      reason: 'The papers were not theirs.',
    });
    expect((await postCar(seller)).body.code).toBe('CARS_LIMIT');
  });

  it('demo accounts do not have the small limit of new sellers', async () => {
    const seller = await makeUser(server, 'Seller');
    await server.context.pool.query('UPDATE account SET is_demo = true WHERE id = $1', [seller.id]);
    await makeCars(seller, 8);
    expect((await postCar(seller)).status).toBe(201);
  });
});
