import type pg from 'pg';
import { sqlState } from './transaction.ts';

/**
 * Milliseconds for which work waits for a database that refuses connections, counted from the first refusal. A PostgreSQL
 * that was killed is back within this time when a service manager starts it again (docs/reliability.md, fault 4).
 */
export const restartTimeoutMs = 3_000;
/** Milliseconds between two attempts to connect. */
const pauseMs = 50;

type ConnectCallback = (error: Error | undefined, client: pg.PoolClient | undefined, release: () => void) => void;
type Connect = (callback: ConnectCallback) => void;

/**
 * Lets work that needs a connection wait while the database restarts, instead of failing: nothing was sent yet, so nothing
 * can take effect twice. All work waits for the same attempts, one at a time. When the database is away for longer, work
 * fails at once, until a connection succeeds. A database that has never answered is not waited for, and neither is one
 * that is busy or does not answer: those have timeouts of their own.
 */
export function awaitRestarts(pool: pg.Pool, nowMs: () => number = () => performance.now()): void {
  const connectOnce = pool.connect.bind(pool) as unknown as Connect;
  const waitingWork: (() => void)[] = [];
  let hasConnected = false;
  /** When the database refused a connection for the first time since it last accepted one. */
  let awaySinceMs: number | undefined;

  /** Whether work waits after this error. */
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

  /** Attempts to connect until the database no longer refuses or the timeout has passed, and lets all work go on. */
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
const notAcceptingState = '57P03';
/** The errors of the driver when a database ends while a connection to it is being opened. */
const refusedPattern = /ECONNREFUSED|connect ENOENT|ECONNRESET|EPIPE|^Connection terminated unexpectedly$/;

/** Whether the database has refused a connection at once, as it does while it is stopped or starting. */
function isRefusedConnection(error: unknown): boolean {
  if (sqlState(error) === notAcceptingState) return true;
  const { code, message } = error as { readonly code?: unknown; readonly message?: string };
  return refusedPattern.test(typeof code === 'string' ? code : '') || refusedPattern.test(message ?? '');
}
