import type { Database } from '@carhouse/database/connection/connect';
import type { AccountId } from '@carhouse/domain/account/account';
import { sql } from 'kysely';
import { ImportBusyError } from '../read/import-fault.ts';

/**
 * Runs `work` while no other import for this seller runs. The lock belongs to the connection, so PostgreSQL releases it
 * when this process is killed. `work` gets a database that uses this connection only.
 * @throws ImportBusyError while another import holds the lock.
 */
export async function withImportLock<T>(
  database: Database,
  sellerId: AccountId,
  work: (connection: Database) => Promise<T>,
): Promise<T> {
  const key = sql`hashtextextended(${`import for ${sellerId}`}, 0)`;
  return database.connection().execute(async (connection) => {
    const lockResult = await sql<{ free: boolean }>`SELECT pg_try_advisory_lock(${key}) AS free`.execute(connection);
    if (lockResult.rows[0]?.free !== true)
      throw new ImportBusyError('Another import for this seller is running. Wait for its end.');
    try {
      return await work(connection);
    } finally {
      // When the connection is lost, PostgreSQL has released the lock.
      await sql`SELECT pg_advisory_unlock(${key})`.execute(connection).catch(() => undefined);
    }
  });
}
