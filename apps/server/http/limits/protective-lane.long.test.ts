import { createIdentity } from '@carhouse/auth/create-identity';
import { openDatabase, openPool } from '@carhouse/database/connection/connect';
import { readPrimaryOnly } from '@carhouse/database/connection/read-database';
import { testPoolLimits } from '@carhouse/database/testing/test-database';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildApp } from '../../app.ts';
import { makeCar, makeUser, type TestUser } from '../../testing/builders.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let pool: pg.Pool;
let app: FastifyInstance;
let admin: TestUser;
/** Clients that occupy all database connections except the reserved ones. */
let lockingClients: pg.PoolClient[];

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  const poolLimits = { ...testPoolLimits, connectionTimeoutMillis: 300 };
  pool = openPool({
    url: server.databaseUrl,
    applicationName: 'exhausted',
    max: 3,
    reservedCount: 2,
    limits: poolLimits,
  });
  const database = openDatabase(pool);
  const identity = createIdentity({
    database,
    pool,
    secret: server.sessionSecret,
    baseUrl: server.context.config.publicUrl,
    trustedOrigins: [],
    now: () => new Date(),
    randomId: server.context.newId,
  });
  const readDatabase = readPrimaryOnly({ pool, database });
  app = await buildApp({ ...server.context, pool, database, readDatabase, identity });
  admin = await makeUser(server, 'admin');
  lockingClients = await Promise.all(Array.from({ length: 3 }, () => pool.connect()));
});
afterEach(async () => {
  for (const lockingClient of lockingClients) lockingClient.release();
  await app.close();
  await pool.end();
});
afterAll(() => server.close());

async function call(caller: TestUser | null, method: 'GET' | 'POST', url: string, payload?: object): Promise<number> {
  const headers = caller === null ? {} : { authorization: caller.token };
  const answer = await app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
  return answer.statusCode;
}

it('admins act, payments settle and health answers while all other connections are taken', async () => {
  const suspectedSeller = await makeUser(server, 'Seller');
  const car = await makeCar(server, suspectedSeller);
  expect(await call(null, 'GET', '/api/v1/categories')).toBe(503);
  expect(await call(suspectedSeller, 'GET', '/api/products')).toBe(503);
  const actionStatuses = await Promise.all([
    call(admin, 'POST', `/api/v1/accounts/${suspectedSeller.id}/suspension`, { reason: 'any' }),
    call(admin, 'POST', `/api/v1/listings/${car}/withdrawal`, {}),
    call(admin, 'GET', '/api/v1/accounts?role=Seller'),
    call(null, 'GET', '/readyz'),
  ]);
  expect(actionStatuses).toEqual([200, 200, 200, 200]);
  expect(await call(null, 'GET', '/api/v1/categories')).toBe(503);
});

it('settles a payment with a reserved connection', async () => {
  const buyer = await makeUser(server, 'Buyer');
  expect(await call(buyer, 'POST', '/api/payment', { paymentId: server.context.newId(), transactionId: 'pi_0' })).toBe(
    404,
  );
});

it('a seller who withdraws their own car waits like everybody', async () => {
  const seller = await makeUser(server, 'Seller');
  const car = await makeCar(server, seller);
  expect(await call(seller, 'POST', `/api/v1/listings/${car}/withdrawal`, {})).toBe(503);
});
