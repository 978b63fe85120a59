/** Upper bounds in seconds of the classes by which the durations of requests are counted. */
export const requestBounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.3, 0.5, 1, 2.5, 5, 10] as const;
/** How far back the counts of recent requests reach. The counts are kept in slots of `slotMs` milliseconds each. */
export const recentMs = 60_000;
const slotMs = 5_000;

export type RequestKind = 'read' | 'write';

/** Requests that were answered within the last minute, by duration. */
export type RecentCounts = {
  /** Number of requests of each class of `requestBounds`, and of those above the last bound. */
  readonly [Kind in RequestKind]: readonly number[];
} & {
  /** Number of requests that were answered with 5xx. */
  readonly errors: number;
};

type Slot = { readonly number: number; readonly read: number[]; readonly write: number[]; errors: number };

/** Returns the kind of a request: one that may change data is a write. */
export function findRequestKind(method: string): RequestKind {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS' ? 'read' : 'write';
}

/** Counts the requests of the last minute in memory, for the page System. The memory does not grow with the requests. */
export class RecentRequests {
  readonly #slots: Slot[] = [];
  readonly #clock: () => number;

  /** @param clock a monotonic clock in milliseconds. */
  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock;
  }

  record(method: string, status: string, seconds: number): void {
    const number = Math.floor(this.#clock() / slotMs);
    let slot = this.#slots.at(-1);
    if (slot?.number !== number) {
      slot = { number, read: makeCounts(), write: makeCounts(), errors: 0 };
      this.#slots.push(slot);
      this.#removeOldSlots();
    }
    const boundIndex = requestBounds.findIndex((bound) => seconds <= bound);
    const counts = slot[findRequestKind(method)];
    const index = boundIndex === -1 ? requestBounds.length : boundIndex;
    counts[index] = (counts[index] ?? 0) + 1;
    if (status.startsWith('5')) slot.errors += 1;
  }

  read(): RecentCounts {
    this.#removeOldSlots();
    const sum = (kind: RequestKind): number[] =>
      makeCounts().map((_, index) => this.#slots.reduce((total, slot) => total + (slot[kind][index] ?? 0), 0));
    return {
      read: sum('read'),
      write: sum('write'),
      errors: this.#slots.reduce((total, slot) => total + slot.errors, 0),
    };
  }

  #removeOldSlots(): void {
    const newestExpiredSlotNumber = Math.floor((this.#clock() - recentMs) / slotMs);
    while (this.#slots[0] !== undefined && this.#slots[0].number <= newestExpiredSlotNumber) this.#slots.shift();
  }
}

function makeCounts(): number[] {
  return Array.from({ length: requestBounds.length + 1 }, () => 0);
}

/**
 * Estimates a quantile from counts by class, as Prometheus does: linearly within the class.
 * @returns seconds; null without requests. For durations above the last bound, the estimate is the last bound.
 */
export function estimateQuantile(counts: readonly number[], quantile: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  const rank = quantile * total;
  let countBefore = 0;
  for (const [index, count] of counts.entries()) {
    const upperBound = requestBounds[index];
    if (upperBound === undefined) break;
    if (countBefore + count >= rank && count > 0) {
      const lowerBound = requestBounds[index - 1] ?? 0;
      return lowerBound + ((upperBound - lowerBound) * (rank - countBefore)) / count;
    }
    countBefore += count;
  }
  return requestBounds.at(-1) ?? null;
}
