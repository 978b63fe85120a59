import type { FairQueueLimits } from '@carhouse/domain/limits/fair-queue';

export type Shares = {
  /** Maximum number of concurrent API calls of one client address, so that it cannot fill the database queue alone. */
  readonly calls: number;
  /** Limits on concurrent costly calls, for this server node and for each client address. */
  readonly costly: FairQueueLimits;
  /** Limits on concurrent page renderings, for this server node and for each client address. */
  readonly pages: FairQueueLimits;
};

/**
 * The work limits of production. Decision 0033 has the reasons. The catalogue's thread answers one question at a time. Two
 * more costly calls may be waiting for the database.
 */
export const workShares: Shares = {
  calls: 64,
  costly: { atOnce: 4, waiting: 60, each: { atOnce: 2, waiting: 6 } },
  // Rendering blocks the event loop, so many concurrent renderings would delay all other requests.
  pages: { atOnce: 2, waiting: 60, each: { atOnce: 1, waiting: 10 } },
};
