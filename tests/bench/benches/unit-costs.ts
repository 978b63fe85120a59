import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { makeJpeg } from '@carhouse/images/testing/test-images';
import type { BenchSize } from '../bench-size.ts';
import { bookCar, type CardOrder, confirmCard, openCharge, readCardForm, settleOrder } from '../card-orders.ts';
import { type CountingAgent, openCountingAgent } from '../counted-connections.ts';
import { makeClientAddress, openClient } from '../http-client.ts';
import { readProcessTime } from '../process-time.ts';
import { type Figures, measureJobs, roundFigure } from '../samples.ts';
import { makeBenchQueries } from '../search-queries.ts';
import type { ServerProcess } from '../server-process.ts';
import { readMemoryMb, type StockServer } from '../stock-server.ts';
import { type BenchUser, signUpUsers } from '../users.ts';

const concurrency = 4;
/** Tables with rows of each listing that is on sale. */
const listingTables = ['listing', 'listing_image', 'listing_change'];

/**
 * Measures what one operation of each kind costs: processor time of the server and of PostgreSQL, bytes of the
 * write-ahead log, growth of the database, and bytes on the network with the headers. docs/capacity.md computes with
 * these figures.
 */
export async function benchUnitCosts(stockServer: StockServer, { listings, seconds }: BenchSize): Promise<Figures[]> {
  const { server, carIds } = stockServer;
  const agent = openCountingAgent(concurrency);
  try {
    const visitCount = Math.round(seconds * 250);
    const orderCount = Math.round(seconds * 40);
    const measure = makeMeasure(server, agent, listings);
    const makeVisitStep = (path: (index: number) => string) => async (index: number) => {
      const client = openClient(server.url, makeClientAddress(index), agent);
      const { status } = await client.send('GET', path(index), { encoding: 'gzip, br' });
      if (status !== 200) throw new Error(`${path(index)} answered ${status}.`);
    };
    const chooseCarId = (index: number) => carIds[index % carIds.length] ?? '';
    const queries = { faceted: makeBenchQueries('faceted', visitCount), text: makeBenchQueries('text', visitCount) };
    const figures = [
      await describeStock(server, listings),
      await measure(
        'home',
        visitCount,
        makeVisitStep(() => '/'),
      ),
      await measure(
        'search, faceted',
        visitCount,
        makeVisitStep((index) => queries.faceted[index]?.path ?? ''),
      ),
      await measure(
        'search, text',
        visitCount,
        makeVisitStep((index) => queries.text[index]?.path ?? ''),
      ),
      await measure(
        'car, JSON',
        visitCount,
        makeVisitStep((index) => `/api/v1/listings/${chooseCarId(index)}`),
      ),
      await measure(
        'car, page',
        Math.ceil(visitCount / 5),
        makeVisitStep((index) => `/cars/${chooseCarId(index)}`),
      ),
    ];
    const buyers = await signUpUsers(server, agent, { count: orderCount, role: 'Buyer' });
    const [seller] = await signUpUsers(server, agent, { count: 1, role: 'Seller' });
    if (seller === undefined) throw new Error('There is no seller.');
    return [
      ...figures,
      ...(await measureOrders(buyers, await findCars(server, buyers.length), measure)),
      await measurePhotos(server, seller, measure),
    ];
  } finally {
    agent.destroy();
  }
}

type MeasureOperation = (unit: string, count: number, runStep: (index: number) => Promise<void>) => Promise<Figures>;

async function measureOrders(
  buyers: readonly BenchUser[],
  cars: readonly string[],
  measure: MeasureOperation,
): Promise<Figures[]> {
  const form = await readCardForm(buyers[0]);
  const orders: CardOrder[] = [];
  const makeOrderStep = (runStep: (order: CardOrder) => Promise<void>) => async (index: number) => {
    const order = orders[index];
    if (order !== undefined) await runStep(order);
  };
  const bookingFigures = await measure('booking', buyers.length, async (index) => {
    const buyer = buyers[index];
    if (buyer !== undefined) orders.push(await bookCar(buyer, cars[index] ?? ''));
  });
  const chargeOpeningCosts = await measure('payment, opened', orders.length, makeOrderStep(openCharge));
  await measureJobs(
    orders.map((order) => () => confirmCard(order, form)),
    concurrency,
  );
  return [
    bookingFigures,
    chargeOpeningCosts,
    await measure('payment, settled', orders.length, makeOrderStep(settleOrder)),
  ];
}

