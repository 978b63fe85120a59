import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Schema } from '../schema/schema.ts';
import { reserveConnections, reservedTimeout } from './reserved-connections.ts';

export type Database = Kysely<Schema>;

/** Timeouts of docs/reliability.md, limits, in milliseconds: without one, a stuck query could stop the server. */
export const poolLimits = {
  max: 10,
  connectionTimeoutMillis: 800,
  query_timeout: 5_000,
  statement_timeout: 3_000,
  lock_timeout: 500,
  idle_in_transaction_session_timeout: 5_000,
} as const;

/**
 * How long an idle connection is kept, in milliseconds. With the driver's ten seconds, every burst after a quiet period would
 * open new connections first, within the 800 ms that a request may wait.
 */
const idleTime = 300_000;

export type PoolOptions = {
  readonly url: string;
  readonly applicationName: string;
  readonly max?: number;
  /** Connections beside those, for what runs in `withReservedConnections`; none when absent. */
  readonly reserved?: number;
  /** Other limits than those above, in part. */
  readonly limits?: Partial<Readonly<Record<keyof typeof poolLimits, number>>>;
};

const int8 = 20;
const date = 1082;

/** bigint columns arrive as bigint, dates as ISO text (a day has no time zone), everything else as `pg` reads it. */
const types: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === int8) return (text: string) => BigInt(text);
    if (oid === date) return (text: string) => text;
    return pg.types.getTypeParser(oid, format);
  },
};

/** A pool with every time limit set. The caller ends it. */
export function openPool(options: PoolOptions): pg.Pool {
  const settings: pg.PoolConfig = {
    connectionString: options.url,
    application_name: options.applicationName,
    ...poolLimits,
    ...options.limits,
    idleTimeoutMillis: idleTime,
    ...(options.max === undefined ? {} : { max: options.max }),
    // Statements that are sent together share a round trip (pipelined-transaction.ts); a caller that awaits each sees no difference.
    pipeline: true,
    types,
  };
  const pool = new pg.Pool(settings);
  endNothing(pool);
  if (options.reserved !== undefined) {
    const more = { max: options.reserved, connectionTimeoutMillis: reservedTimeout };
    endNothing(reserveConnections(pool, { ...settings, ...more }));
  }
  return pool;
}

function endNothing(pool: pg.Pool): void {
  // An idle connection that the server closes must not end the process; the next query gets a new one.
  pool.on('error', () => {});
  // The same for one that breaks within a transaction without another listener: its statements are rejected anyway.
  pool.on('connect', (client) => client.on('error', () => {}));
}

/** The typed query builder over a pool. Ending the pool is the caller's. */
export function openDatabase(pool: pg.Pool): Database {
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
}
