import type { FairQueueLimits } from '@carhouse/domain/limits/fair-queue';

export type WorkShareLimits = {
  /**
   * Maximum number of concurrent API calls of one client address. Without this limit, one address could fill the
   * waiting list of the database pool alone.
   */
  readonly concurrentCallMaximum: number;
  /**
   * Limits on concurrent calls that change data, for this server node and for each client address. A call that changes
   * data may occupy a database connection while the call waits for a lock. With these limits, connections remain for
   * reads and for other addresses.
   */
  readonly changes: FairQueueLimits;
  /** Limits on concurrent costly calls, for this server node and for each client address. */
  readonly costlyCalls: FairQueueLimits;
  /** Limits on concurrent page renderings, for this server node and for each client address. */
  readonly pages: FairQueueLimits;
};

/**
 * The work limits of production. Decision 0033 gives the reasons for these limits. The catalogue's thread answers one
 * question at a time. Meanwhile up to two further costly calls may wait for the database.
 */
export const workShares: WorkShareLimits = {
  concurrentCallMaximum: 64,
  // The database pool has ten connections (`poolLimits`). Four running and 60 waiting calls are the maximum number of
  // calls of one address. Two turns are reserved for networks without a running change, so that two networks cannot
  // occupy all turns (decision 0062).
  changes: { atOnce: 8, waiting: 240, reservedTurns: 2, perSubject: { atOnce: 4, waiting: 60 } },
  costlyCalls: { atOnce: 4, waiting: 60, perSubject: { atOnce: 2, waiting: 6 } },
  // Rendering blocks the event loop, so many concurrent renderings would delay all other requests.
  pages: { atOnce: 2, waiting: 60, perSubject: { atOnce: 1, waiting: 10 } },
};
