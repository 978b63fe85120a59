import { openPool } from '@carhouse/database/connection/connect';
import { startPgbouncer, type TestPgbouncer } from '@carhouse/database/testing/start-pgbouncer';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { importCars } from '../imports/import-cars.ts';
import { bookListing, call, makeCar, makeUser, type TestUser } from '../testing/builders.ts';
import { makeImage } from '../testing/images.ts';
import { payOrder } from '../testing/paid-order.ts';
import { unlimitedProtection } from '../testing/test-node.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { uploadExaminedCarList } from '../testing/uploads.ts';

/** A server whose requests reach the database through PgBouncer in transaction mode, which has four connections. */
let pooler: TestPgbouncer;
let server: TestServer;
let seller: TestUser;

beforeAll(async () => {
  pooler = await startPgbouncer(inject('databaseServerUrl'));
  server = await startTestServer(
    unlimitedProtection,
    undefined,
    {},
    { pooledServerUrl: pooler.databaseUrl('postgres') },
  );
  seller = await makeUser(server, 'Seller', { verified: true });
});
afterAll(async () => {
  await server.close();
  await pooler.stop();
});

/** Runs statements that are prepared under one name, several at a time, on more clients than PgBouncer has connections. */
async function runNamedStatements(isPooled: boolean): Promise<PromiseSettledResult<unknown>[]> {
  const url = server.context.config.database.kind === 'server' ? server.context.config.database.url : '';
  const pool = openPool({ url, isPooled, applicationName: 'carhouse-test-named', max: 8 });
  try {
    const results: PromiseSettledResult<unknown>[] = [];
    for (let round = 0; round < 20; round += 1) {
      const queries = Array.from({ length: 16 }, (_, index) =>
        pool.query({ name: `test-${index % 3}`, text: `SELECT $1::int + ${index % 3} AS sum`, values: [round] }),
      );
      results.push(...(await Promise.allSettled(queries)));
    }
    return results;
  } finally {
    await pool.end();
  }
}

it('statements have no name behind a pooler; with a name they fail there', async () => {
  const namedResults = await runNamedStatements(false);
  expect(namedResults.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0);
  const unnamedResults = await runNamedStatements(true);
  expect(unnamedResults.filter(({ status }) => status === 'rejected')).toEqual([]);
});

it('orders are booked and paid, many at once, and a car is sold once', async () => {
  const orders = await Promise.all(Array.from({ length: 6 }, () => payOrder(server, seller)));
  for (const { buyer, bookingId } of orders) {
    const order = await call(server, buyer, 'GET', `/api/v1/orders/${bookingId}`);
    expect(order.body).toMatchObject({ status: 'paid' });
  }
  const car = await makeCar(server, seller);
  const buyers = await Promise.all(Array.from({ length: 6 }, () => makeUser(server, 'Buyer')));
  const bookings = await Promise.allSettled(buyers.map((buyer) => bookListing(server, buyer, car)));
  const bookedBuyers = buyers.filter((_, index) => bookings[index]?.status === 'fulfilled');
  expect(bookedBuyers.length).toBeGreaterThan(0);
  const { rows } = await server.context.pool.query<{ sold: number }>(
    "SELECT count(*)::int AS sold FROM booking WHERE status = 'paid' GROUP BY listing_id ORDER BY sold DESC LIMIT 1",
  );
  expect(rows[0]?.sold).toBe(1);
});

it('the role of row-level security ends with its transaction', async () => {
  await makeCar(server, seller);
  const productListPromises = Array.from({ length: 12 }, () => call(server, seller, 'GET', '/api/products'));
  expect((await Promise.all(productListPromises)).every(({ status }) => status === 200)).toBe(true);
  const rolePromises = Array.from({ length: 12 }, () =>
    server.context.pool.query<{ role: string }>("SELECT current_setting('role') AS role"),
  );
  expect(new Set((await Promise.all(rolePromises)).map(({ rows }) => rows[0]?.role))).toEqual(new Set(['none']));
});

it('jobs, imports, uploads and the search work: their connections are not those of the pooler', async () => {
  await makeImage(server, seller);
  const importId = await uploadExaminedCarList(server, seller, 'ref,title,price,year\np1,Audi A4,50000,2016\n');
  await call(server, seller, 'POST', `/api/v1/imports/${importId}/start`, {});
  await importCars(server.context, importId as never, new AbortController().signal);
  await server.catchUp();
  const searchAnswer = await call(server, null, 'GET', '/api/v1/listings?brand=Audi&q=A4');
  expect(searchAnswer.body).toMatchObject({ total: 1 });
});

it('limits of statements hold when the database has them as its defaults', async () => {
  const name = new URL(server.databaseUrl).pathname.slice(1);
  await server.context.pool.query(`ALTER DATABASE ${name} SET statement_timeout = '3s'`);
  await server.context.pool.query(`ALTER DATABASE ${name} SET lock_timeout = '500ms'`);
  const latePooler = await startPgbouncer(inject('databaseServerUrl'));
  const pool = openPool({ url: latePooler.databaseUrl(name), isPooled: true, applicationName: 'carhouse-test-limits' });
  try {
    const readSetting = async (setting: string) =>
      (await pool.query<Record<string, string>>(`SHOW ${setting}`)).rows[0]?.[setting];
    expect([await readSetting('statement_timeout'), await readSetting('lock_timeout')]).toEqual(['3s', '500ms']);
  } finally {
    await pool.end();
    await latePooler.stop();
    await server.context.pool.query(`ALTER DATABASE ${name} RESET ALL`);
  }
});
