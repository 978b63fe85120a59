import { randomUUID } from 'node:crypto';
import { openDatabase, openPool } from '@carhouse/database/connection/connect';
import { testPoolLimits } from '@carhouse/database/testing/test-database';
import { publicName } from '@carhouse/domain/account/public-name';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildApp } from '../../app.ts';
import { deleteExpiredRows } from '../../jobs/start-sweeper.ts';
import { bookListing, call, makeCar, makeUser, type TestUser } from '../../testing/builders.ts';
import { unlimitedProtection } from '../../testing/test-node.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { uploadList } from '../../testing/uploads.ts';
import { rateLimits, withoutRateLimits } from './rate-limits.ts';

const { floodAddress, floodSession, ...otherLimits } = rateLimits;

let testServer: TestServer;
let buyer: TestUser;

beforeAll(async () => {
  // Uses the production limits of calls; floods are tested on a separate server node.
  testServer = await startTestServer({ ...unlimitedProtection, rateLimits: withoutRateLimits(otherLimits) });
});
beforeEach(async () => {
  testServer.setClock(() => new Date());
  buyer = await makeUser(testServer, 'Buyer');
});
afterAll(() => testServer.close());

/** Makes this many parallel calls. Returns the number of answers for each status. */
async function countStatuses(
  callCount: number,
  makeCall: () => Promise<{ status: number }>,
): Promise<Record<number, number>> {
  // The test's clock does not advance, so that the window of the limit does not end while the test runs.
  const now = new Date();
  testServer.setClock(() => now);
  const answers = await Promise.all(Array.from({ length: callCount }, makeCall));
  const countsByStatus: Record<number, number> = {};
  for (const { status } of answers) countsByStatus[status] = (countsByStatus[status] ?? 0) + 1;
  return countsByStatus;
}

/** Makes this many calls one after the other. Returns the number of answers for each status. */
async function callSequentially(
  callCount: number,
  makeCall: () => Promise<{ status: number }>,
): Promise<Record<number, number>> {
  const countsByStatus: Record<number, number> = {};
  for (let repetition = 0; repetition < callCount; repetition += 1) {
    const { status } = await makeCall();
    countsByStatus[status] = (countsByStatus[status] ?? 0) + 1;
  }
  return countsByStatus;
}

const readOwnRecord = (caller: TestUser) => call(testServer, caller, 'GET', `/api/users/${caller.email}`);

