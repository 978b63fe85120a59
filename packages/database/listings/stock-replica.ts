import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { parseWalPosition, type WalPosition } from '../connection/wal-position.ts';
import { connectReader } from './stock.ts';

/**
 * Maximum number of milliseconds for which the loading of all listings waits until a replica has replayed the position.
 * After this time, the primary is read.
 */
const replayTimeoutMs = 2_000;
const replayPollMs = 100;

/**
 * Connects to the first of these replicas that has replayed the position or replays it within two seconds. The caller
 * must close the connection.
 * @returns null when no replica has replayed the position.
 */
export async function connectStockReplica(
  replicaUrls: readonly string[],
  position: WalPosition,
  signal: AbortSignal,
): Promise<pg.Client | null> {
  for (const url of replicaUrls) {
    const client = await connectReader(url).catch(() => null);
    if (client === null) continue;
    if (await hasReplayed(client, position, signal).catch(() => false)) return client;
    await client.end().catch(() => {});
  }
  return null;
}

async function hasReplayed(client: pg.Client, position: WalPosition, signal: AbortSignal): Promise<boolean> {
  const deadline = performance.now() + replayTimeoutMs;
  while (!signal.aborted) {
    const { rows } = await client.query<{ isReplica: boolean; replayed: string }>(
      `SELECT pg_is_in_recovery() AS "isReplica", coalesce(pg_last_wal_replay_lsn(), '0/0')::text AS replayed`,
    );
    const [row] = rows;
    if (row?.isReplica !== true) return false;
    if (parseWalPosition(row.replayed) >= position) return true;
    if (performance.now() > deadline) return false;
    await wait(replayPollMs);
  }
  return false;
}
