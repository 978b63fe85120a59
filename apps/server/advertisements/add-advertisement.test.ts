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

const advertiseAs = (caller: TestUser | null, product: object): Promise<Answer> =>
  call(server, caller, 'POST', '/api/advertisement', product);
const readAdvertisements = async (): Promise<unknown[]> =>
  (await call(server, null, 'GET', '/api/advertisement/categories')).body;
const readShownIds = async (): Promise<string[]> =>
  (await readAdvertisements()).map((car) => (car as { _id: string })._id);

describe('advertising a car', () => {
  it('shows it in the strip and the grid, with the fields of the specification and nothing of the seller', async () => {
    const car = await makeCar(server, seller);
    const product = (await call(server, seller, 'GET', `/api/productById/${car}`)).body;
    expect((await advertiseAs(seller, product)).body).toEqual({ acknowledged: true, insertedId: car });
    const shownAdvertisementsAnswer = await call(server, null, 'GET', '/api/advertisement/categories/animation');
    expect(shownAdvertisementsAnswer.body).toEqual(await readAdvertisements());
    expect((await readAdvertisements())[0]).toEqual({
      _id: car,
      image: '',
      title: 'Roma',
      category: 'Ferrari',
      resalePrice: 868_000,
      imageSize: null,
    });
  });

  it('twice is once', async () => {
    const car = await makeCar(server, seller);
    const answers = await Promise.all(Array.from({ length: 20 }, () => advertiseAs(seller, { _id: car })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await readShownIds()).filter((id) => id === car)).toHaveLength(1);
    const { rows } = await server.context.pool.query(
      "SELECT after FROM audit_entry WHERE actor_id = $1 AND noun_id = $2 AND action = 'advertise'",
      [seller.id, car],
    );
    expect(rows).toEqual([{ after: { advertised: true } }]);
  });

  it('ends when the car is sold or its seller suspended', async () => {
    const otherSeller = await makeUser(server, 'Seller');
    const [carIdToSell, carIdToHide] = [await makeCar(server, seller), await makeCar(server, otherSeller)];
    await advertiseAs(seller, { _id: carIdToSell });
    await advertiseAs(otherSeller, { _id: carIdToHide });
    await server.context.pool.query("UPDATE listing SET status = 'sold' WHERE id = $1", [carIdToSell]);
    await server.context.pool.query("UPDATE account SET status = 'suspended' WHERE id = $1", [otherSeller.id]);
    const ids = await readShownIds();
    expect(ids).not.toContain(carIdToSell);
    expect(ids).not.toContain(carIdToHide);
  });

  it("is for the car's own seller, while it can be booked", async () => {
    const car = await makeCar(server, seller);
    expect((await advertiseAs(null, { _id: car })).status).toBe(401);
    expect((await advertiseAs(await makeUser(server, 'Buyer'), { _id: car })).status).toBe(403);
    expect((await advertiseAs(await makeUser(server, 'Seller'), { _id: car })).status).toBe(404);
    expect((await advertiseAs(seller, { _id: 'x' })).status).toBe(404);
    expect((await advertiseAs(seller, {})).status).toBe(422);
    const soldCarId = await makeCar(server, seller, { status: 'sold' });
    expect(await advertiseAs(seller, { _id: soldCarId })).toMatchObject({
      status: 409,
      body: { code: 'CAR_ALREADY_SOLD' },
    });
    const withdrawnListingId = await makeCar(server, seller, { status: 'withdrawn' });
    expect((await advertiseAs(seller, { _id: withdrawnListingId })).status).toBe(409);
  });

  it("is in the seller's own list, with their cars in every status", async () => {
    const carOwner = await makeUser(server, 'Seller');
    const [draftListingId, openCarId] = [
      await makeCar(server, carOwner, { status: 'draft' }),
      await makeCar(server, carOwner),
    ];
    await advertiseAs(carOwner, { _id: openCarId });
    const { body } = await call(server, carOwner, 'GET', `/api/products?email=${carOwner.email}`);
    const ownListings = body as unknown as { _id: string; advertised: boolean; status: string }[];
    expect(new Map(ownListings.map((car) => [car._id, [car.status, car.advertised]]))).toEqual(
      new Map([
        [openCarId, ['available', true]],
        [draftListingId, ['draft', false]],
      ]),
    );
    expect((await call(server, carOwner, 'GET', `/api/products?email=${seller.email}`)).status).toBe(404);
    expect((await call(server, null, 'GET', '/api/products')).status).toBe(401);
    expect((await call(server, await makeUser(server, 'Buyer'), 'GET', '/api/products')).status).toBe(403);
  });
});

describe('what visitors see of advertisements', () => {
  it('is two cars of each seller first, then the others of verified sellers, and no car without a picture of other sellers', async () => {
    const [verifiedSeller, unverifiedSeller] = [
      await makeUser(server, 'Seller', { verified: true }),
      await makeUser(server, 'Seller'),
    ];
    const cars: string[] = [];
    const otherShop = await makeUser(server, 'Seller', { verified: true });
    const earlierCarId = await makeCar(server, otherShop);
    await advertiseAs(otherShop, { _id: earlierCarId });
    for (let createdCount = 0; createdCount < 4; createdCount += 1) {
      const car = await makeCar(server, verifiedSeller, { dollars: 1_000 + createdCount });
      await advertiseAs(verifiedSeller, { _id: car });
      cars.push(car);
    }
    const carWithoutImageId = await makeCar(server, unverifiedSeller);
    await advertiseAs(unverifiedSeller, { _id: carWithoutImageId });
    const ids = await readShownIds();
    const idsAfterThirdCar = ids.slice(ids.indexOf(cars[2] ?? '') + 1);
    expect(ids.filter((id) => cars.includes(id))).toEqual([cars[3], cars[2], cars[1], cars[0]]);
    // The first two cars of another seller, who advertised them before, come before the third car of the verified
    // seller.
    expect(idsAfterThirdCar.indexOf(earlierCarId)).toBeLessThan(idsAfterThirdCar.indexOf(cars[1] ?? ''));
    expect(idsAfterThirdCar).toContain(earlierCarId);
    expect(ids).not.toContain(carWithoutImageId);
    await server.context.pool.query('INSERT INTO image VALUES ($1, 960, 640)', ['e'.repeat(40)]);
    await server.context.pool.query('INSERT INTO listing_image VALUES ($1, 0, $2)', [
      carWithoutImageId,
      'e'.repeat(40),
    ]);
    expect(await readShownIds()).toContain(carWithoutImageId);
    // A seller who is not verified may advertise two cars at most.
    await server.context.pool.query('UPDATE account SET verified_at = NULL WHERE id = $1', [verifiedSeller.id]);
    for (const car of cars) {
      await server.context.pool.query('DELETE FROM listing_image WHERE listing_id = $1', [car]);
      await server.context.pool.query('INSERT INTO listing_image VALUES ($1, 0, $2)', [car, 'e'.repeat(40)]);
    }
    expect((await readShownIds()).filter((id) => cars.includes(id))).toEqual([cars[3], cars[2]]);
  });
});
