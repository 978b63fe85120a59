import type { FairQueueLimits } from '@carhouse/domain/limits/fair-queue';

export type Shares = {
  /** Maximum number of API calls in progress for one client address, so that it cannot fill the database queue alone. */
  readonly calls: number;
  /** Costly calls of this node, and the share of one address. */
  readonly costly: FairQueueLimits;
  /** Concurrent page renderings, and the share of one address. */
  readonly pages: FairQueueLimits;
};

/** Decision 0033. The catalogue's thread answers one question at a time; two more may be in the database. */
export const workShares: Shares = {
  calls: 64,
  costly: { atOnce: 4, waiting: 60, each: { atOnce: 2, waiting: 6 } },
  // Rendering blocks the event loop: with many renderings at the same time, all other requests would wait for the last one.
  pages: { atOnce: 2, waiting: 60, each: { atOnce: 1, waiting: 10 } },
};
