import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, makeCar, makeUser, makeVerifiedSeller, type TestUser } from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let seller: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  seller = await makeUser(server, 'Seller', { verified: true });
});
afterAll(() => server.close());

it('a call with a price is answered with the middle half of the prices of comparable cars', async () => {
  const ownListingId = await makeCar(server, seller, { brand: 'BMW', title: 'Priced', dollars: 60_000 });
  for (const dollars of [10_000, 20_000, 30_000, 40_000]) {
    await makeCar(server, await makeVerifiedSeller(server), { brand: 'BMW', title: 'Priced', dollars });
  }
  await makeCar(server, await makeVerifiedSeller(server), {
    brand: 'BMW',
    title: 'Priced',
    dollars: 1,
    status: 'sold',
  });
  await makeCar(server, await makeVerifiedSeller(server), { brand: 'BMW', title: 'Priced higher', dollars: 2 });
  await makeCar(server, await makeVerifiedSeller(server), { brand: 'Tesla', title: 'Priced', dollars: 3 });
  const readPrices = (query: string) =>
    call(server, seller, 'GET', `/api/v1/comparable-prices?category=BMW&title=Priced${query}`);
  expect((await readPrices('&yearsOfUse=3')).body).toEqual({ cars: 5, middle: { from: 20_000, to: 40_000 } });
  expect((await readPrices('&yearsOfUse=99')).body).toEqual({ cars: 5, middle: { from: 20_000, to: 40_000 } });
  // The response excludes the seller's own car, so there are too few prices. One more comparable car makes the prices
  // enough, although its title differs in upper and lower case.
  expect((await readPrices(`&yearsOfUse=3&except=${ownListingId}`)).body).toEqual({ cars: 4, middle: null });
  await makeCar(server, await makeVerifiedSeller(server), { brand: 'BMW', title: 'PRICED', dollars: 50_000 });
  expect((await readPrices(`&yearsOfUse=3&except=${ownListingId}`)).body).toEqual({
    cars: 5,
    middle: { from: 20_000, to: 40_000 },
  });
  expect((await readPrices('&yearsOfUse=3&except=nothing')).body).toMatchObject({ cars: 6 });
  expect((await readPrices('&yearsOfUse=many')).status).toBe(422);
  expect((await readPrices('')).status).toBe(422);
});

const readPrices = async (title: string): Promise<unknown> =>
  (await call(server, seller, 'GET', `/api/v1/comparable-prices?category=BMW&title=${title}&yearsOfUse=5`)).body;

it('counts three cars of a seller at most, so nobody decides alone what a model costs', async () => {
  const otherShop = await makeVerifiedSeller(server);
  for (let createdCount = 0; createdCount < 12; createdCount += 1)
    await makeCar(server, otherShop, { brand: 'BMW', title: 'Taken', dollars: 950_000 });
  expect(await readPrices('Taken')).toEqual({ cars: 3, middle: null });
  for (const dollars of [90_000, 95_000, 100_000, 105_000, 110_000]) {
    await makeCar(server, await makeVerifiedSeller(server), { brand: 'BMW', title: 'Taken', dollars });
  }
  expect(await readPrices('Taken')).toEqual({ cars: 5, middle: { from: 95_000, to: 105_000 } });
});

it('counts a car of a seller who is not verified after a day', async () => {
  const newSeller = await makeUser(server, 'Seller');
  const car = await makeCar(server, newSeller, { brand: 'BMW', title: 'Fresh' });
  expect(await readPrices('Fresh')).toMatchObject({ cars: 0 });
  await server.context.pool.query("UPDATE listing SET posted_at = now() - interval '25 hours' WHERE id = $1", [car]);
  expect(await readPrices('Fresh')).toMatchObject({ cars: 1 });
});
