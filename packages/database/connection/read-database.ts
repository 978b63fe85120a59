import { DomainError } from '@carhouse/domain/errors/domain-error';
import type pg from 'pg';
import type { Database } from './connect.ts';
import { isTemporaryFault } from './passing-fault.ts';
import { watchPrimary } from './primary-watch.ts';
import { replicaLimits, type WatchTools } from './replica-limits.ts';
import { findSqlState } from './transaction.ts';
import { getRequiredPosition, type WalPosition } from './wal-position.ts';
import { OtherServerError, type ReplicaState, WatchedReplica } from './watched-replica.ts';

/** A database that answers reads: the primary, or a replica, which refuses every write. */
export type ReadSource = { readonly pool: pg.Pool; readonly database: Database };

/** What /metrics shows of a replica. */
export type ReplicaFigures = {
  readonly name: string;
  readonly state: ReplicaState;
  readonly lagBytes: number | null;
};

/**
 * The database for reads that may be older than the last commit (decision 0086): lists, pages of cars, sellers and
 * brands. Code that decides about money or shows it must use the primary, so tools/structure allows this handle in some
 * folders only.
 */
export type ReadDatabase = {
  /** Whether replicas are configured. */
  readonly hasReplicas: boolean;
  /**
   * Runs a read on a replica that is behind the primary by a bounded number of bytes, and that has replayed the
   * position of `runAfterPosition`; otherwise on the primary. A read that fails on a replica is run again on another
   * replica, then on the primary, and once more on a replica when the primary does not answer. A read that finds
   * nothing (NOT_FOUND) is run again on the primary. `readRows` may run several times, so it must do nothing but read.
   * @throws the error of `readRows`.
   */
  read<T>(readRows: (source: ReadSource) => Promise<T>): Promise<T>;
  /** Makes later reads of this server node use only replicas that have replayed the position. */
  requirePosition(position: WalPosition): void;
  /** Number of reads by the name of the database that served them: `primary`, or the name of a replica. */
  readonly countsByDatabase: ReadonlyMap<string, number>;
  getReplicaFigures(): readonly ReplicaFigures[];
  close(): Promise<void>;
};

export type ReadDatabaseOptions = {
  readonly primary: ReadSource & { readonly url: string };
  readonly replicaUrls: readonly string[];
  /** Maximum number of bytes of the log by which a used replica may be behind the primary. */
  readonly maxLagBytes: number;
  /** Whether the URLs lead to a connection pooler (connect.ts). */
  readonly isPooled: boolean;
  readonly applicationName: string;
  /** Milliseconds after which a read on a replica is made on the primary; the usual limit by default. */
  readonly readTimeoutMs?: number;
  /** Milliseconds after which a replica must have replayed what the primary had; the usual limit by default. */
  readonly maxReplayDelayMs?: number;
  /** The function is called with the pool of each replica, for example to trace the statements of the pool. */
  readonly onReplicaPool?: (pool: pg.Pool) => void;
  readonly tools: WatchTools;
};

/** Milliseconds between two checks whether a replica can be used. */
const replicaPollMs = 50;

/** Returns the handle for a database without replicas: all reads use the primary. */
export function readPrimaryOnly(primary: ReadSource): ReadDatabase {
  const countsByDatabase = new Map<string, number>();
  return {
    hasReplicas: false,
    read(readRows) {
      count(countsByDatabase, 'primary');
      return readRows(primary);
    },
    requirePosition: () => {},
    countsByDatabase,
    getReplicaFigures: () => [],
    close: async () => {},
  };
}

