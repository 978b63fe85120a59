import type pg from 'pg';
import { findSqlState } from './transaction.ts';

/**
 * Milliseconds for which work waits for a database that refuses connections, counted from the first refusal. A killed
 * PostgreSQL server accepts connections again within this time, when a service manager restarts the server
 * (docs/reliability.md, fault 4).
 */
export const restartTimeoutMs = 3_000;
/** Milliseconds between two attempts to connect. */
const pauseMs = 50;

type ConnectCallback = (error: Error | undefined, client: pg.PoolClient | undefined, release: () => void) => void;
type Connect = (callback: ConnectCallback) => void;

/**
 * Lets work that needs a connection wait while the database restarts, so that the work does not fail. No statement of
 * this work was sent yet, so nothing can take effect twice. All waiting work waits for the same attempts to connect,
 * which are made one after another. When the database stays unreachable beyond the timeout, work fails immediately,
 * until a connection succeeds. Work does not wait for a database that has never answered. Work also does not wait for a
 * busy or silent database, because separate timeouts exist for these cases.
 */
export function awaitRestarts(pool: pg.Pool, nowMs: () => number = () => performance.now()): void {
  const connectOnce = pool.connect.bind(pool) as unknown as Connect;
  const waitingWork: (() => void)[] = [];
  let hasConnected = false;
  /** The time at which the database refused a connection for the first time after its last accepted connection. */
  let awaySinceMs: number | undefined;

  /** Whether work should wait for the database after this error. */
  function isWorthWaiting(error: Error): boolean {
    if (!hasConnected || pool.ending || !isRefusedConnection(error)) return false;
    awaySinceMs ??= nowMs();
    return nowMs() - awaySinceMs < restartTimeoutMs;
  }

  const connect: Connect = (callback) => {
    connectOnce((error, client, release) => {
      if (client !== undefined) {
        hasConnected = true;
        awaySinceMs = undefined;
      } else if (error !== undefined && isWorthWaiting(error)) {
        waitingWork.push(() => connect(callback));
        if (waitingWork.length === 1) reconnectLater();
        return;
      }
      callback(error, client, release);
    });
  };

  /**
   * Tries to connect until the database accepts a connection or the timeout has passed, and then lets all waiting work
   * continue.
   */
  function reconnectLater(): void {
    setTimeout(() => {
      connectOnce((error, client, release) => {
        if (error !== undefined && isWorthWaiting(error)) {
          reconnectLater();
          return;
        }
        if (client !== undefined) {
          awaySinceMs = undefined;
          release();
        }
        for (const resumeWork of waitingWork.splice(0)) resumeWork();
      });
    }, pauseMs);
  }

  const connectOrWait = (callback?: ConnectCallback): Promise<pg.PoolClient | undefined> | undefined => {
    if (callback === undefined)
      return new Promise((resolve, reject) => {
        connect((error, client) => (error === undefined ? resolve(client) : reject(error)));
      });
    connect(callback);
    return undefined;
  };
  pool.connect = connectOrWait as typeof pool.connect;
}

/** SQLSTATE of a database that is starting or stopping. */
const notAcceptingSqlState = '57P03';
/** The errors of the driver when a database server stops while a connection is being opened. */
const refusedPattern = /ECONNREFUSED|connect ENOENT|ECONNRESET|EPIPE|^Connection terminated unexpectedly$/;

/**
 * Whether the database has refused a connection immediately, which happens while the database is stopped or starting.
 */
function isRefusedConnection(error: unknown): boolean {
  if (findSqlState(error) === notAcceptingSqlState) return true;
  const { code, message } = error as { readonly code?: unknown; readonly message?: string };
  return refusedPattern.test(typeof code === 'string' ? code : '') || refusedPattern.test(message ?? '');
}
