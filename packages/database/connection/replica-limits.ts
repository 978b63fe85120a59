/** Limits of the use of replicas, in milliseconds. */
export const replicaLimits = {
  /** Between two questions for the replayed position. */
  probeMs: 500,
  /** For the answer to such a question. */
  probeTimeoutMs: 500,
  /** In which a replica must have replayed what the primary had, however little that was. */
  maxReplayDelayMs: 30_000,
  /** After which a read on a replica is given up and made on the primary. */
  readTimeoutMs: 500,
  /** The same while the primary does not answer. */
  readTimeoutWithoutPrimaryMs: 2_000,
  /** Before a replica that does not answer is asked again: the first time, and at most. */
  shortestRetryMs: 250,
  longestRetryMs: 5_000,
  /** For which a replica is left out after a connection to its address has led to another server. */
  severalServersMs: 60_000,
} as const;

/** Tools of a watch that tests replace. */
export type WatchTools = {
  /** Returns the milliseconds of a clock that only goes forward. */
  readonly nowMs: () => number;
  /** Returns a number from 0 up to 1, for the jitter. */
  readonly random: () => number;
  /** Waits for this number of milliseconds, or until `signal` aborts. Never rejects. */
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
};
