import { DomainError } from '@carhouse/domain/errors/domain-error';
import type pg from 'pg';
import type { Database } from './connect.ts';
import { isTemporaryFault } from './passing-fault.ts';
import { watchPrimary } from './primary-watch.ts';
import { replicaLimits, type WatchTools } from './replica-limits.ts';
import { sqlState } from './transaction.ts';
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
 * The database for reads that may be older than the last commit (decision 0086): lists, pages of cars, sellers and brands.
 * What decides or shows money uses the primary, so that only some folders may name this handle (tools/structure).
 */
export type ReadDatabase = {
  /** Whether replicas are configured. */
  readonly hasReplicas: boolean;
  /**
   * Runs a read on a replica that is behind the primary by a bounded number of bytes, and that has replayed the position
   * of `runAfterPosition`; otherwise on the primary. A read that fails on a replica is run again on another one, then on
   * the primary, and once more on a replica when the primary does not answer; a read that finds nothing (NOT_FOUND) is run
   * again on the primary. So `readRows` must have no other effect.
   * @throws the error of `readRows`.
   */
  read<T>(readRows: (source: ReadSource) => Promise<T>): Promise<T>;
  /** Makes later reads of this server node use only replicas that have replayed the position. */
  requirePosition(position: WalPosition): void;
  /** Number of reads by the name of their database: `primary`, or a replica's. */
  readonly readCounts: ReadonlyMap<string, number>;
  replicas(): readonly ReplicaFigures[];
  close(): Promise<void>;
};

export type ReadDatabaseOptions = {
  readonly primary: ReadSource & { readonly url: string };
  readonly replicaUrls: readonly string[];
  /** Bytes of the log that a replica in use may be behind the primary. */
  readonly maxLagBytes: number;
  /** Whether the URLs lead to a connection pooler (connect.ts). */
  readonly isPooled: boolean;
  readonly applicationName: string;
  /** Milliseconds after which a read on a replica is made on the primary; the usual limit by default. */
  readonly readTimeoutMs?: number;
  /** Milliseconds after which a replica must have replayed what the primary had; the usual limit by default. */
  readonly maxReplayDelayMs?: number;
  /** Called with the pool of each replica, for example to trace its statements. */
  readonly onReplicaPool?: (pool: pg.Pool) => void;
  readonly tools: WatchTools;
};

/** Milliseconds between two looks for a replica that can be used. */
const replicaPollMs = 50;

/** Returns the handle for a database without replicas: all reads use the primary. */
export function readPrimaryOnly(primary: ReadSource): ReadDatabase {
  const readCounts = new Map<string, number>();
  return {
    hasReplicas: false,
    read(readRows) {
      count(readCounts, 'primary');
      return readRows(primary);
    },
    requirePosition: () => {},
    readCounts,
    replicas: () => [],
    close: async () => {},
  };
}

