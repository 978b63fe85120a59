import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrate } from '@carhouse/database/connection/migrate';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@carhouse/embedded-postgres/start-embedded';
import pg from 'pg';
import { openRaceTestbed, type RaceTestbed } from './race-testbed.ts';
import type { ServerProcess } from './server-process.ts';

const nodeEntryFile = fileURLToPath(new URL('./payout-node-process.ts', import.meta.url));

/**
 * A call to the provider at which a node ends itself. The node makes `callCountBefore` such calls before it ends
 * itself.
 */
export type NodeCrash = { readonly call: string; readonly callCountBefore: number };

/** A race testbed with a database of its own that can be killed, and server processes that pay sellers. */
export type PayoutTestbed = Omit<RaceTestbed, 'startNode' | 'startNodeOf' | 'setClock'> & {
  startNode(crash?: NodeCrash): Promise<ServerProcess>;
  /** Kills all processes of PostgreSQL with `kill -9`, and starts it again. */
  killDatabase(): Promise<void>;
};

export async function openPayoutTestbed(): Promise<PayoutTestbed> {
  const dataDir = await mkdtemp(join(tmpdir(), 'carhouse-payouts-'));
  // PostgreSQL that is started by root runs as another user, who needs access to this folder.
  await chmod(dataDir, 0o711);
  const startDatabase = (port?: number): Promise<EmbeddedPostgres> =>
    startEmbeddedPostgres({ dataDir, log: () => undefined, ...(port === undefined ? {} : { port }) });
  let database = await startDatabase();
  const { url } = database;
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  await migrate(pool);
  await pool.end();
  const raceTestbed = await openRaceTestbed(url);
  return {
    ...raceTestbed,
    startNode: (crash) =>
      raceTestbed.startNodeOf(nodeEntryFile, crash === undefined ? [] : [crash.call, String(crash.callCountBefore)]),
    killDatabase: async () => {
      process.kill(-database.pid, 'SIGKILL');
      // Releases the lock of the folder.
      await database.stop();
      database = await startDatabase(Number(new URL(url).port));
    },
    close: async () => {
      await raceTestbed.close();
      await database.stop();
      await rm(database.homeFolder, { recursive: true, force: true });
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
