// Runs one server node as a separate process, without pages and rate limits, for tests of races and crashes. Only tests
// start this file (race-testbed.ts). An argument names the point at which the process kills itself; the product contains no
// code for that.
import { once } from 'node:events';
import { openDatabase, openPool } from '@carhouse/database/connection/connect';
import { guardProvider } from '@carhouse/payments/card-provider';
import { pino } from 'pino';
import { readConfig } from '../config.ts';
import { startReconciler } from '../jobs/start-reconciler.ts';
import { openCardProvider } from '../startup/open-cards.ts';
import { connectWithRetries } from './connect-with-retries.ts';
import { type CrashPoint, crashPoints, createCrashingPool, createCrashingProvider } from './crash-points.ts';
import { openTestNode } from './test-node.ts';

const config = readConfig(false);
if (config.database.kind !== 'server' || config.sessionSecret === null) throw new Error('A test node needs a testbed.');
const crashPoint = crashPoints.find(
  (crashPointName): crashPointName is CrashPoint => crashPointName === process.argv[2],
);
const log = pino({ level: config.logLevel }, pino.destination(2));
const cards = await openCardProvider(config, log);
const guardedProvider = guardProvider(cards.provider);
const { url: databaseUrl, isPooled } = config.database;
const pool = openPool({ url: databaseUrl, isPooled, applicationName: 'carhouse' });
// The pool is prepared before its first connection, because existing connections would not be affected.
if (crashPoint !== undefined) createCrashingPool(pool, crashPoint);
await connectWithRetries(pool);
const { app, context } = await openTestNode({
  config,
  pool,
  databaseUrl,
  database: openDatabase(pool),
  cards: {
    ...cards,
    provider: crashPoint === undefined ? guardedProvider : createCrashingProvider(guardedProvider, crashPoint),
  },
  sessionSecret: config.sessionSecret,
  now: () => new Date(),
  log,
});
const url = await app.listen({ host: config.host, port: config.port });
// A node with a crash point must kill itself in a call of the test, and not while it does pending work from the database.
const stopReconciler = crashPoint === undefined ? startReconciler(context) : async () => {};
const stopSignalPromise = once(process, 'SIGTERM');
process.stdout.write(`The test node is ready at ${url}\n`);
await stopSignalPromise;
await app.close();
await stopReconciler();
await pool.end();
process.exit(0);
