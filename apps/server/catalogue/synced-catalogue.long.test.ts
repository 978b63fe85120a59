import { connectReader } from '@carhouse/database/listings/stock';
import { connectStockReplica } from '@carhouse/database/listings/stock-replica';
import { startReplica, type TestReplica } from '@carhouse/embedded-postgres/testing/start-replica';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { makeCar, makeVerifiedSeller, type TestUser } from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { SyncedCatalogue } from './synced-catalogue.ts';

let server: TestServer;
let replica: TestReplica;
let replicaUrl: string;
let primaryClient: pg.Client;
let replicaClient: pg.Client;
let shop: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  replica = await startReplica(inject('databaseServerUrl'));
  replicaUrl = replica.databaseUrl(new URL(server.databaseUrl).pathname.slice(1));
  primaryClient = await connectReader(server.databaseUrl);
  replicaClient = new pg.Client({ connectionString: replicaUrl });
  await replicaClient.connect();
  shop = await makeVerifiedSeller(server);
});
afterAll(async () => {
  await replicaClient.end();
  await primaryClient.end();
  await replica.stop();
  await server.close();
});

const depreciationInputs = { minimumParfRules: [], today: '2026-11-26' };
const unreachableUrl = 'postgres://nobody:nothing@127.0.0.1:1/nothing';

/** Loads a catalogue. @returns the catalogue, and the statements that were sent to a replica. */
async function load(replicaUrls: readonly string[]) {
  const statements: string[] = [];
  const catalogue = await SyncedCatalogue.load(
    primaryClient,
    depreciationInputs,
    () => {},
    async (position) => {
      const client = await connectStockReplica(replicaUrls, position, new AbortController().signal);
      if (client === null) return null;
      const sendQuery: (...args: unknown[]) => unknown = client.query.bind(client);
      client.query = ((query: unknown, ...otherArguments: unknown[]) => {
        statements.push(typeof query === 'string' ? query : 'COPY');
        return sendQuery(query, ...otherArguments);
      }) as typeof client.query;
      return client;
    },
  );
  return { catalogue, statements };
}

it('reads all cars from the first replica that answers, and what an open transaction adds from the primary', async () => {
  const earlierCar = await makeCar(server, shop);
  const transactionClient = await server.context.pool.connect();
  try {
    const laterCar = await makeCar(server, shop, { status: 'withdrawn' });
    await transactionClient.query('BEGIN');
    await transactionClient.query("UPDATE listing SET status = 'available' WHERE id = $1", [laterCar]);
    // Other tests write to this server, so that the replica may need more than the two seconds that a load waits.
    let loadResult = await load([unreachableUrl, replicaUrl]);
    while (!loadResult.statements.includes('COPY')) loadResult = await load([unreachableUrl, replicaUrl]);
    const { catalogue } = loadResult;
    expect([catalogue.catalogue.has(earlierCar), catalogue.catalogue.has(laterCar)]).toEqual([true, false]);
    await transactionClient.query('COMMIT');
    await catalogue.applyChanges(primaryClient);
    expect(catalogue.catalogue.has(laterCar)).toBe(true);
  } finally {
    transactionClient.release();
  }
});

it('reads the primary when no replica has replayed what is committed, and when a replica ends the read', async () => {
  await replicaClient.query('SELECT pg_wal_replay_pause()');
  const car = await makeCar(server, shop);
  try {
    const { catalogue, statements } = await load([replicaUrl]);
    expect([catalogue.catalogue.has(car), statements]).toEqual([true, []]);
  } finally {
    await replicaClient.query('SELECT pg_wal_replay_resume()');
  }
  const failingReplica = await connectReader(replicaUrl);
  failingReplica.query = () => Promise.reject(new Error('canceling statement'));
  const catalogue = await SyncedCatalogue.load(
    primaryClient,
    depreciationInputs,
    () => {},
    async () => failingReplica,
  );
  expect(catalogue.catalogue.has(car)).toBe(true);
});
