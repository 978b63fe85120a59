import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, makeCar, makeUser, type TestUser } from '../testing/builders.ts';
import { makeImage, makeListingForm } from '../testing/images.ts';
import { unlimitedProtection } from '../testing/test-node.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let dollars = 300_000;

beforeAll(async () => {
  server = await startTestServer(unlimitedProtection, undefined, {
    NEW_SELLER_CARS: '2',
    NEW_SELLER_ADVERTISEMENTS: '1',
    KNOWN_SELLER_CARS: '4',
    KNOWN_SELLER_ADVERTISEMENTS: '3',
    VERIFIED_SELLER_CARS: '6',
    VERIFIED_SELLER_ADVERTISEMENTS: '5',
    TRUSTED_SELLER_CARS: '8',
    TRUSTED_SELLER_ADVERTISEMENTS: '7',
    SELLER_GROWS_AFTER_DAYS: '30',
  });
});
afterAll(() => server.close());

const readLimits = async (caller: TestUser | null) =>
  (await call(server, caller, 'GET', '/api/v1/me/selling-limits')).body.limits;

const makeUniqueCar = (seller: TestUser, status: 'available' | 'withdrawn' = 'available') => {
  dollars += 1;
  return makeCar(server, seller, { status, dollars });
};

async function postCar(seller: TestUser): Promise<number> {
  dollars += 1;
  const carForm = makeListingForm([await makeImage(server, seller)], { resalePrice: dollars });
  return (await call(server, seller, 'POST', '/api/v1/listings', carForm)).status;
}

const advertiseCar = async (seller: TestUser, id: string): Promise<number> =>
  (await call(server, seller, 'POST', '/api/advertisement', { _id: id })).status;

const moveSignUpBack = (seller: TestUser, dayCount: number) =>
  server.context.pool.query(
    "UPDATE account SET created_at = now() - $2 * interval '1 day', verified_at = verified_at - $2 * interval '1 day' WHERE id = $1",
    [seller.id, dayCount],
  );

describe('what a seller may still do', () => {
  it('is what the server then allows, and not more', async () => {
    const [seller, otherSeller] = [await makeUser(server, 'Seller'), await makeUser(server, 'Seller')];
    await makeUniqueCar(otherSeller);
    await makeUniqueCar(seller, 'withdrawn');
    expect(await readLimits(seller)).toEqual({
      cars: { used: 0, most: 2 },
      countsMarkedSales: true,
      advertisements: { used: 0, most: 1 },
      steps: [
        { cars: 4, advertisements: 3, condition: 'after 30 days' },
        { cars: 6, advertisements: 5, condition: 'when an admin verifies you' },
      ],
    });
    const [firstCarId, secondCarId] = [await makeUniqueCar(seller), await makeUniqueCar(seller)];
    expect(await readLimits(seller)).toMatchObject({
      cars: { used: 2, most: 2 },
      advertisements: { used: 0, most: 1 },
    });
    expect(await postCar(seller)).toBe(409);
    expect(await advertiseCar(seller, firstCarId)).toBe(200);
    expect(await readLimits(seller)).toMatchObject({ advertisements: { used: 1, most: 1 } });
    expect(await advertiseCar(seller, secondCarId)).toBe(409);
    // A withdrawn car is not counted as a car on sale. If a withdrawn car was advertised, its advertisement is not
    // counted either.
    await call(server, seller, 'POST', `/api/v1/listings/${firstCarId}/withdrawal`, {});
    expect(await readLimits(seller)).toMatchObject({
      cars: { used: 1, most: 2 },
      advertisements: { used: 0, most: 1 },
    });
    expect(await advertiseCar(seller, secondCarId)).toBe(200);
    expect(await postCar(seller)).toBe(201);
    expect(await postCar(seller)).toBe(409);
  });

  it('grows with time and verification, and is null for trusted sellers', async () => {
    const [seller, admin] = [await makeUser(server, 'Seller'), await makeUser(server, 'admin')];
    await moveSignUpBack(seller, 30);
    expect(await readLimits(seller)).toMatchObject({
      cars: { used: 0, most: 4 },
      countsMarkedSales: false,
      steps: [{ cars: 6, condition: 'when an admin verifies you' }],
    });
    await call(server, admin, 'PUT', `/api/users/verify/${seller.id}`);
    expect(await readLimits(seller)).toMatchObject({
      cars: { used: 0, most: 6 },
      steps: [{ cars: 8, advertisements: 7, condition: '30 days after the verification' }],
    });
    await moveSignUpBack(seller, 30);
    expect(await readLimits(seller)).toBeNull();
  });

  it('is shown to sellers alone', async () => {
    const buyer = await makeUser(server, 'Buyer');
    const statuses = [null, buyer].map(
      async (caller) => (await call(server, caller, 'GET', '/api/v1/me/selling-limits')).status,
    );
    expect(await Promise.all(statuses)).toEqual([401, 403]);
  });
});
