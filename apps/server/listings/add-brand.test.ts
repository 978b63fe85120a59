import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, makeUser, type TestUser } from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let admin: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  admin = await makeUser(server, 'admin');
});
afterAll(() => server.close());

async function readBrandNames(): Promise<string[]> {
  const { body } = await call(server, null, 'GET', '/api/v1/brands');
  return body.map((brand) => (brand as { apiName: string }).apiName);
}

describe('adding a brand', () => {
  it('makes a row that is listed with the brands, without a page', async () => {
    const answer = await call(server, admin, 'POST', '/api/v1/brands', { name: 'Land Rover' });
    expect(answer).toMatchObject({ status: 200, body: { apiName: 'Land_Rover', listable: true } });
    const { body } = await call(server, null, 'GET', '/api/v1/brands');
    expect(body).toContainEqual(
      expect.objectContaining({ apiName: 'Land_Rover', name: 'Land Rover', pagePath: null, cars: 0 }),
    );
  });

  it('knows a brand in another spelling, and can close it', async () => {
    const brandNamesBeforeCalls = await readBrandNames();
    const answer = await call(server, admin, 'POST', '/api/v1/brands', { name: 'mercedes benz', listable: false });
    expect(answer.body).toMatchObject({ apiName: 'Mercedes_Benz', listable: false });
    expect(await readBrandNames()).toEqual(brandNamesBeforeCalls);
  });

  it('makes one row of twenty requests at once', async () => {
    const brandSpellings = ['Aston Martin', 'aston-martin', 'ASTON_MARTIN', 'AstonMartin'];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        call(server, admin, 'POST', '/api/v1/brands', { name: brandSpellings[index % 4] }),
      ),
    );
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    expect((await readBrandNames()).filter((name) => /aston/i.test(name))).toHaveLength(1);
  });

  it('is for admins only, and takes no empty name and no field more', async () => {
    const buyer = await makeUser(server, 'Buyer');
    expect((await call(server, null, 'POST', '/api/v1/brands', { name: 'Lotus' })).status).toBe(401);
    expect((await call(server, buyer, 'POST', '/api/v1/brands', { name: 'Lotus' })).status).toBe(403);
    expect((await call(server, admin, 'POST', '/api/v1/brands', { name: ' ' })).status).toBe(422);
    expect((await call(server, admin, 'POST', '/api/v1/brands', { name: 'Lotus', pagePath: '/lotus' })).status).toBe(
      422,
    );
    expect(await readBrandNames()).not.toContain('Lotus');
  });
});