/** Finds cars of different listings that a card can pay in one payment. */
async function findCars({ pool }: ServerProcess, count: number): Promise<readonly string[]> {
  const { rows } = await pool.query<{ id: string }>(
    "SELECT id FROM listing WHERE status = 'available' AND resale_price_cents < 10000000 ORDER BY id LIMIT $1",
    [count],
  );
  if (rows.length < count) throw new Error(`The stock has ${rows.length} cars that a card can pay.`);
  return rows.map(({ id }) => id);
}

/** Uploads pictures, and waits until the job has made their AVIF files, which is a part of their cost. */
async function measurePhotos(server: ServerProcess, seller: BenchUser, measure: MeasureOperation): Promise<Figures> {
  const photos = await Promise.all(Array.from({ length: 12 }, () => makeJpeg()));
  const folder = join(server.dataDir, 'images');
  const bytesBefore = await countFileBytes(folder);
  const figures = await measure('photo', photos.length, async (index) => {
    const form = new FormData();
    form.set('image', new File([new Uint8Array(photos[index] ?? [])], 'car.jpg', { type: 'image/jpeg' }));
    const headers = { authorization: seller.token, 'x-forwarded-for': makeClientAddress(index) };
    const answer = await fetch(`${server.url}/api/images`, { method: 'POST', headers, body: form });
    if (!answer.ok) throw new Error(`The upload answered ${answer.status}: ${await answer.text()}`);
    if (index === photos.length - 1) await waitForAvif(server);
  });
  const uploadedByteCount = photos.reduce((sum, photo) => sum + photo.length, 0);
  return {
    ...figures,
    network_bytes: Math.round(uploadedByteCount / photos.length),
    file_bytes: Math.round(((await countFileBytes(folder)) - bytesBefore) / photos.length),
  };
}

async function waitForAvif({ pool }: ServerProcess): Promise<void> {
  for (;;) {
    const { rows } = await pool.query('SELECT FROM image WHERE stored_at IS NOT NULL AND avif_at IS NULL LIMIT 1');
    if (rows.length === 0) return;
    await wait(250);
  }
}

function makeMeasure(server: ServerProcess, agent: CountingAgent, listings: number): MeasureOperation {
  return async (unit, count, runStep) => {
    const [usageBefore, bytesBefore] = [await readUsage(server), agent.bytes];
    await measureJobs(
      Array.from({ length: count }, (_, index) => () => runStep(index)),
      concurrency,
    );
    const [usageAfter, bytes] = [await readUsage(server), agent.bytes - bytesBefore];
    return {
      bench: `unit cost: ${unit}`,
      listings,
      count,
      server_ms: roundFigure(((usageAfter.time.server - usageBefore.time.server) * 1000) / count),
      postgres_ms: roundFigure(((usageAfter.time.postgresSeconds - usageBefore.time.postgresSeconds) * 1000) / count),
      wal_bytes: Math.round((usageAfter.wal - usageBefore.wal) / count),
      database_bytes: Math.round((usageAfter.database - usageBefore.database) / count),
      network_bytes: Math.round(bytes / count),
    };
  };
}

/** What the cars cost while nobody sends requests: bytes of their tables with the indexes, and memory of the server. */
async function describeStock({ pool, pid }: ServerProcess, listings: number): Promise<Figures> {
  const { rows } = await pool.query<{ bytes: bigint }>(
    'SELECT sum(pg_total_relation_size(name::regclass))::bigint AS bytes FROM unnest($1::text[]) AS name',
    [listingTables],
  );
  const memory = readMemoryMb(pid);
  return {
    bench: 'unit cost: listing at rest',
    listings,
    database_bytes: Math.round(Number(rows[0]?.bytes ?? 0n) / listings),
    server_memory_mb: memory,
  };
}

async function readUsage(server: ServerProcess) {
  const { rows } = await server.pool.query<{ wal: bigint; database: bigint }>(
    `SELECT (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::bigint AS wal, pg_database_size(current_database()) AS database`,
  );
  const [{ wal, database } = { wal: 0n, database: 0n }] = rows;
  return { wal: Number(wal), database: Number(database), time: await readProcessTime(server) };
}

async function countFileBytes(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const sizes = await Promise.all(
    entries.filter((each) => each.isFile()).map(async (each) => (await stat(join(each.parentPath, each.name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
