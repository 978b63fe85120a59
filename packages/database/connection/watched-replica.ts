import type pg from 'pg';
import { type Database, openDatabase, openPool } from './connect.ts';
import type { PrimaryPositions } from './primary-watch.ts';
import { replicaLimits, type WatchTools } from './replica-limits.ts';
import { parseWalPosition, type WalPosition } from './wal-position.ts';

/**
 * `in use`: the replica gets reads. `starting`: the replica was not asked for its position yet. `behind`: the replica
 * has replayed too little of the log. `down`: the replica does not answer. `not a replica`: the server answers, but
 * replays no log, for example after its promotion. `several servers`: the address leads to more than one server, like
 * the address of a load balancer.
 */
export type ReplicaState = 'starting' | 'in use' | 'behind' | 'down' | 'not a replica' | 'several servers';

/** Number of connections of one server node to one replica, without the connection that reads the position. */
const maxReplicaConnections = 10;

/**
 * Bytes by which the position of a primary may be ahead of the last record that a replica can replay: the header of a
 * page, which is counted before its first record is written. The record of a commit is longer than this header.
 */
const pageHeaderBytes = 24n;

const replicaPositionSql = `SELECT pg_is_in_recovery() AS "isReplica", coalesce(pg_last_wal_replay_lsn(), '0/0')::text AS replayed,
  coalesce(pg_last_wal_receive_lsn(), '0/0')::text AS received`;

/** SQL for a text that identifies a server: its start time, and its address unless the connection uses a socket. */
const serverIdentitySql = `SELECT concat_ws(' ', pg_postmaster_start_time(), inet_server_addr(), inet_server_port()) AS server`;

/** The error when a connection to a replica has led to a different server than the watched server. */
export class OtherServerError extends Error {
  constructor(name: string) {
    super(`The address ${name} leads to several servers. Name the URL of each replica.`);
    this.name = 'OtherServerError';
  }
}

/**
 * One replica, and the known facts about its state. A loop in the background asks for its replayed position. The known
 * position is never ahead of the replica's real position, because a replica never goes back in the log.
 */
export class WatchedReplica {
  /** Host and port, without user and password. */
  readonly name: string;
  readonly pool: pg.Pool;
  readonly database: Database;
  readonly #probePool: pg.Pool;
  readonly #maxLagBytes: bigint;
  readonly #tools: WatchTools;
  readonly #ending = new AbortController();
  #state: ReplicaState = 'starting';
  #replayedPosition: WalPosition = 0n;
  #lagBytes: bigint | null = null;
  #failureCount = 0;
  /**
   * The time, in milliseconds of `nowMs`, until which the replica is not used, because its address leads to several
   * servers.
   */
  #severalServersUntilMs = 0;
  #pause = new AbortController();
  #loop: Promise<void> = Promise.resolve();
  /** Number of reads that the replica is answering. */
  openReadCount = 0;

  constructor(options: {
    readonly url: string;
    readonly applicationName: string;
    readonly isPooled: boolean;
    readonly maxLagBytes: number;
    readonly readTimeoutMs: number;
    readonly tools: WatchTools;
  }) {
    const { url, applicationName, isPooled, readTimeoutMs } = options;
    this.name = new URL(url).host;
    const { probeTimeoutMs } = replicaLimits;
    const makeLimits = (milliseconds: number) => ({
      connectionTimeoutMillis: milliseconds,
      query_timeout: milliseconds,
      statement_timeout: milliseconds,
    });
    this.pool = openPool({
      url,
      applicationName,
      isPooled,
      max: maxReplicaConnections,
      limits: makeLimits(readTimeoutMs),
      verify: (client) => this.#assertWatchedServer(client),
    });
    this.database = openDatabase(this.pool);
    this.#probePool = openPool({ url, applicationName, isPooled, max: 1, limits: makeLimits(probeTimeoutMs) });
    this.#maxLagBytes = BigInt(options.maxLagBytes);
    this.#tools = options.tools;
  }

  get state(): ReplicaState {
    return this.#state;
  }

  /** Bytes of the log that the replica had not replayed at the last query; null while the number is unknown. */
  get lagBytes(): bigint | null {
    return this.#lagBytes;
  }

  /** Whether reads that must show everything before `position` may use this replica. */
  canRead(position: WalPosition): boolean {
    return this.#state === 'in use' && this.#replayedPosition >= position;
  }

