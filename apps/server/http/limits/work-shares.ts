import type { FairQueueLimits } from '@carhouse/domain/limits/fair-queue';

export type WorkShareLimits = {
  /** Maximum number of concurrent API calls of one client address, so that it cannot fill the database queue alone. */
  readonly calls: number;
  /**
   * Limits on concurrent calls that change data, for this server node and for each client address. Such a call may wait for a
   * lock, with a database connection. Connections remain for reads and for other addresses.
   */
  readonly changes: FairQueueLimits;
  /** Limits on concurrent costly calls, for this server node and for each client address. */
  readonly costly: FairQueueLimits;
  /** Limits on concurrent page renderings, for this server node and for each client address. */
  readonly pages: FairQueueLimits;
};

/**
 * The work limits of production. Decision 0033 has the reasons. The catalogue's thread answers one question at a time. Two
 * more costly calls may be waiting for the database.
 */
export const workShares: WorkShareLimits = {
  calls: 64,
  // Of ten connections (`poolLimits`). One address fills its share of calls with 4 that run and 60 that wait.
  changes: { atOnce: 8, waiting: 240, each: { atOnce: 4, waiting: 60 } },
  costly: { atOnce: 4, waiting: 60, each: { atOnce: 2, waiting: 6 } },
  // Rendering blocks the event loop, so many concurrent renderings would delay all other requests.
  pages: { atOnce: 2, waiting: 60, each: { atOnce: 1, waiting: 10 } },
};
