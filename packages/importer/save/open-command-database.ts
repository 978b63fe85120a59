import { setTimeout as wait } from 'node:timers/promises';
import { type Database, openDatabase } from '@carhouse/database/connection/connect';
import { migrate } from '@carhouse/database/connection/migrate';
import { EmbeddedDatabaseError } from '@carhouse/embedded-postgres/embedded-database-error';
import { findRunningEmbeddedUrl } from '@carhouse/embedded-postgres/find-running';
import { startEmbeddedPostgres } from '@carhouse/embedded-postgres/start-embedded';
import pg from 'pg';

export type CommandDatabase = {
  readonly database: Database;
  readonly pool: pg.Pool;
  /** Closes the connections, and stops the embedded server when this command started it. */
  close(): Promise<void>;
};

export type CommandDatabaseOptions = {
  /** URL of an external database. When the URL is undefined, the embedded database of `dataDir` is used. */
  readonly url: string | undefined;
  readonly dataDir: string;
  /**
   * Folder in which the embedded database archives its log when the command starts the database. If the command did not
   * archive the log, the archive would have a gap.
   */
  readonly backupDir?: string | undefined;
  /** Called with a message for the operator in the terminal. The database usually starts without a message. */
  readonly log: (line: string) => void;
};

type CommandServer = { readonly url: string; stop(): Promise<void> };

/** Milliseconds to wait for a server that is starting or stopping. */
const timeoutMs = 30_000;

/**
 * Opens the database for a command that an operator runs, such as an import, and migrates it to this version. A running
 * embedded server is used. When no embedded server is running, the function starts a server, and `close` stops it.
 * @throws EmbeddedDatabaseError for the same reasons as `startEmbeddedPostgres`.
 */
export async function openCommandDatabase(options: CommandDatabaseOptions): Promise<CommandDatabase> {
  const server =
    options.url === undefined ? await openEmbeddedServer(options) : { url: options.url, stop: async () => {} };
  // An import may wait longer for a disk or a lock than a request may, so its limits differ from the server's.
  const pool = new pg.Pool({
    connectionString: server.url,
    application_name: 'carhouse-import',
    max: 2,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 60_000,
    lock_timeout: 10_000,
    idle_in_transaction_session_timeout: 60_000,
  });
  // An idle connection may fail. The next query on the connection reports the error.
  pool.on('error', () => {});
  try {
    await migrate(pool);
  } catch (error) {
    await pool.end();
    await server.stop();
    throw error;
  }
  return {
    database: openDatabase(pool),
    pool,
    async close() {
      await pool.end();
      await server.stop();
    },
  };
}

async function openEmbeddedServer({ dataDir, backupDir, log }: CommandDatabaseOptions): Promise<CommandServer> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    try {
      return await startEmbeddedPostgres({ dataDir, backupDir, log });
    } catch (error) {
      if (!(error instanceof EmbeddedDatabaseError) || error.code !== 'DATA_DIR_LOCKED') throw error;
      const url = await findRunningEmbeddedUrl(dataDir);
      if (url !== undefined) return { url, stop: async () => {} };
      if (performance.now() > deadline) throw error;
    }
    await wait(200);
  }
}
