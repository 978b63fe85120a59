import { hashingLimits } from '@carhouse/auth/password-hashing';
import { restartTimeoutMs } from '@carhouse/database/connection/await-restart';
import { reservedConnectionCount, reservedTimeoutMs } from '@carhouse/database/connection/reserved-connections';
import { imageLimits } from '@carhouse/images/image-limits';
import { providerLimits } from '@carhouse/payments/call-stripe';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { admissionRange } from '../http/limits/admission-limits.ts';
import { serverLimits } from '../http/limits/server-limits.ts';
import { workShares } from '../http/limits/work-shares.ts';
import { StartFault } from './start-fault.ts';

type LimitValue = number | string | undefined;
export type LimitRow = {
  readonly name: string;
  readonly requiredValue: LimitValue;
  /** The required value, as written in docs/operations.md. */
  readonly text: string;
  /** Reads the actual value on the running server. */
  readonly readActualValue: (context: Context, app: FastifyInstance) => LimitValue | Promise<LimitValue>;
};

/**
 * All limits of docs/reliability.md with their required values. The table in docs/operations.md is generated from this list.
 */
export const limitTable: readonly LimitRow[] = [
  makeLimitRow('Headers of a request', 10_000, '10 s', (_context, app) => app.server.headersTimeout),
  makeLimitRow('A whole upload', 60_000, '60 s', (_context, app) => app.server.requestTimeout),
  makeLimitRow('Any other whole request', 30_000, '30 s', () => serverLimits.requestTimeout),
  makeLimitRow('Idle connection (65 s behind a proxy)', 5_000, '5 s', readIdleTimeout),
  makeLimitRow('Connection on which no byte goes either way', 120_000, '120 s', (_context, app) => app.server.timeout),
  makeLimitRow('Open connections', 1_000, '1,000', (_context, app) => app.server.maxConnections),
  makeLimitRow('Requests of one connection, with several nodes', 200, '200', () => serverLimits.requestsPerConnection),
  makeLimitRow('All headers together', 16 * 1024, '16 KB', () => serverLimits.headerBytes),
  makeLimitRow('JSON body', 64 * 1024, '64 KB', (_context, app) => app.initialConfig.bodyLimit),
  makeLimitRow('Event of the card provider', 256 * 1024, '256 KB', () => serverLimits.eventBytes),
  makeLimitRow('Upload', 5 * 1024 * 1024, '5 MB', () => serverLimits.uploadBytes),
  makeLimitRow('Connections to the database', 10, '10', ({ pool }) => pool.options.max),
  makeLimitRow('Connections beside them for reserved lanes', 2, '2', () => reservedConnectionCount),
  makeLimitRow('Waiting for one of those', 2_500, '2.5 s', () => reservedTimeoutMs),
  makeLimitRow(
    'Waiting for a connection of the others',
    800,
    '800 ms',
    ({ pool }) => pool.options.connectionTimeoutMillis,
  ),
  makeLimitRow('Waiting for a database that restarts', 3_000, '3 s', () => restartTimeoutMs),
  makeLimitRow('Answer of the database', 5_000, '5 s', ({ pool }) => pool.options.query_timeout),
  makeLimitRow('statement_timeout', '3s', '3 s', (context) => readSetting(context, 'statement_timeout')),
  makeLimitRow('lock_timeout', '500ms', '500 ms', (context) => readSetting(context, 'lock_timeout')),
  makeLimitRow('idle_in_transaction_session_timeout', '5s', '5 s', (context) =>
    readSetting(context, 'idle_in_transaction_session_timeout'),
  ),
  makeLimitRow('Attempt at the card provider', 3_000, '3 s', () => providerLimits.timeout),
  makeLimitRow('Repetitions of it', 2, '2', () => providerLimits.retries),
  makeLimitRow('All of them together', 8_000, '8 s', () => providerLimits.whole),
  makeLimitRow('Pixels of a picture', 40_000_000, '40 million', () => imageLimits.pixels),
  makeLimitRow('Work on a picture', 30, '30 s', () => imageLimits.seconds),
  makeLimitRow(
    'Computing for a picture',
    20,
    '20 CPU seconds, then its process is killed',
    () => imageLimits.cpuSeconds,
  ),
  makeLimitRow(
    'Memory of a process that decodes images',
    1024 ** 3,
    '1 GB, then it is killed',
    () => imageLimits.residentBytes,
  ),
  makeLimitRow('Passwords hashed at once', 2, '2', () => hashingLimits.atOnce),
  makeLimitRow('Passwords waiting for it', 60, '60, then 503', () => hashingLimits.waiting),
  makeLimitRow('Passwords of one address waiting for it', 4, '4, then 429', () => hashingLimits.perSubject.waiting),
  makeLimitRow('Calls of one address under way', 64, '64, then 429', () => workShares.concurrentCallMaximum),
  makeLimitRow(
    'Requests under way while answers are late (decision 0093)',
    20,
    '20, shared by the nodes of a machine, at least 4 each; then 503',
    () => admissionRange.minimum,
  ),
  makeLimitRow(
    'Requests under way at first',
    64,
    '64, shared by the nodes of a machine, at least 16 each; then 503',
    () => admissionRange.initial,
  ),
  makeLimitRow('Requests under way while answers are in time', 256, '256, then 503', () => admissionRange.maximum),
  makeLimitRow('Changes at once', 8, '8, of one address 4', () => workShares.changes.atOnce),
  makeLimitRow(
    'Changes that begin only for a network without one',
    2,
    '2 of the 8',
    () => workShares.changes.reservedTurns,
  ),
  makeLimitRow('Changes waiting for it, 10 s at most', 240, '240, then 503', () => workShares.changes.waiting),
  makeLimitRow('Changes of one address waiting', 60, '60, then 429', () => workShares.changes.perSubject.waiting),
  makeLimitRow('Costly calls at once', 4, '4', () => workShares.costlyCalls.atOnce),
  makeLimitRow('Costly calls waiting for it, 2 s at most', 60, '60, then 503', () => workShares.costlyCalls.waiting),
  makeLimitRow('Costly calls of one address at once', 2, '2', () => workShares.costlyCalls.perSubject.atOnce),
  makeLimitRow(
    'Costly calls of one address waiting',
    6,
    '6, then 429',
    () => workShares.costlyCalls.perSubject.waiting,
  ),
  makeLimitRow('Pages rendered at once', 2, '2, of one address 1', () => workShares.pages.atOnce),
  makeLimitRow('Pages waiting for it, 10 s at most', 60, '60, then 503', () => workShares.pages.waiting),
  makeLimitRow('Pages of one address waiting', 10, '10, then 429', () => workShares.pages.perSubject.waiting),
];

