import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, makeCar, makeUser, type TestUser } from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let seller: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  seller = await makeUser(server, 'Seller');
});
afterAll(() => server.close());

const readBody = async (path: string) => (await call(server, null, 'GET', path)).body;

it('the counts of brands are the same with the catalogue as without it', async () => {
  const userToSuspend = await makeUser(server, 'Seller');
  for (const [brand, dollars, caller] of [
    ['Tesla', 90_000, seller],
    ['Tesla', 50_000, seller],
    ['Tesla', 1, userToSuspend],
    ['Ferrari', 700_000, userToSuspend],
  ] as const) {
    await makeCar(server, caller, { brand, dollars });
  }
  await makeCar(server, seller, { brand: 'Tesla', dollars: 2, status: 'sold' });
  const { pool, catalogue } = server.context;
  await pool.query("UPDATE account SET status = 'suspended' WHERE id = $1", [userToSuspend.id]);
  const brandsBeforeChange = await readBody('/api/v1/brands');
  expect(brandsBeforeChange).toContainEqual(
    expect.objectContaining({ apiName: 'Tesla', cars: 2, lowestPrice: 50_000, highestPrice: 90_000 }),
  );
  expect(brandsBeforeChange).toContainEqual(
    expect.objectContaining({ apiName: 'Ferrari', cars: 0, lowestPrice: null, highestPrice: null }),
  );
  expect(catalogue.findThread()).toBeNull();

  catalogue.start();
  await catalogue.catchUp();
  expect(catalogue.findThread()).not.toBeNull();
  expect(await readBody('/api/v1/brands')).toEqual(brandsBeforeChange);
  await pool.query("INSERT INTO brand (api_name, name) VALUES ('Brand_Anew', 'Brand Anew')");
  expect(await readBody('/api/v1/brands')).toContainEqual(
    expect.objectContaining({ apiName: 'Brand_Anew', cars: 0, lowestPrice: null }),
  );
});
