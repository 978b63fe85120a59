import { startReplica, type TestReplica } from '@carhouse/embedded-postgres/testing/start-replica';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { makeCar, makeUser, makeVerifiedSeller, type TestUser } from '../../testing/builders.ts';
import { type AdditionalNode, openAdditionalNode } from '../../testing/replica-node.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let replica: TestReplica;
/** Two nodes that read the same replica. */
let nodes: readonly AdditionalNode[];
let replicaClient: pg.Client;
let seller: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  replica = await startReplica(inject('databaseServerUrl'));
  const replicaUrl = replica.databaseUrl(new URL(server.databaseUrl).pathname.slice(1));
  const env = { DATABASE_REPLICA_URLS: replicaUrl, DATABASE_REPLICA_LAG_MB: '5000' };
  nodes = await Promise.all([
    openAdditionalNode(server, env),
    openAdditionalNode(server, env, { cachesAnswers: true }),
  ]);
  replicaClient = await connectReplica(replicaUrl);
  seller = await makeUser(server, 'Seller', { verified: true });
});
afterAll(async () => {
  await replicaClient.end();
  for (const node of nodes) await node.close();
  await replica.stop();
  await server.close();
});
beforeEach(async () => {
  for (const node of nodes) await waitForReplica(node);
});
afterEach(async () => {
  await replicaClient.query('SELECT pg_wal_replay_resume()');
});

async function connectReplica(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => {});
  await client.connect();
  return client;
}

const waitForReplica = ({ context }: AdditionalNode) =>
  expect.poll(() => context.readDatabase.getReplicaFigures()[0]?.state).toBe('in use');
const pauseReplay = () => replicaClient.query('SELECT pg_wal_replay_pause()');

async function callNode(
  node: number,
  user: TestUser | null,
  method: 'GET' | 'POST' | 'PUT',
  url: string,
  payload?: object,
) {
  const answer = await nodes[node]?.app.inject({
    method,
    url,
    headers: user === null ? {} : { authorization: user.token },
    ...(payload === undefined ? {} : { payload }),
  });
  expect(answer?.statusCode, answer?.body).toBeLessThan(300);
  return { body: JSON.parse(answer?.body ?? 'null') as Record<string, unknown>, headers: answer?.headers };
}

const countReads = (node: number): { primary: number; replica: number } => {
  const servedReadCounts = nodes[node]?.context.readDatabase.countsByDatabase ?? new Map<string, number>();
  const total = [...servedReadCounts.values()].reduce((sum, readCount) => sum + readCount, 0);
  const primaryReadCount = servedReadCounts.get('primary') ?? 0;
  return { primary: primaryReadCount, replica: total - primaryReadCount };
};

/** Waits until the replica shows the car. */
async function waitForCar(id: string): Promise<void> {
  const countCarRows = async () => (await replicaClient.query('SELECT FROM listing WHERE id = $1', [id])).rowCount;
  await expect.poll(countCarRows).toBe(1);
}

/** Withdraws a car of the seller by a call of their session. */
const withdraw = (node: number, id: string) => callNode(node, seller, 'POST', `/api/v1/listings/${id}/withdrawal`);

it('visitors read the replica, a session its own writes at once on every node, and money the primary', async () => {
  const car = await makeCar(server, seller, { brand: 'Audi' });
  await waitForCar(car);
  await pauseReplay();
  const listIds = async (node: number, user: TestUser | null) =>
    ((await callNode(node, user, 'GET', '/api/audiDatas')).body as unknown as { _id: string }[]).map(({ _id }) => _id);
  // On a busy machine a read may reach its limit on the replica, so some of these reads are repeated.
  const countsBefore = countReads(0);
  await expect
    .poll(async () => {
      expect(await listIds(0, null)).toContain(car);
      return countReads(0).replica;
    })
    .toBeGreaterThan(countsBefore.replica);

  await withdraw(0, car);
  for (const node of [0, 1]) expect(await listIds(node, seller)).not.toContain(car);
  // The bound is large, so a visitor may still see the car.
  await expect.poll(() => listIds(0, null)).toContain(car);
  // A session without a recent write reads the replica too.
  const otherBuyer = await makeUser(server, 'Buyer');
  await server.context.pool.query("UPDATE session SET written_position = '0/1' WHERE account_id = $1", [otherBuyer.id]);
  await expect.poll(() => listIds(1, otherBuyer)).toContain(car);

  await replicaClient.query('SELECT pg_wal_replay_resume()');
  await expect.poll(() => listIds(0, null)).not.toContain(car);
  const replicaCountAfterReplay = countReads(0).replica;
  await expect
    .poll(async () => {
      await listIds(0, seller);
      return countReads(0).replica;
    })
    .toBeGreaterThan(replicaCountAfterReplay);
});

