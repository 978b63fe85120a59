import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';

/** Number of database connections of each node for work that a flood of requests must not stop (decision 0033). */
export const reservedConnections = 2;
/** Milliseconds for which such work waits for one of them. */
export const reservedTimeout = 2_500;

const marks = new AsyncLocalStorage<true>();

/** Lets this work, and all that it awaits, use the reserved connections of a pool when the others are in use. */
export function withReservedConnections<T>(work: () => T): T {
  return marks.run(true, work);
}

/** Runs the work without them again. */
export function withoutReservedConnections<T>(work: () => T): T {
  return marks.exit(work);
}

/**
 * Adds connections to a pool for work inside `withReservedConnections`. That work uses one of them when the pool has none
 * free; other work never does. They end with the pool.
 * @returns the pool of the reserved connections.
 */
export function reserveConnections(pool: pg.Pool, options: pg.PoolConfig): pg.Pool {
  // Opened at the start, because opening connections during an attack may fail.
  const reserve = new pg.Pool({ ...options, idleTimeoutMillis: 0 });
  void openAll(reserve);
  const { connect } = pool;
  const endOwn = pool.end.bind(pool);
  const isTaken = (): boolean => pool.totalCount >= (pool.options.max ?? 0) && pool.idleCount <= pool.waitingCount;
  // `query` of the driver's pool calls `connect` too.
  pool.connect = function chosen(this: pg.Pool, ...given: Parameters<typeof connect>) {
    const from = marks.getStore() === true && isTaken() ? reserve : pool;
    return (from === pool ? connect : reserve.connect).apply(from, given);
  } as typeof connect;
  pool.end = async () => {
    await reserve.end();
    await new Promise<void>((resolve) => endOwn(resolve));
  };
  return reserve;
}

/** If the database does not answer yet, the first work that needs it fails. */
async function openAll(reserve: pg.Pool): Promise<void> {
  const opened = await Promise.allSettled(Array.from({ length: reserve.options.max }, () => reserve.connect()));
  for (const each of opened) if (each.status === 'fulfilled') each.value.release();
}
