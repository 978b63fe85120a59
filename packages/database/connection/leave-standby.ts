import type { EventEmitter } from 'node:events';
import type pg from 'pg';

/** SQLSTATE of a write that the database has refused because it is a standby, or the transaction is read-only. */
export const readOnlySqlState = '25006';

/**
 * Closes a connection after its work when the database has refused a write on it as read-only. After a failover, a
 * connection may lead to the previous primary, which is now a standby. If the connection were not closed, the pool
 * would go on using it for writes, and all these writes would fail.
 */
export function leaveStandby(pool: pg.Pool): void {
  const standbyClients = new WeakSet<pg.PoolClient>();
  pool.on('connect', (client) => {
    if (!hasConnection(client)) return;
    client.connection.on('errorMessage', ({ code }: { readonly code?: string }) => {
      if (code === readOnlySqlState) standbyClients.add(client);
    });
  });
  // When a client is released whose connection is ending, the pool removes the client.
  pool.on('release', (_error, client) => {
    if (standbyClients.delete(client)) void client.end().catch(() => undefined);
  });
}

/** Whether a client has the driver's connection object, which the types of the driver do not declare. */
function hasConnection(client: object): client is { readonly connection: EventEmitter } {
  return 'connection' in client && typeof client.connection === 'object' && client.connection !== null;
}