it('answers that visitors share are made anew for a session that wrote', async () => {
  const car = await makeCar(server, seller, { brand: 'BMW' });
  await waitForCar(car);
  const countCars = async (user: TestUser | null) => {
    const brands = (await callNode(1, user, 'GET', '/api/v1/brands')).body as unknown as {
      apiName: string;
      lowestPrice: unknown;
    }[];
    return brands.find(({ apiName }) => apiName === 'BMW')?.lowestPrice;
  };
  expect(await countCars(null)).not.toBeNull();
  await pauseReplay();
  await withdraw(0, car);
  expect(await countCars(seller)).toBeNull();
});

it('a booking is made and seen while the replica stands still', async () => {
  const shop = await makeVerifiedSeller(server);
  const buyer = await makeUser(server, 'Buyer');
  await pauseReplay();
  // The replica does not have this car yet.
  const car = await makeCar(server, shop, { brand: 'Tesla', dollars: 50_000 });
  const page = (await callNode(0, buyer, 'GET', `/api/v1/listings/${car}`)).body;
  expect(page).toMatchObject({ _id: car, viewer: { bookingId: null } });
  await callNode(0, buyer, 'POST', '/api/bookingData', {
    productId: car,
    meetingDate: 'Sat, after 3 pm',
    buyerNumber: '9123 4567',
  });
  for (const node of [0, 1]) {
    const { viewer } = (await callNode(node, buyer, 'GET', `/api/v1/listings/${car}`)).body as {
      viewer?: { bookingId?: unknown };
    };
    expect(viewer?.bookingId).toEqual(expect.any(String));
  }
});

it('a car that an admin hides is gone for visitors although the replica still shows it', async () => {
  const admin = await makeUser(server, 'admin');
  const car = await makeCar(server, seller, { brand: 'Ferrari' });
  await waitForCar(car);
  const catalogue = nodes[1]?.context.catalogue;
  await catalogue?.catchUp();
  const readStatus = async () => (await nodes[1]?.app.inject({ url: `/api/productById/${car}` }))?.statusCode;
  expect(await readStatus()).toBe(200);
  await pauseReplay();
  await callNode(0, admin, 'POST', `/api/v1/listings/${car}/hiding`, { reason: 'A fake.' });
  await catalogue?.catchUp();
  expect(await readStatus()).toBe(404);
});

it('/metrics tells the state and lag of the replica, and the reads by their database; /readyz does not ask it', async () => {
  const metrics = (await nodes[0]?.app.inject({ url: '/metrics' }))?.body ?? '';
  expect(metrics).toMatch(/carhouse_replica_state\{replica="127\.0\.0\.1:\d+",state="in use"\} 1/);
  expect(metrics).toMatch(/carhouse_replica_lag_bytes\{replica="127\.0\.0\.1:\d+"\} \d+/);
  await expect
    .poll(async () => {
      await callNode(0, null, 'GET', '/api/teslas');
      return (await nodes[0]?.app.inject({ url: '/metrics' }))?.body;
    })
    .toMatch(/carhouse_database_reads_total\{target="127\.0\.0\.1:\d+"\} [1-9]/);
  expect(metrics).not.toContain(new URL(server.databaseUrl).password);
});

it('no request fails while the replica is killed, and it takes reads again after it was started', async () => {
  let mustStop = false;
  const readerPromises = ['/api/audiDatas', '/api/teslas', '/api/v1/brands', '/api/v1/categories'].map(async (url) => {
    let answerCount = 0;
    // The promise rejects when the status is 300 or above.
    for (; !mustStop; answerCount += 1) await callNode(0, null, 'GET', url);
    return answerCount;
  });
  const readState = () => nodes[0]?.context.readDatabase.getReplicaFigures()[0]?.state;
  const { replica: readsBefore } = countReads(0);
  await expect.poll(() => countReads(0).replica).toBeGreaterThan(readsBefore + 20);
  await replica.kill();
  await expect.poll(readState).toBe('down');
  const { primary: primaryReads } = countReads(0);
  await expect.poll(() => countReads(0).primary).toBeGreaterThan(primaryReads + 20);
  await replica.restart();
  await expect.poll(readState).toBe('in use');
  const { replica: readsAfter } = countReads(0);
  await expect.poll(() => countReads(0).replica).toBeGreaterThan(readsAfter + 20);
  mustStop = true;
  for (const answerCount of await Promise.all(readerPromises)) expect(answerCount).toBeGreaterThan(5);
  replicaClient = await connectReplica(replica.databaseUrl(new URL(server.databaseUrl).pathname.slice(1)));
});