/**
 * The settings of PostgreSQL that prevent the loss of acknowledged writes (docs/reliability.md I11). The settings of
 * PostgreSQL are checked at the start, because no test that kills processes detects a wrong setting: the operating
 * system keeps the writes of a killed process, so the test passes anyway.
 */
export const durabilityTable: readonly LimitRow[] = ['fsync', 'synchronous_commit', 'full_page_writes'].map((name) =>
  makeLimitRow(name, 'on', 'on', (context) => readSetting(context, name)),
);

/**
 * Compares every limit with its actual value on this server, including the settings of the database server.
 * @throws StartFault that names every limit whose actual value differs. If the database can lose writes, the server
 * only logs a warning, unless the database is the embedded one or the server is in production.
 */
export async function assertLimits(context: Context, app: FastifyInstance): Promise<void> {
  const differences = await findDifferences(limitTable, context, app);
  const durabilityDifferences = await findDifferences(durabilityTable, context, app);
  if (context.config.isProduction || context.config.database.kind === 'embedded')
    differences.push(...durabilityDifferences);
  else if (durabilityDifferences.length > 0)
    context.log.warn({ unsafe: durabilityDifferences }, 'the database may lose acknowledged writes');
  if (differences.length > 0)
    throw new StartFault(`Limits that are not as they must be: ${differences.join('; ')}`, null);
}

async function findDifferences(rows: readonly LimitRow[], context: Context, app: FastifyInstance): Promise<string[]> {
  const differences: string[] = [];
  for (const each of rows) {
    const foundLimit = await each.readActualValue(context, app);
    if (foundLimit !== each.requiredValue) differences.push(`${each.name} is ${foundLimit}, not ${each.requiredValue}`);
  }
  return differences;
}

/**
 * Returns the keep-alive timeout. The keep-alive timeout is the only limit with two valid values: without a proxy in
 * front of the server it is 5 s.
 */
function readIdleTimeout({ config }: Context, app: FastifyInstance): LimitValue {
  const { keepAliveTimeout, keepAliveTimeoutBehindProxy } = serverLimits;
  const expectedTimeoutMs = config.trustedProxies.length > 0 ? keepAliveTimeoutBehindProxy : keepAliveTimeout;
  return app.server.keepAliveTimeout === expectedTimeoutMs ? keepAliveTimeout : app.server.keepAliveTimeout;
}

/** Reads a setting of PostgreSQL as a connection of the pool sees it. */
async function readSetting({ pool }: Context, name: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ value: string }>('SELECT current_setting($1) AS value', [name]);
  return rows[0]?.value;
}

function makeLimitRow(
  name: string,
  requiredValue: LimitValue,
  text: string,
  readActualValue: LimitRow['readActualValue'],
): LimitRow {
  return { name, requiredValue, text, readActualValue };
}