describe('a call with a limit of its own', () => {
  it('GET /users/{email} is answered sixty times a minute, then refused with when to come back', async () => {
    expect(await countStatuses(65, () => readOwnRecord(buyer))).toEqual({ 200: 60, 429: 5 });
    const answer = await readOwnRecord(buyer);
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(answer.body).toMatchObject({ status: 429, code: 'RATE_LIMITED' });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(60);
    const otherBuyer = await makeUser(testServer, 'Buyer');
    expect((await readOwnRecord(otherBuyer)).status).toBe(200);
    testServer.setClock(() => new Date(Date.now() + 61_000));
    expect((await readOwnRecord(buyer)).status).toBe(200);
  });

  it('counts spellings of the same call together, and knows no others', async () => {
    const pathSpellings = [
      buyer.email,
      encodeURIComponent(buyer.email),
      buyer.email.toUpperCase(),
      buyer.email.replace('b', '%62'),
    ];
    let addressNumber = 0;
    const callWithNextSpelling = () =>
      call(
        testServer,
        buyer,
        'GET',
        `/api/users/${pathSpellings[addressNumber++ % pathSpellings.length]}?x=${addressNumber}`,
      );
    expect(await countStatuses(62, callWithNextSpelling)).toEqual({ 200: 60, 429: 2 });
    for (const url of ['//api/users/', '/api//users/', '/./api/users/', '/api/users/./', '/API/users/'])
      expect(
        (await testServer.app.inject({ url: `${url}${buyer.email}`, headers: { authorization: buyer.token } }))
          .statusCode,
        url,
      ).toBe(url.includes('/.') ? 429 : 404);
    const trailingSlashAnswer = await call(testServer, buyer, 'GET', `/api/users/${buyer.email}/`);
    expect(trailingSlashAnswer.status).toBe(404);
  });

  it('POST /create-payment-intent is answered ten times a minute for a user', async () => {
    const car = await makeCar(testServer, await makeUser(testServer, 'Seller'));
    const paymentId = await bookListing(testServer, buyer, car);
    const startPayment = () => call(testServer, buyer, 'POST', '/api/create-payment-intent', { paymentId });
    expect(await countStatuses(12, startPayment)).toEqual({ 200: 10, 429: 2 });
  });

  it('steps of the part that a bank pays are answered twenty times a minute for a user, over all of them', async () => {
    const steps = [
      ['statement', { bank: 'Bank', reference: 'A1' }],
      ['refusal', { reason: 'The buyer withdraws it.' }],
    ] as const;
    let stepIndex = 0;
    const order = randomUUID();
    const postNextStep = () => {
      const [step, body] = steps[stepIndex++ % 2] ?? steps[0];
      return call(testServer, buyer, 'POST', `/api/v1/orders/${order}/bank-part/${step}`, body);
    };
    expect(await countStatuses(24, postNextStep)).toEqual({ 404: 20, 429: 4 });
  });

  it('GET /productById is refused to a reader of the whole stock, signed in or not', async () => {
    const car = await makeCar(testServer, await makeUser(testServer, 'Seller'));
    for (const caller of [buyer, null])
      expect(await countStatuses(125, () => call(testServer, caller, 'GET', `/api/productById/${car}`))).toEqual({
        200: 120,
        429: 5,
      });
    expect((await call(testServer, await makeUser(testServer, 'Buyer'), 'GET', `/api/productById/${car}`)).status).toBe(
      200,
    );
  });

  it('a reader of all sellers is refused, who reads their pages or their cars', async () => {
    const seller = await makeUser(testServer, 'Seller');
    await makeCar(testServer, seller);
    const page = `/api/v1/sellers/${publicName(seller.id)}`;
    expect(await countStatuses(125, () => call(testServer, buyer, 'GET', page))).toEqual({ 200: 120, 429: 5 });
    expect(await countStatuses(305, () => call(testServer, buyer, 'GET', `${page}/listings`))).toEqual({
      200: 300,
      429: 5,
    });
  });

  it('drawn pictures have a limit for each address, also those that are not found', async () => {
    const remoteAddress = '198.18.201.7';
    const fetchPicture = async (url: string) => ({
      status: (await testServer.app.inject({ url, remoteAddress })).statusCode,
    });
    expect(await countStatuses(1_200, () => fetchPicture('/media/initials/AB-1.svg'))).toEqual({ 200: 1_200 });
    expect(await countStatuses(2, () => fetchPicture('/media/initials/AB-2.svg'))).toEqual({ 429: 2 });
    expect(await countStatuses(2, () => fetchPicture(`/media/cars/${randomUUID()}/0123456789abcdef.jpg`))).toEqual({
      429: 2,
    });
  });

  it('a change of several cars counts as one change for each car', async () => {
    const seller = await makeUser(testServer, 'Seller');
    const ids = Array.from({ length: 30 }, () => randomUUID());
    const cars = ids.map((_id) => ({ _id, expectedPrice: 2, resalePrice: 1 }));
    const changePrices = () => call(testServer, seller, 'POST', '/api/v1/me/cars/prices', { cars });
    const withdrawCar = () => call(testServer, seller, 'POST', '/api/v1/me/cars/withdrawals', { ids });
    expect(await countStatuses(5, changePrices)).toEqual({ 404: 5 });
    expect(await countStatuses(6, withdrawCar)).toEqual({ 404: 5, 429: 1 });
  });

  it('POST /imports takes thirty lists an hour from a seller, and what is refused is not kept', async () => {
    const seller = await makeUser(testServer, 'Seller');
    const sendList = () => uploadList(testServer, seller, 'Stock no,Car,Price,Year\nr1,Ferrari Roma,900000,2021\n');
    expect(await callSequentially(32, sendList)).toEqual({ 201: 30, 429: 2 });
    const importQueryResult = await testServer.context.pool.query('SELECT id FROM import WHERE seller_id = $1', [
      seller.id,
    ]);
    expect(importQueryResult.rows).toHaveLength(1);
    const otherSeller = await makeUser(testServer, 'Seller');
    expect((await uploadList(testServer, otherSeller, 'Car,Price\nFerrari Roma,900000\n')).status).toBe(201);
    const now = Date.now();
    testServer.setClock(() => new Date(now + 3_601_000));
    expect((await sendList()).status).toBe(201);
  });

  it('changes are counted over all calls of a user, and refused before anything is done', async () => {
    const countsByStatus = await countStatuses(305, () =>
      call(testServer, buyer, 'POST', '/api/wishLists', { productId: 'x' }),
    );
    expect(countsByStatus).toEqual({ 404: 300, 429: 5 });
    expect((await call(testServer, buyer, 'POST', '/api/payment', {})).status).toBe(429);
    expect((await call(testServer, buyer, 'GET', '/api/myorders')).status).toBe(200);
  });

  it('is counted over all nodes together', async () => {
    const pool = openPool({
      url: testServer.context.config.database.kind === 'server' ? testServer.context.config.database.url : '',
      applicationName: 'second',
      limits: testPoolLimits,
    });
    const secondApp = await buildApp({ ...testServer.context, pool, database: openDatabase(pool) });
    try {
      let callNumber = 0;
      // A call that changes data is counted by the database alone. A read is counted by its node while the database is slow.
      const countsByStatus = await countStatuses(24, async () => {
        callNumber += 1;
        const app = callNumber % 2 === 0 ? testServer.app : secondApp;
        const answer = await app.inject({
          method: 'POST',
          url: `/api/v1/orders/${randomUUID()}/bank-part/statement`,
          payload: { bank: 'Bank', reference: 'A1' },
          headers: { authorization: buyer.token },
        });
        return { status: answer.statusCode };
      });
      expect(countsByStatus).toEqual({ 404: 20, 429: 4 });
    } finally {
      await secondApp.close();
      await pool.end();
    }
  });

  it('asks the session, the origin and the role first: who may not call is not counted', async () => {
    expect(await countStatuses(70, () => call(testServer, null, 'GET', `/api/users/${buyer.email}`))).toEqual({
      401: 70,
    });
    expect(await countStatuses(305, () => call(testServer, buyer, 'POST', '/api/v1/brands', {}))).toEqual({ 403: 305 });
    expect((await call(testServer, buyer, 'POST', '/api/wishLists', {})).status).toBe(422);
  });
});

