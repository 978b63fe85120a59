import type { FairQueueLimits } from '@carhouse/domain/limits/fair-queue';

export type Shares = {
  /** Calls of the API that one address may have under way: what waits for the database cannot all be one address's. */
  readonly calls: number;
  /** Costly calls of this node, and the part of one address. */
  readonly costly: FairQueueLimits;
  /** Pages that are rendered, and the part of one address. */
  readonly pages: FairQueueLimits;
};

/** Decision 0033. The thread of the catalogue answers one question at a time; two more may be with the database. */
export const workShares: Shares = {
  calls: 64,
  costly: { atOnce: 4, waiting: 60, each: { atOnce: 2, waiting: 6 } },
  // A rendering keeps the event loop to itself: of many at once nobody else would be answered before the last one.
  pages: { atOnce: 2, waiting: 60, each: { atOnce: 1, waiting: 10 } },
};
