import { callbackify } from 'node:util';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Schema } from '../schema/schema.ts';
import { awaitRestarts } from './await-restart.ts';
import { leaveStandby } from './leave-standby.ts';
import { reserveConnections, reservedTimeoutMs } from './reserved-connections.ts';

export type Database = Kysely<Schema>;

/**
 * The limits of the connection pool: its number of connections, and timeouts in milliseconds (docs/reliability.md,
 * limits). Without timeouts, queries that do not end could occupy all connections.
 */
export const poolLimits = {
  max: 10,
  connectionTimeoutMillis: 800,
  query_timeout: 5_000,
  statement_timeout: 3_000,
  lock_timeout: 500,
  idle_in_transaction_session_timeout: 5_000,
} as const;

/**
 * Milliseconds for which an idle connection stays open. The driver's default is ten seconds. After ten seconds without
 * requests, a burst of requests would first have to open connections, but a request waits at most 800 ms for a
 * connection.
 */
const idleTimeoutMs = 300_000;

export type PoolOptions = {
  readonly url: string;
  readonly applicationName: string;
  readonly max?: number;
  /** Number of additional connections for work inside `withReservedConnections`; 0 by default. */
  readonly reservedCount?: number;
  /**
   * Whether the URL leads to a pooler such as PgBouncer, which can use a different connection to the database for each
   * transaction. With a pooler, a statement is never prepared under a name, because the next transaction may not find
   * it.
   */
  readonly isPooled?: boolean;
  /** Whether work waits for a database that restarts (await-restart.ts); false by default. */
  readonly shouldAwaitRestarts?: boolean;
  /** Limits for this pool that replace the limits of `poolLimits`. */
  readonly limits?: Partial<Readonly<Record<keyof typeof poolLimits, number>>>;
  /** The function is called with each new connection before its first statement. Reserved connections are included. */
  readonly onConnect?: (client: pg.PoolClient) => void;
  /**
   * Checks each new connection before its first use. When the returned promise rejects, the connection is closed, and
   * the work on this connection fails.
   */
  readonly verify?: (client: pg.PoolClient) => Promise<void>;
};

const int8TypeId = 20;
const dateTypeId = 1082;

/**
 * Parsers of column types: bigint columns become bigint, dates remain ISO text (a day has no time zone), all others are
 * parsed by `pg`.
 */
const typeParsers: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === int8TypeId) return (text: string) => BigInt(text);
    if (oid === dateTypeId) return (text: string) => text;
    return pg.types.getTypeParser(oid, format);
  },
};

/** A connection to a pooler, which sends every statement without a name. */
class UnnamedStatementClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const sendQuery: (...args: unknown[]) => unknown = this.query.bind(this);
    const sendUnnamedStatement = (query: unknown, ...otherArguments: unknown[]): unknown =>
      sendQuery(isNamedQuery(query) ? { ...query, name: undefined } : query, ...otherArguments);
    this.query = sendUnnamedStatement as typeof this.query;
  }
}

function isNamedQuery(query: unknown): query is pg.QueryConfig {
  return typeof query === 'object' && query !== null && 'name' in query && 'text' in query;
}

/** Opens a pool of connections with all timeouts set. The caller must close the pool. */
export function openPool(options: PoolOptions): pg.Pool {
  const { verify } = options;
  const settings: pg.PoolConfig = {
    connectionString: options.url,
    application_name: options.applicationName,
    ...poolLimits,
    ...options.limits,
    idleTimeoutMillis: idleTimeoutMs,
    ...(options.max === undefined ? {} : { max: options.max }),
    // Statements that are sent together share a round trip (pipelined-transaction.ts). Callers that await each
    // statement are not affected.
    pipeline: true,
    types: typeParsers,
    ...(verify === undefined ? {} : { verify: callbackify(verify) }),
    ...(options.isPooled === true ? { Client: UnnamedStatementClient } : {}),
  };
  const pool = new pg.Pool(settings);
  preparePool(pool, options);
  if (options.reservedCount !== undefined) {
    const reservedPoolOptions = { max: options.reservedCount, connectionTimeoutMillis: reservedTimeoutMs };
    preparePool(reserveConnections(pool, { ...settings, ...reservedPoolOptions }), options);
  }
  return pool;
}

function preparePool(pool: pg.Pool, { onConnect, shouldAwaitRestarts }: PoolOptions): void {
  // The database server may close an idle connection. A closed connection must not end the process; the next query gets
  // a new connection.
  pool.on('error', () => {});
  leaveStandby(pool);
  // A connection may also break during a transaction, when no other listener handles its error event. The statements of
  // a broken connection are rejected in any case.
  pool.on('connect', (client) => {
    client.on('error', () => {});
    onConnect?.(client);
  });
  if (shouldAwaitRestarts === true) awaitRestarts(pool);
}

/** Opens the typed query builder over a pool. The caller must close the pool. */
export function openDatabase(pool: pg.Pool): Database {
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
}
