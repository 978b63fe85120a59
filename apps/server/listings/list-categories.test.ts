import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, makeUser } from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it('lists the categories in the order of the specification, then other brands, then those that are coming soon', async () => {
  const admin = await makeUser(server, 'admin');
  await call(server, admin, 'POST', '/api/v1/brands', { name: 'Lotus' });
  const { body } = await call(server, null, 'GET', '/api/v1/categories');
  const categories = body as readonly { category: string; listable: boolean }[];
  const categoryNames = categories.map(({ category }) => category);
  const specifiedBrands = ['Ferrari', 'Audi', 'BMW', 'Lamborghini', 'Tesla', 'Mercedes_Benz', 'Rolls_Royce'];
  expect(categoryNames.slice(0, 8)).toEqual([...specifiedBrands, 'Lotus']);
  expect(categories.slice(8).map(({ listable }) => listable)).toEqual([false, false, false, false, false]);
});
