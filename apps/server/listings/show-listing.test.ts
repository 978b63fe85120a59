import { publicName } from '@carhouse/domain/account/public-name';
import type { ListingStatus } from '@carhouse/domain/listing/listing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, makeCar, makeUser, type TestUser } from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let seller: TestUser;
let otherSeller: TestUser;
let buyer: TestUser;
let admin: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  seller = await makeUser(server, 'Seller');
  otherSeller = await makeUser(server, 'Seller');
  buyer = await makeUser(server, 'Buyer');
  admin = await makeUser(server, 'admin');
});
afterAll(() => server.close());

const showListingAs = (caller: TestUser | null, id: string) => call(server, caller, 'GET', `/api/productById/${id}`);
const listViewers = () => [null, buyer, otherSeller, seller, admin];

describe('one car', () => {
  it.each(['available', 'sold'] as const)('is shown to everybody while it is %s', async (status) => {
    const car = await makeCar(server, seller, { status });
    for (const caller of listViewers()) {
      const answer = await showListingAs(caller, car);
      expect(answer).toMatchObject({ status: 200, body: { _id: car, status } });
      expect(answer.body.email).toBe(caller === null ? undefined : publicName(seller.id));
    }
  });

  it.each(['draft', 'withdrawn'] as const)('is shown to its seller and to admins while it is %s', async (status) => {
    const car = await makeCar(server, seller, { status });
    const statuses = [];
    for (const caller of listViewers()) statuses.push((await showListingAs(caller, car)).status);
    expect(statuses).toEqual([404, 404, 404, 200, 200]);
  });

  it.each(['suspended', 'deleted'])('is gone for everybody when its seller is %s', async (status) => {
    const otherSeller = await makeUser(server, 'Seller');
    const cars = await Promise.all(
      (['available', 'sold', 'draft'] as ListingStatus[]).map((each) => makeCar(server, otherSeller, { status: each })),
    );
    await server.context.pool.query('UPDATE account SET status = $2 WHERE id = $1', [otherSeller.id, status]);
    for (const caller of [null, buyer, admin])
      for (const car of cars) expect((await showListingAs(caller, car)).status).toBe(404);
  });

  it('is found in either case of its id', async () => {
    const car = await makeCar(server, seller);
    expect(await showListingAs(null, car.toUpperCase())).toMatchObject({ status: 200, body: { _id: car } });
  });

  it('answers alike when it does not exist and when it may not be seen', async () => {
    const draftListingId = await makeCar(server, seller, { status: 'draft' });
    const [hiddenAnswer, unknownAnswer] = [
      await showListingAs(buyer, draftListingId),
      await showListingAs(buyer, server.context.newId()),
    ];
    expect({ ...hiddenAnswer.body, requestId: '' }).toEqual({ ...unknownAnswer.body, requestId: '' });
  });
});

describe('an id that is none', () => {
  it.each([
    '507f1f77bcf86cd799439011',
    '0',
    '-1',
    '2147483648',
    '1e3',
    '0x10',
    '..%2f..%2fetc%2fpasswd',
    '%2e%2e%2f',
    '..;/',
    '%00',
    '%F0%9F%9A%97',
    "'%20or%20'1'='1",
    'a'.repeat(300),
    'null',
    'undefined',
    '[object%20Object]',
  ])('answers 404: %s', async (id) => {
    expect(await showListingAs(null, id)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND', status: 404 } });
  });

  it('answers 404 when it is 10 KB long', async () => {
    expect(await showListingAs(null, 'a'.repeat(10_000))).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  });

  it.each(['%', '%zz', '%E0%A4%A'])('answers 400 or 404 and never 500: %s', async (id) => {
    const answer = await showListingAs(null, id);
    expect([400, 404]).toContain(answer.status);
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  });
});
