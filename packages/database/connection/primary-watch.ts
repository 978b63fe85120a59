import { openPool } from './connect.ts';
import { replicaLimits, type WatchTools } from './replica-limits.ts';
import { parseWalPosition, primaryPositionSql, type WalPosition } from './wal-position.ts';

/** The known positions of the primary in its write-ahead log. */
export type PrimaryPositions = {
  /**
   * The first known position. A replica that has not replayed this position may show listings that were taken down
   * before this node started. Null until the primary has answered once.
   */
  readonly firstPosition: WalPosition | null;
  /** The last known position; null until the primary has answered once. */
  readonly newestPosition: WalPosition | null;
  /**
   * The position of the primary `maxDelayMs` ago. A replica that has not replayed this position has stopped replaying.
   * The position is null until it is known, and while the primary does not answer, because no replica then gets the
   * rest of the log.
   */
  readonly delayedPosition: WalPosition | null;
};

export type PrimaryWatch = {
  readonly getPositions: () => PrimaryPositions;
  /** Whether the primary has answered recently. The value is also true until the primary's first answer is overdue. */
  readonly isAnswering: () => boolean;
  readonly close: () => Promise<void>;
};

/** Asks the primary for its position at intervals, on a connection of its own. */
export function watchPrimary(options: {
  readonly url: string;
  readonly applicationName: string;
  readonly isPooled: boolean;
  readonly maxDelayMs: number;
  readonly tools: WatchTools;
}): PrimaryWatch {
  const { url, applicationName, isPooled, maxDelayMs, tools } = options;
  const { probeMs, probeTimeoutMs } = replicaLimits;
  const stopController = new AbortController();
  let firstPosition: WalPosition | null = null;
  /**
   * The known positions, oldest first: the newest position that is at least `maxDelayMs` old, and all later positions.
   */
  let observations: readonly { readonly position: WalPosition; readonly atMs: number }[] = [];
  const limits = { connectionTimeoutMillis: probeTimeoutMs, query_timeout: probeTimeoutMs };
  const pool = openPool({ url, applicationName, isPooled, max: 1, limits });

  const askPrimary = async (): Promise<void> => {
    const { rows } = await pool.query<{ position: string }>(`SELECT ${primaryPositionSql}::text AS position`);
    const position = parseWalPosition(rows[0]?.position ?? '');
    firstPosition ??= position;
    const atMs = tools.nowMs();
    const firstKeptIndex = observations.findLastIndex((observation) => atMs - observation.atMs >= maxDelayMs);
    observations = [...observations.slice(Math.max(0, firstKeptIndex)), { position, atMs }];
  };
  const askUntilClosed = async (): Promise<void> => {
    while (!stopController.signal.aborted) {
      // While the primary does not answer, its last known position is used.
      await askPrimary().catch(() => undefined);
      await tools.wait(probeMs, stopController.signal);
    }
  };
  const askingPromise = askUntilClosed();
  const startMs = tools.nowMs();
  const isAnswering = (): boolean =>
    tools.nowMs() - (observations.at(-1)?.atMs ?? startMs) <= 2 * (probeMs + probeTimeoutMs);
  return {
    isAnswering,
    getPositions() {
      const [oldest, newest] = [observations.at(0), observations.at(-1)];
      const isOldestObservationOldEnough = oldest !== undefined && tools.nowMs() - oldest.atMs >= maxDelayMs;
      return {
        firstPosition,
        newestPosition: newest?.position ?? null,
        delayedPosition: isAnswering() && isOldestObservationOldEnough ? oldest.position : null,
      };
    },
    async close() {
      stopController.abort();
      await askingPromise;
      await pool.end();
    },
  };
}
