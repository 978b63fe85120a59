import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { generateListings } from '@carhouse/bench/generate-listings';
import { loadListings } from '@carhouse/bench/load-listings';
import { makeDataDir } from '@carhouse/bench/server-process';
import { openPool } from '@carhouse/database/connection/connect';
import { migrate } from '@carhouse/database/connection/migrate';
import { findFreePort } from '@carhouse/database/testing/free-port';
import { cardPaymentMaximum } from '@carhouse/domain/money/money';
import { startMailServer } from '@carhouse/mail/testing/start-mail-server';
import { makeManyCars, makeManyUsers, type SignedInUser } from '@carhouse/server/testing/many-users';
import {
  makeProductionEnvironment,
  productEntryFile,
  type ServerProcess,
  sandboxEntryFile,
  startServerProcess,
} from '@carhouse/server/testing/server-process';
import type pg from 'pg';
import { DatabaseProcess } from '../faults/rig/database-process.ts';
import type { LoadData } from './load-task.ts';
import { shownCarCount } from './visitor-mix.ts';

export type LoadTestbed = {
  readonly loadData: LoadData;
  /** The process of the product; with several nodes their primary process. */
  readonly product: ServerProcess;
  readonly databaseUrl: string;
  readonly database: DatabaseProcess;
  close(): Promise<void>;
};

export type TestbedOptions = {
  /** Number of server nodes. One node runs without a primary process. */
  readonly nodes: number;
  /** Number of invented cars on offer. */
  readonly listings: number;
};

const peopleCounts = { buyers: 2_000, sellers: 100, admins: 20 } as const;
const carsPerSeller = 20;
const databaseConnectionLimit = 200;

/**
 * Starts a database with cars and people, and the product on it in production mode, as `npm start` runs it. The
 * generator takes the place of a reverse proxy. All limits apply, except those on the purchases of one person within an
 * hour or a day. The sandbox card provider keeps all its records in memory, so it has a process of its own, which is not
 * measured.
 */
export async function startLoadTestbed({ nodes, listings }: TestbedOptions): Promise<LoadTestbed> {
  const closers: (() => Promise<unknown>)[] = [];
  const close = async (): Promise<void> => {
    for (const closeResource of closers.splice(0).reverse()) await closeResource();
  };
  // Without these handlers, the product and its database would keep running after the end of this process.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void close().finally(() => process.exit(1)));
  try {
    const dataDir = await makeDataDir();
    closers.push(() => rm(dataDir, { recursive: true, force: true }));
    const database = await DatabaseProcess.start(join(dataDir, 'postgres'), {
      max_connections: String(databaseConnectionLimit),
    });
    const databaseUrl = database.url;
    closers.push(() => database.stop());
    const sessionSecret = randomBytes(32).toString('hex');
    const pool = openPool({ url: databaseUrl, applicationName: 'carhouse-load', max: 2, limits: fillTimeouts });
    let databaseContents: Omit<LoadData, 'origin'>;
    try {
      databaseContents = await fillDatabase(pool, databaseUrl, sessionSecret, listings);
    } finally {
      await pool.end();
    }
    const mailServer = await startMailServer();
    closers.push(() => mailServer.close());
    // Nodes that are started again listen on the same port.
    const port = String(await findFreePort());
    const cardsSecret = randomBytes(32).toString('hex');
    const cards = await startServerProcess(
      { SANDBOX_CARDS_SECRET: cardsSecret, DATA_DIR: join(dataDir, 'cards') },
      sandboxEntryFile,
      ['--port', '0', '--house-url', `http://127.0.0.1:${port}`],
    );
    closers.push(() => cards.stop());
    const product = await startServerProcess(
      {
        ...makeProductionEnvironment(mailServer.port),
        DATABASE_URL: databaseUrl,
        DATA_DIR: join(dataDir, 'product'),
        SESSION_SECRET: sessionSecret,
        TRUSTED_PROXIES: '127.0.0.1',
        SANDBOX_CARDS_URL: new URL(cards.url).origin,
        SANDBOX_CARDS_SECRET: cardsSecret,
        PORT: port,
      },
      productEntryFile,
      nodes === 1 ? [] : ['--nodes', String(nodes)],
    );
    closers.push(() => product.stop());
    return { loadData: { ...databaseContents, origin: product.url }, product, databaseUrl, database, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Limits of the statements that fill the database, in milliseconds. */
const fillTimeouts = { query_timeout: 120_000, statement_timeout: 120_000 } as const;

async function fillDatabase(
  pool: pg.Pool,
  databaseUrl: string,
  sessionSecret: string,
  listings: number,
): Promise<Omit<LoadData, 'origin'>> {
  await migrate(pool);
  await loadListings(databaseUrl, { count: listings });
  const makeUsers = (role: 'Buyer' | 'Seller' | 'admin', count: number): Promise<SignedInUser[]> =>
    makeManyUsers(pool, sessionSecret, role, count);
  const buyers = await makeUsers('Buyer', peopleCounts.buyers);
  const sellers = await makeUsers('Seller', peopleCounts.sellers);
  const admins = await makeUsers('admin', peopleCounts.admins);
  const prices = Array.from({ length: carsPerSeller }, (_, index) => 30_000 + 1_000 * index);
  for (const { id } of sellers) await makeManyCars(pool, id, prices);
  // The checkpoint writes the data to the files, as in a database that has run for some time, so that a restart of
  // PostgreSQL need not replay the log.
  await pool.query('CHECKPOINT');
  const generatedListings = [...generateListings({ count: listings })];
  return {
    buyers,
    sellers,
    admins,
    shownCars: generatedListings.slice(0, shownCarCount).map(({ id }) => id),
    // More expensive cars are left out, because one charge cannot pay for them.
    carsToOrder: generatedListings
      .slice(shownCarCount)
      .filter(({ price }) => price <= Number(cardPaymentMaximum))
      .map(({ id }) => id),
  };
}
