import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, call, makeCar, makePerson, type Person } from '../testing/builders.ts';
import { openTestHouse, type TestHouse } from '../testing/test-house.ts';

let house: TestHouse;
let seller: Person;

beforeAll(async () => {
  house = await openTestHouse();
  seller = await makePerson(house, 'Seller', { verified: true });
});
afterAll(() => house.close());

const advertise = (who: Person | null, product: object): Promise<Answer> =>
  call(house, who, 'POST', '/api/advertisement', product);
const grid = async (): Promise<unknown[]> => (await call(house, null, 'GET', '/api/advertisement/categories')).body;
const shownIds = async (): Promise<string[]> => (await grid()).map((car) => (car as { _id: string })._id);

describe('advertising a car', () => {
  it('shows it in the strip and the grid, with the fields of the specification and nothing of the seller', async () => {
    const car = await makeCar(house, seller);
    const product = (await call(house, seller, 'GET', `/api/productById/${car}`)).body;
    expect((await advertise(seller, product)).body).toEqual({ acknowledged: true, insertedId: car });
    const strip = await call(house, null, 'GET', '/api/advertisement/categories/animation');
    expect(strip.body).toEqual(await grid());
    expect((await grid())[0]).toEqual({
      _id: car,
      image: '',
      title: 'Roma',
      category: 'Ferrari',
      resalePrice: 868_000,
      imageSize: null,
    });
  });

  it('twice is once', async () => {
    const car = await makeCar(house, seller);
    const answers = await Promise.all(Array.from({ length: 20 }, () => advertise(seller, { _id: car })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await shownIds()).filter((id) => id === car)).toHaveLength(1);
  });

  it('ends when the car is sold or its seller suspended', async () => {
    const other = await makePerson(house, 'Seller');
    const [sold, hidden] = [await makeCar(house, seller), await makeCar(house, other)];
    await advertise(seller, { _id: sold });
    await advertise(other, { _id: hidden });
    await house.context.pool.query("UPDATE listing SET status = 'sold' WHERE id = $1", [sold]);
    await house.context.pool.query("UPDATE account SET status = 'suspended' WHERE id = $1", [other.id]);
    const ids = await shownIds();
    expect(ids).not.toContain(sold);
    expect(ids).not.toContain(hidden);
  });

  it("is for the car's own seller, while it can be booked", async () => {
    const car = await makeCar(house, seller);
    expect((await advertise(null, { _id: car })).status).toBe(401);
    expect((await advertise(await makePerson(house, 'Buyer'), { _id: car })).status).toBe(403);
    expect((await advertise(await makePerson(house, 'Seller'), { _id: car })).status).toBe(404);
    expect((await advertise(seller, { _id: 'x' })).status).toBe(404);
    expect((await advertise(seller, {})).status).toBe(422);
    const sold = await makeCar(house, seller, { status: 'sold' });
    expect(await advertise(seller, { _id: sold })).toMatchObject({ status: 409, body: { code: 'CAR_ALREADY_SOLD' } });
    const withdrawn = await makeCar(house, seller, { status: 'withdrawn' });
    expect((await advertise(seller, { _id: withdrawn })).status).toBe(409);
  });

  it("stands in the seller's own list, with his cars in every status", async () => {
    const owner = await makePerson(house, 'Seller');
    const [draft, open] = [await makeCar(house, owner, { status: 'draft' }), await makeCar(house, owner)];
    await advertise(owner, { _id: open });
    const { body } = await call(house, owner, 'GET', `/api/products?email=${owner.email}`);
    const own = body as unknown as { _id: string; advertised: boolean; status: string }[];
    expect(new Map(own.map((car) => [car._id, [car.status, car.advertised]]))).toEqual(
      new Map([
        [open, ['available', true]],
        [draft, ['draft', false]],
      ]),
    );
    expect((await call(house, owner, 'GET', `/api/products?email=${seller.email}`)).status).toBe(404);
    expect((await call(house, null, 'GET', '/api/products')).status).toBe(401);
    expect((await call(house, await makePerson(house, 'Buyer'), 'GET', '/api/products')).status).toBe(403);
  });
});

describe('what visitors see of advertisements', () => {
  it('is two cars of a seller at a time, the newest, and no car without a picture of a seller who is not verified', async () => {
    const [shop, newcomer] = [await makePerson(house, 'Seller', { verified: true }), await makePerson(house, 'Seller')];
    const cars: string[] = [];
    for (let made = 0; made < 4; made += 1) {
      const car = await makeCar(house, shop, { dollars: 1_000 + made });
      await advertise(shop, { _id: car });
      cars.push(car);
    }
    const bare = await makeCar(house, newcomer);
    await advertise(newcomer, { _id: bare });
    const ids = await shownIds();
    expect(ids.filter((id) => cars.includes(id))).toEqual([cars[3], cars[2]]);
    expect(ids).not.toContain(bare);
    await house.context.pool.query('INSERT INTO image VALUES ($1, 960, 640)', ['e'.repeat(40)]);
    await house.context.pool.query('INSERT INTO listing_image VALUES ($1, 0, $2)', [bare, 'e'.repeat(40)]);
    expect(await shownIds()).toContain(bare);
  });
});
