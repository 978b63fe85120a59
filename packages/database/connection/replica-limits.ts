/** Limits of the use of replicas, in milliseconds. */
export const replicaLimits = {
  /** Time between two queries for the replayed position of a replica. */
  probeMs: 500,
  /** Timeout of a query for the replayed position of a replica. */
  probeTimeoutMs: 500,
  /** Time within which a replica must have replayed every change of the primary, however small. */
  maxReplayDelayMs: 30_000,
  /** Timeout of a read on a replica. After this timeout, the read is made on the primary. */
  readTimeoutMs: 500,
  /** Timeout of a read on a replica while the primary does not answer. */
  readTimeoutWithoutPrimaryMs: 2_000,
  /** The first and the longest pause before a replica that does not answer is queried again. */
  shortestRetryMs: 250,
  longestRetryMs: 5_000,
  /** Time for which a replica is not used after a connection to its address has led to another server. */
  severalServersMs: 60_000,
} as const;

/** The clock, the random numbers and the waiting function that the watch of a replica uses. Tests replace them. */
export type WatchTools = {
  /** Returns the milliseconds of a clock that only goes forward. */
  readonly nowMs: () => number;
  /** Returns a number from 0 up to 1, for the jitter. */
  readonly random: () => number;
  /** Waits for this number of milliseconds, or until `signal` aborts. Never rejects. */
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
};
