import { setTimeout as wait } from 'node:timers/promises';
import { type Database, openDatabase } from '@carhouse/database/connection/connect';
import { migrate } from '@carhouse/database/connection/migrate';
import { EmbeddedDatabaseError } from '@carhouse/embedded-postgres/embedded-database-error';
import { findRunningEmbedded } from '@carhouse/embedded-postgres/find-running';
import { startEmbeddedPostgres } from '@carhouse/embedded-postgres/start-embedded';
import pg from 'pg';

export type ImportDatabase = {
  readonly database: Database;
  readonly pool: pg.Pool;
  /** Ends the connections, and the server where it was started for the import. */
  close(): Promise<void>;
};

export type ImportDatabaseOptions = {
  /** A server of its own; undefined works on the embedded one of `dataDir`. */
  readonly url: string | undefined;
  readonly dataDir: string;
  /** Where the embedded database archives its log, when it is started here: without it the archive would have a gap. */
  readonly backupDir?: string | undefined;
  /** Takes one line for the person at the terminal, seldom. */
  readonly log: (line: string) => void;
};

type Server = { readonly url: string; stop(): Promise<void> };

/** Beside a product that is just starting or stopping, in milliseconds. */
const timeout = 30_000;

/**
 * Opens the database for an import and brings it to this version. The embedded server is used where a running Car House
 * keeps it, and else started until `close`.
 * @throws EmbeddedDatabaseError as the launcher does.
 */
export async function openImportDatabase(options: ImportDatabaseOptions): Promise<ImportDatabase> {
  const server = options.url === undefined ? await openEmbedded(options) : { url: options.url, stop: async () => {} };
  // An import may wait for a disk or a lock longer than a visitor may: other limits than those of the product.
  const pool = new pg.Pool({
    connectionString: server.url,
    application_name: 'carhouse-import',
    max: 2,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 60_000,
    lock_timeout: 10_000,
    idle_in_transaction_session_timeout: 60_000,
  });
  // A lost connection shows in the query that needs it.
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

async function openEmbedded({ dataDir, backupDir, log }: ImportDatabaseOptions): Promise<Server> {
  const deadline = performance.now() + timeout;
  for (;;) {
    try {
      return await startEmbeddedPostgres({ dataDir, backupDir, log });
    } catch (error) {
      if (!(error instanceof EmbeddedDatabaseError) || error.code !== 'DATA_DIR_LOCKED') throw error;
      const url = await findRunningEmbedded(dataDir);
      if (url !== undefined) return { url, stop: async () => {} };
      if (performance.now() > deadline) throw error;
    }
    await wait(200);
  }
}
