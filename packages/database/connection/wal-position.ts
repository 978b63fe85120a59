import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * A position in the write-ahead log of PostgreSQL in bytes (pg_lsn). A replica that has replayed a position shows
 * everything that was committed before it.
 */
export type WalPosition = bigint;

/** Reads the text of a `pg_lsn`, such as `16/B374D848`. @throws Error for any other text. */
export function parseWalPosition(text: string): WalPosition {
  const match = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i.exec(text);
  if (match === null) throw new Error(`Not a position in the write-ahead log: ${text}`);
  return (BigInt(`0x${match[1]}`) << 32n) + BigInt(`0x${match[2]}`);
}

/**
 * SQL of the position of the primary: everything that is committed before this statement is before the position. The
 * write position could be too low, because a commit with `synchronous_commit = off` is visible before it is written.
 */
export const primaryPositionSql = 'pg_current_wal_insert_lsn()';

const requiredPositionStorage = new AsyncLocalStorage<WalPosition>();

/**
 * Lets `work`, and everything that it awaits, read only from replicas that have replayed the position. Reads of a session
 * run with the position after its last write, so that they show this write.
 */
export function runAfterPosition<T>(position: WalPosition, work: () => T): T {
  return requiredPositionStorage.run(position, work);
}

/** Returns the position of the surrounding `runAfterPosition`; 0 outside of it. */
export function getRequiredPosition(): WalPosition {
  return requiredPositionStorage.getStore() ?? 0n;
}