/** Opens the replicas and starts to watch them. The caller must close the handle. */
export function openReadDatabase(options: ReadDatabaseOptions): ReadDatabase {
  const { primary, replicaUrls, readTimeoutMs = replicaLimits.readTimeoutMs } = options;
  if (replicaUrls.length === 0) return readPrimaryOnly(primary);
  const countsByDatabase = new Map<string, number>();
  const timeoutWithoutPrimaryMs = Math.max(readTimeoutMs, replicaLimits.readTimeoutWithoutPrimaryMs);
  const replicas = replicaUrls.map(
    (url) => new WatchedReplica({ ...options, readTimeoutMs: timeoutWithoutPrimaryMs, url }),
  );
  const closeController = new AbortController();
  let minimumPosition: WalPosition = 0n;
  let nextIndex = 0;
  const requirePosition = (position: WalPosition): void => {
    if (position > minimumPosition) minimumPosition = position;
  };
  for (const { pool } of replicas) options.onReplicaPool?.(pool);
  const primaryWatch = watchPrimary({
    url: primary.url,
    applicationName: options.applicationName,
    isPooled: options.isPooled,
    maxDelayMs: options.maxReplayDelayMs ?? replicaLimits.maxReplayDelayMs,
    tools: options.tools,
  });
  for (const replica of replicas) replica.start(primaryWatch.getPositions);

  /**
   * Chooses the replica with the fewest open reads. Replicas with equally many open reads take turns.
   * @param failedReplicas the replicas on which this read has failed.
   */
  function chooseReplica(failedReplicas: readonly WatchedReplica[] = []): WatchedReplica | undefined {
    const sessionPosition = getRequiredPosition();
    const position = sessionPosition > minimumPosition ? sessionPosition : minimumPosition;
    let chosenReplica: WatchedReplica | undefined;
    nextIndex = (nextIndex + 1) % replicas.length;
    for (const index of replicas.keys()) {
      const replica = replicas[(nextIndex + index) % replicas.length];
      if (replica?.canRead(position) !== true || failedReplicas.includes(replica)) continue;
      if (chosenReplica === undefined || replica.openReadCount < chosenReplica.openReadCount) chosenReplica = replica;
    }
    return chosenReplica;
  }

  /**
   * Reads on one replica after another until a read succeeds. Each replica is tried at most once.
   * @returns the rows. When there are no rows, `notFoundError` is the error of a replica that does not have the record;
   * the field is absent when no replica could be read.
   */
  async function tryReplicas<T>(
    readRows: (source: ReadSource) => Promise<T>,
  ): Promise<{ readonly rows: T } | { readonly notFoundError?: DomainError }> {
    const failedReplicas: WatchedReplica[] = [];
    for (let replica = chooseReplica(); replica !== undefined; replica = chooseReplica(failedReplicas)) {
      failedReplicas.push(replica);
      try {
        // While no primary answers, a late result is better than an error.
        const timeoutMs = primaryWatch.isAnswering() ? readTimeoutMs : timeoutWithoutPrimaryMs;
        return { rows: await readOnReplica(replica, readRows, timeoutMs) };
      } catch (error) {
        if (error instanceof DomainError && error.code !== 'NOT_FOUND') throw error;
        if (error instanceof DomainError) return { notFoundError: error };
        if (isReplicaLost(error)) replica.stopReads();
        else return {};
      }
    }
    return {};
  }

  /**
   * Reads on a replica when the primary has failed. When no replica can be used, the function waits for one until its
   * timeout.
   */
  async function readWithoutPrimary<T>(
    readRows: (source: ReadSource) => Promise<T>,
    primaryError: unknown,
  ): Promise<T> {
    const deadlineMs = options.tools.nowMs() + timeoutWithoutPrimaryMs;
    for (;;) {
      const replica = chooseReplica();
      if (replica !== undefined) return readOnReplica(replica, readRows, timeoutWithoutPrimaryMs);
      if (options.tools.nowMs() >= deadlineMs) throw primaryError;
      await options.tools.wait(replicaPollMs, closeController.signal);
    }
  }

  return {
    hasReplicas: true,
    async read(readRows) {
      const result = await tryReplicas(readRows);
      if ('rows' in result) return result.rows;
      count(countsByDatabase, 'primary');
      try {
        return await readRows(primary);
      } catch (error) {
        if (!isTemporaryFault(error)) throw error;
        // While the primary does not answer, the error NOT_FOUND of a replica is the result.
        if (result.notFoundError !== undefined) throw result.notFoundError;
        return readWithoutPrimary(readRows, error);
      }
    },
    requirePosition,
    countsByDatabase,
    getReplicaFigures: () =>
      replicas.map(({ name, state, lagBytes }) => ({
        name,
        state,
        lagBytes: lagBytes === null ? null : Number(lagBytes),
      })),
    async close() {
      closeController.abort();
      await Promise.all([primaryWatch.close(), ...replicas.map((replica) => replica.close())]);
    },
  };

  async function readOnReplica<T>(
    replica: WatchedReplica,
    readRows: (source: ReadSource) => Promise<T>,
    timeoutMs: number,
  ): Promise<T> {
    replica.openReadCount += 1;
    const timeoutDeferred = Promise.withResolvers<never>();
    const timer = setTimeout(() => timeoutDeferred.reject(new ReplicaTimeoutError(timeoutMs)), timeoutMs);
    try {
      const rows = await Promise.race([readRows(replica), timeoutDeferred.promise]);
      count(countsByDatabase, replica.name);
      return rows;
    } finally {
      clearTimeout(timer);
      replica.openReadCount -= 1;
    }
  }
}

class ReplicaTimeoutError extends Error {
  constructor(readTimeoutMs: number) {
    super(`The replica did not answer within ${readTimeoutMs} ms.`);
    this.name = 'ReplicaTimeoutError';
  }
}

/** SQLSTATE codes of single statements that a working replica refused, for example because replaying needed its rows. */
const refusedStatementCodes = new Set(['40001', '40P01', '57014', '55P03']);

/** Whether the error means that the replica itself does not answer. */
function isReplicaLost(error: unknown): boolean {
  if (error instanceof ReplicaTimeoutError || error instanceof OtherServerError) return true;
  return isTemporaryFault(error) && !refusedStatementCodes.has(findSqlState(error) ?? '');
}

function count(countsByDatabase: Map<string, number>, name: string): void {
  countsByDatabase.set(name, (countsByDatabase.get(name) ?? 0) + 1);
}