/** Opens the replicas and starts to watch them. The caller must close the handle. */
export function openReadDatabase(options: ReadDatabaseOptions): ReadDatabase {
  const { primary, replicaUrls, readTimeoutMs = replicaLimits.readTimeoutMs } = options;
  if (replicaUrls.length === 0) return readPrimaryOnly(primary);
  const readCounts = new Map<string, number>();
  const timeoutWithoutPrimaryMs = Math.max(readTimeoutMs, replicaLimits.readTimeoutWithoutPrimaryMs);
  const replicas = replicaUrls.map(
    (url) => new WatchedReplica({ ...options, readTimeoutMs: timeoutWithoutPrimaryMs, url }),
  );
  const closing = new AbortController();
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
  for (const replica of replicas) replica.start(primaryWatch.positions);

  /** Chooses the replica with the fewest open reads; among equals they take turns. @param asked those that have failed. */
  function chooseReplica(asked: readonly WatchedReplica[] = []): WatchedReplica | undefined {
    const sessionPosition = getRequiredPosition();
    const position = sessionPosition > minimumPosition ? sessionPosition : minimumPosition;
    let chosenReplica: WatchedReplica | undefined;
    nextIndex = (nextIndex + 1) % replicas.length;
    for (const index of replicas.keys()) {
      const replica = replicas[(nextIndex + index) % replicas.length];
      if (replica?.canRead(position) !== true || asked.includes(replica)) continue;
      if (chosenReplica === undefined || replica.openReads < chosenReplica.openReads) chosenReplica = replica;
    }
    return chosenReplica;
  }

  /**
   * Reads on replicas, each one that fails at most once.
   * @returns the rows, or why there are none: `missing` is the refusal of a replica that has not got what was asked for.
   */
  async function tryReplicas<T>(
    readRows: (source: ReadSource) => Promise<T>,
  ): Promise<{ readonly rows: T } | { readonly missing?: DomainError }> {
    const asked: WatchedReplica[] = [];
    for (let replica = chooseReplica(); replica !== undefined; replica = chooseReplica(asked)) {
      asked.push(replica);
      try {
        // Without a primary, waiting is better than refusing.
        const timeoutMs = primaryWatch.isAnswering() ? readTimeoutMs : timeoutWithoutPrimaryMs;
        return { rows: await readOnReplica(replica, readRows, timeoutMs) };
      } catch (error) {
        if (error instanceof DomainError && error.code !== 'NOT_FOUND') throw error;
        if (error instanceof DomainError) return { missing: error };
        if (isReplicaLost(error)) replica.leaveOut();
        else return {};
      }
    }
    return {};
  }

  /** Reads on a replica when the primary has failed, and waits a while for one that can be used. */
  async function readWithoutPrimary<T>(
    readRows: (source: ReadSource) => Promise<T>,
    faultOfPrimary: unknown,
  ): Promise<T> {
    const endMs = options.tools.nowMs() + timeoutWithoutPrimaryMs;
    for (;;) {
      const replica = chooseReplica();
      if (replica !== undefined) return readOnReplica(replica, readRows, timeoutWithoutPrimaryMs);
      if (options.tools.nowMs() >= endMs) throw faultOfPrimary;
      await options.tools.wait(replicaPollMs, closing.signal);
    }
  }

  return {
    hasReplicas: true,
    async read(readRows) {
      const result = await tryReplicas(readRows);
      if ('rows' in result) return result.rows;
      count(readCounts, 'primary');
      try {
        return await readRows(primary);
      } catch (error) {
        if (!isTemporaryFault(error)) throw error;
        // Without a primary, a replica decides what there is.
        if (result.missing !== undefined) throw result.missing;
        return readWithoutPrimary(readRows, error);
      }
    },
    requirePosition,
    readCounts,
    replicas: () =>
      replicas.map(({ name, state, lagBytes }) => ({
        name,
        state,
        lagBytes: lagBytes === null ? null : Number(lagBytes),
      })),
    async close() {
      closing.abort();
      await Promise.all([primaryWatch.close(), ...replicas.map((replica) => replica.close())]);
    },
  };

  async function readOnReplica<T>(
    replica: WatchedReplica,
    readRows: (source: ReadSource) => Promise<T>,
    timeoutMs: number,
  ): Promise<T> {
    replica.openReads += 1;
    const timeout = Promise.withResolvers<never>();
    const timer = setTimeout(() => timeout.reject(new ReplicaTimeoutError(timeoutMs)), timeoutMs);
    try {
      const rows = await Promise.race([readRows(replica), timeout.promise]);
      count(readCounts, replica.name);
      return rows;
    } finally {
      clearTimeout(timer);
      replica.openReads -= 1;
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
  return isTemporaryFault(error) && !refusedStatementCodes.has(sqlState(error) ?? '');
}

function count(readCounts: Map<string, number>, name: string): void {
  readCounts.set(name, (readCounts.get(name) ?? 0) + 1);
}
