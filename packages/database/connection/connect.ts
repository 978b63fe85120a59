import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Schema } from '../schema/schema.ts';
import { reserveConnections, reservedTimeout } from './reserved-connections.ts';

export type Database = Kysely<Schema>;

/** Timeouts of docs/reliability.md, limits, in milliseconds: without them a stuck query could stop the server. */
export const poolLimits = {
  max: 10,
  connectionTimeoutMillis: 800,
  query_timeout: 5_000,
  statement_timeout: 3_000,
  lock_timeout: 500,
  idle_in_transaction_session_timeout: 5_000,
} as const;

/**
 * Milliseconds for which an idle connection stays open. With the driver's default of ten seconds, every burst after a
 * quiet period would first open new connections, within the 800 ms that a request may wait.
 */
const idleTime = 300_000;

export type PoolOptions = {
  readonly url: string;
  readonly applicationName: string;
  readonly max?: number;
  /** Number of additional connections for work inside `withReservedConnections`; 0 by default. */
  readonly reserved?: number;
  /** Replaces some of the timeouts above. */
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

/** A pool with every time limit set. The caller closes it. */
export function openPool(options: PoolOptions): pg.Pool {
  const settings: pg.PoolConfig = {
    connectionString: options.url,
    application_name: options.applicationName,
    ...poolLimits,
    ...options.limits,
    idleTimeoutMillis: idleTime,
    ...(options.max === undefined ? {} : { max: options.max }),
    // Statements that are sent together share a round trip (pipelined-transaction.ts); a caller that awaits each one notices
    // no difference.
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
  // The server may close an idle connection, which must not end the process; the next query gets a new one.
  pool.on('error', () => {});
  // The same for a connection that breaks in a transaction without another listener: its statements are rejected anyway.
  pool.on('connect', (client) => client.on('error', () => {}));
}

/** The typed query builder over a pool. The caller ends the pool. */
export function openDatabase(pool: pg.Pool): Database {
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
}