  /** Starts the loop. @param readPrimary returns what is known of the position of the primary. */
  start(readPrimary: () => PrimaryPositions): void {
    this.#loop = this.#watch(readPrimary);
  }

  /** Sends no further reads to the replica until it answers a query for its position. The query is sent at once. */
  stopReads(): void {
    if (this.#state === 'in use') this.#state = 'down';
    this.#pause.abort();
  }

  async close(): Promise<void> {
    this.#ending.abort();
    await this.#loop;
    await Promise.allSettled([this.pool.end(), this.#probePool.end()]);
  }

  /**
   * The known replayed position belongs to one server. A read on another server could miss rows that the read must
   * show.
   * @throws OtherServerError when the connection leads to a different server than the watched server.
   */
  async #assertWatchedServer(client: pg.PoolClient): Promise<void> {
    const [server, watchedServer] = await Promise.all([readServer(client), readServer(this.#probePool)]);
    if (server === watchedServer) return;
    this.#severalServersUntilMs = this.#tools.nowMs() + replicaLimits.severalServersMs;
    throw new OtherServerError(this.name);
  }

  async #watch(readPrimary: () => PrimaryPositions): Promise<void> {
    while (!this.#ending.signal.aborted) {
      this.#pause = new AbortController();
      await this.#probe(readPrimary);
      await this.#tools.wait(this.#pauseMs(), AbortSignal.any([this.#ending.signal, this.#pause.signal]));
    }
  }

  async #probe(readPrimary: () => PrimaryPositions): Promise<void> {
    try {
      const { rows } = await this.#probePool.query<{ isReplica: boolean; replayed: string; received: string }>(
        replicaPositionSql,
      );
      const [row] = rows;
      if (row === undefined) throw new Error('The replica gave no position.');
      this.#failureCount = 0;
      this.#replayedPosition = parseWalPosition(row.replayed);
      if (!row.isReplica) {
        this.#state = 'not a replica';
        this.#lagBytes = null;
        return;
      }
      // While the primary does not answer, the lag is computed from its last known position and from what the replica
      // has received.
      this.#judge(readPrimary(), parseWalPosition(row.received));
    } catch {
      this.#failureCount += 1;
      this.#state = 'down';
      this.#lagBytes = null;
    }
  }

  /**
   * Stops reads on the replica when its lag exceeds the maximum, and allows reads again when the lag is below half of
   * the maximum, so that the state does not alternate quickly.
   */
  #judge(
    { firstPosition, newestPosition: primaryPosition, delayedPosition }: PrimaryPositions,
    receivedPosition: WalPosition,
  ): void {
    const newestPosition =
      primaryPosition !== null && primaryPosition > receivedPosition ? primaryPosition : receivedPosition;
    const lagBytes = newestPosition > this.#replayedPosition ? newestPosition - this.#replayedPosition : 0n;
    this.#lagBytes = lagBytes;
    const allowedLagBytes = this.#state === 'in use' ? this.#maxLagBytes : this.#maxLagBytes / 2n;
    // Without a position of the primary, a replica that starts late would count as current.
    if (firstPosition === null) return;
    this.#state = lagBytes <= allowedLagBytes ? 'in use' : 'behind';
    if (this.#tools.nowMs() < this.#severalServersUntilMs) this.#state = 'several servers';
    // Even a lag of few bytes may hide that a car was withdrawn. On a primary without further writes, such a lag never
    // grows, so the replica must also have replayed the first and the delayed position.
    else if (this.#lacks(firstPosition) || (delayedPosition !== null && this.#lacks(delayedPosition)))
      this.#state = 'behind';
  }

  #lacks(position: WalPosition): boolean {
    return this.#replayedPosition + pageHeaderBytes < position;
  }

  /**
   * Milliseconds until the next query for the position. The jitter spreads the queries of many nodes after an outage.
   */
  #pauseMs(): number {
    const { probeMs, shortestRetryMs, longestRetryMs } = replicaLimits;
    if (this.#failureCount === 0) return probeMs;
    const backoffMs = Math.min(longestRetryMs, shortestRetryMs * 2 ** Math.min(10, this.#failureCount - 1));
    return backoffMs * (0.5 + this.#tools.random() / 2);
  }
}

async function readServer(connection: pg.Pool | pg.PoolClient): Promise<string | undefined> {
  const { rows } = await connection.query<{ server: string }>(serverIdentitySql);
  return rows[0]?.server;
}
