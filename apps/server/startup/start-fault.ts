import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Pool } from 'pg';
import type { Config } from '../config.ts';

/** The reason why the server cannot start, as one line that names the variable to change. */
export class StartFault extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.name = 'StartFault';
  }
}

/** The oldest supported major version of PostgreSQL (docs/operations.md). */
const oldestPostgresVersion = 15;
/** Number of tries of the first connection, each until the timeout of the pool. */
const connectTryCountMaximum = 12;
/** PostgreSQL's error code for a user who may not create tables. */
const insufficientPrivilegeCode = '42501';

/** Returns the error for a data directory that cannot be created or opened. */
export function findDataDirFault(dataDir: string, error: unknown): unknown {
  return findErrorCode(error) === undefined
    ? error
    : new StartFault(`DATA_DIR: ${dataDir} cannot be used (${findErrorCode(error)})`, error);
}

/**
 * Checks that the database server of `DATABASE_URL` can be used.
 * @throws StartFault when the server does not answer, refuses the user, or is too old.
 */
export async function tryDatabaseServer(pool: Pool): Promise<void> {
  const version = await readVersion(pool);
  if (version < oldestPostgresVersion) {
    throw new StartFault(
      `DATABASE_URL: the server is PostgreSQL ${version}; ${oldestPostgresVersion} or newer is needed`,
      null,
    );
  }
}

/**
 * Reads the major version of PostgreSQL. Opening a connection of the pool times out after 800 ms, which is short for
 * the first connection on a busy machine. After a timeout, the first connection is therefore tried again. Every other
 * failure is thrown immediately.
 */
async function readVersion(pool: Pool): Promise<number> {
  for (let tryCount = 1; ; tryCount += 1) {
    try {
      const { rows } = await pool.query<{ server_version_num: string }>('SHOW server_version_num');
      return Math.floor(Number(rows[0]?.server_version_num) / 10_000);
    } catch (error) {
      const { message } = error as Error;
      if (tryCount < connectTryCountMaximum && /timeout/i.test(message)) continue;
      throw new StartFault(`DATABASE_URL: no connection (${message || findErrorCode(error)})`, error);
    }
  }
}

/** The settings with which PostgreSQL never loses an acknowledged commit (docs/reliability.md fact 10 and I11). */
const durabilitySettings = ['fsync', 'synchronous_commit', 'full_page_writes'] as const;

/**
 * Checks whether an acknowledged commit survives a crash of the database.
 * @throws StartFault when a setting of this connection has another value.
 */
export async function checkDurability(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    "SELECT name FROM pg_settings WHERE name = ANY($1) AND setting = 'off' ORDER BY name",
    [durabilitySettings],
  );
  const unsafeSettings = rows.map((row) => row.name);
  if (unsafeSettings.length === 0) return;
  throw new StartFault(
    `DATABASE_URL: the server has ${unsafeSettings.join(' and ')} off, so an answered payment could be lost; switch it on`,
    null,
  );
}

/**
 * Checks that an external sandbox provider works for this server node: lists its intents, with the same secret key with which the
 * node will call it later.
 * @throws StartFault when the provider does not answer, or has another secret.
 */
export async function trySandbox(url: string, secretKey: string): Promise<void> {
  let status: number;
  try {
    const answer = await fetch(`${url}/v1/payment_intents?limit=1`, {
      headers: { authorization: `Bearer ${secretKey}` },
      signal: AbortSignal.timeout(3_000),
    });
    status = answer.status;
    await answer.arrayBuffer();
  } catch (error) {
    throw new StartFault(`SANDBOX_CARDS_URL: nobody answers at ${url}; start it with 'npm run sandbox-cards'`, error);
  }
  if (status === 401) {
    throw new StartFault(`SANDBOX_CARDS_SECRET: is not the secret of the sandbox card provider at ${url}`, null);
  }
  if (status !== 200) {
    throw new StartFault(`SANDBOX_CARDS_URL: what answers at ${url} is no sandbox card provider (${status})`, null);
  }
}

/**
 * Returns the error for a migration that failed. The usual reason on an external database server is a user who may not
 * create tables.
 */
export function findMigrationFault(error: unknown): unknown {
  for (const each of [error, (error as Error).cause]) {
    if (findErrorCode(each) !== insufficientPrivilegeCode) continue;
    const { message } = each as Error;
    return new StartFault(`DATABASE_URL: its user must be allowed to create tables and extensions (${message})`, error);
  }
  return error;
}

/**
 * Checks that the server can listen on its address, before the long work of a first start. The server itself listens later,
 * when it is ready.
 * @throws StartFault when the address cannot be used.
 */
export async function tryAddress({ host, port }: Pick<Config, 'host' | 'port'>): Promise<void> {
  const portProbeServer = createServer();
  try {
    portProbeServer.listen({ host, port });
    await once(portProbeServer, 'listening');
  } catch (error) {
    throw makeAddressFault({ host, port }, error);
  }
  portProbeServer.close();
  await once(portProbeServer, 'close');
}

/** Returns the error for a server that cannot listen on `HOST` and `PORT`. */
export function makeAddressFault({ host, port }: Pick<Config, 'host' | 'port'>, error: unknown): unknown {
  const code = findErrorCode(error);
  if (code === 'EADDRINUSE') return new StartFault(`PORT: ${port} is in use; choose another one with PORT=…`, error);
  if (code === 'EACCES') return new StartFault(`PORT: this user may not listen on ${port}; take one above 1023`, error);
  if (code === undefined) return error;
  return new StartFault(`HOST: ${host} is no address of this machine (${code})`, error);
}

function findErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}
