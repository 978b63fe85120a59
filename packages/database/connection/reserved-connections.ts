import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';

/**
 * Number of database connections of each server node that are reserved for work that a flood of requests must not stop
 * (decision 0033).
 */
export const reservedConnectionCount = 2;
/** Maximum number of milliseconds for which work inside `withReservedConnections` waits for a reserved connection. */
export const reservedTimeoutMs = 2_500;

const reservedWorkContext = new AsyncLocalStorage<true>();

/**
 * Lets `work`, and everything that `work` awaits, use the reserved connections of a pool when all other connections are
 * in use.
 */
export function withReservedConnections<T>(work: () => T): T {
  return reservedWorkContext.run(true, work);
}

/** Runs `work` without access to the reserved connections. */
export function withoutReservedConnections<T>(work: () => T): T {
  return reservedWorkContext.exit(work);
}

/**
 * Adds reserved connections to a pool, for work inside `withReservedConnections`. Work inside `withReservedConnections`
 * uses a reserved connection when all other connections are in use. Other work never uses a reserved connection. The
 * reserved connections are closed together with the pool.
 * @returns the pool of reserved connections.
 */
export function reserveConnections(pool: pg.Pool, options: pg.PoolConfig): pg.Pool {
  // The connections are opened at the start, because opening them during an attack may fail.
  const reservePool = new pg.Pool({ ...options, idleTimeoutMillis: 0 });
  void openAllConnections(reservePool);
  const { connect } = pool;
  const endOwnPool = pool.end.bind(pool);
  const isPoolExhausted = (): boolean =>
    pool.totalCount >= (pool.options.max ?? 0) && pool.idleCount <= pool.waitingCount;
  // The `query` method of the driver's pool calls `connect` too.
  pool.connect = function connectToChosenPool(this: pg.Pool, ...args: Parameters<typeof connect>) {
    const chosenPool = reservedWorkContext.getStore() === true && isPoolExhausted() ? reservePool : pool;
    return (chosenPool === pool ? connect : reservePool.connect).apply(chosenPool, args);
  } as typeof connect;
  pool.end = async () => {
    await reservePool.end();
    await new Promise<void>((resolve) => endOwnPool(resolve));
  };
  return reservePool;
}

/**
 * Opens all reserved connections. When the database does not respond, each reserved connection is opened later, by the
 * work that needs it.
 */
async function openAllConnections(reserve: pg.Pool): Promise<void> {
  const connectResults = await Promise.allSettled(Array.from({ length: reserve.options.max }, () => reserve.connect()));
  for (const each of connectResults) if (each.status === 'fulfilled') each.value.release();
}