it('counts of windows that have ended are deleted', async () => {
  const { database } = testServer.context;
  await readOwnRecord(buyer);
  await testServer.app.inject({
    method: 'POST',
    url: '/api/wishLists',
    headers: { authorization: buyer.token, 'idempotency-key': 'k' },
    payload: { productId: 'x' },
  });
  await deleteExpiredRows(testServer.context);
  expect(
    await database.selectFrom('rate_count').selectAll().where('subject', '=', `account:${buyer.id}`).execute(),
  ).not.toEqual([]);
  testServer.setClock(() => new Date(Date.now() + 25 * 3600 * 1000));
  await deleteExpiredRows(testServer.context);
  expect(await database.selectFrom('rate_count').selectAll().execute()).toEqual([]);
  expect(await database.selectFrom('idempotency_key').selectAll().execute()).toEqual([]);
});

describe('a flood', () => {
  // The windows are long enough to hold all calls of a test even on a slow machine.
  const address = { ...floodAddress, count: 20, seconds: 600 };
  const session = { ...floodSession, count: 5, seconds: 600 };

  async function runWithLimitedNode(
    runCalls: (getFromNode: (options?: object) => Promise<{ status: number }>) => Promise<void>,
  ): Promise<void> {
    const rateLimits = withoutRateLimits({ floodAddress: address, floodSession: session });
    const app = await buildApp(
      { ...testServer.context, protection: { ...unlimitedProtection, rateLimits } },
      // Registers a file of the web build at the path where the product serves such files.
      { registerPages: async (server) => void server.get('/assets/*', async () => 'built') },
    );
    try {
      await runCalls(async (options = {}) => {
        const answer = await app.inject({ url: '/api/v1/brands', remoteAddress: '203.0.113.9', ...options });
        if (answer.statusCode === 429) {
          expect(answer.json()).toMatchObject({ code: 'RATE_LIMITED' });
          expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
          expect(answer.headers['x-content-type-options']).toBe('nosniff');
        }
        return { status: answer.statusCode };
      });
    } finally {
      await app.close();
    }
  }

  it('of one session is refused, but for the files of the build, which are everybody’s', async () => {
    await runWithLimitedNode(async (getFromNode) => {
      const headers = { cookie: 'carhouse.session_token=made.up' };
      for (let requestIndex = 0; requestIndex < 8; requestIndex += 1)
        expect((await getFromNode({ url: '/assets/x.js', headers })).status).toBe(200);
      await callSequentially(5, () => getFromNode({ headers, remoteAddress: '203.0.113.11' }));
      expect((await getFromNode({ headers, remoteAddress: '203.0.113.12' })).status).toBe(429);
    });
  });

  it('from one address is refused, whatever it asks for and says about itself', async () => {
    await runWithLimitedNode(async (getFromNode) => {
      const paths = ['/api/v1/brands', '//x', '/media/x', '/nowhere'];
      let addressNumber = 0;
      await callSequentially(20, () => getFromNode({ url: paths[addressNumber++ % paths.length] }));
      const forwardedHeaders = ['1.2.3.4', '5.6.7.8, 9.9.9.9', '::1', 'x', '2001:db8::1'];
      for (const name of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'cf-connecting-ip'])
        for (const value of forwardedHeaders)
          expect((await getFromNode({ headers: { [name]: value } })).status).toBe(429);
      expect((await getFromNode({ remoteAddress: '203.0.113.10' })).status).toBe(200);
      for (const url of ['/healthz', '/readyz']) expect((await getFromNode({ url })).status).toBe(200);
      expect((await getFromNode({ url: '/api/webhooks/card-provider', method: 'POST', payload: '{}' })).status).toBe(
        400,
      );
    });
  });

  it('from the many addresses of one IPv6 network is one flood', async () => {
    await runWithLimitedNode(async (getFromNode) => {
      let addressNumber = 0;
      const getFromNextAddress = () =>
        getFromNode({ remoteAddress: `2001:db8:1:2::${(addressNumber++).toString(16)}` });
      expect(await callSequentially(25, getFromNextAddress)).toEqual({ 200: 20, 429: 5 });
      expect((await getFromNode({ remoteAddress: '2001:db8:1:3::1' })).status).toBe(200);
      expect(await callSequentially(20, () => getFromNode({ remoteAddress: '198.51.100.7' }))).toEqual({ 200: 20 });
      expect((await getFromNode({ remoteAddress: '::ffff:198.51.100.7' })).status).toBe(429);
    });
  });

  it('under one session is refused from wherever it comes', async () => {
    await runWithLimitedNode(async (getFromNode) => {
      let addressNumber = 0;
      const getFromNextAddress = () =>
        getFromNode({ remoteAddress: `198.51.100.${addressNumber++}`, headers: { authorization: buyer.token } });
      expect(await callSequentially(7, getFromNextAddress)).toEqual({ 200: 5, 429: 2 });
    });
  });
});
