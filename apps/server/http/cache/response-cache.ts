import { LRUCache } from 'lru-cache';
import type { SharedValue } from './shared-value.ts';

export type CacheLimits = {
  /** Milliseconds for which a value is fresh, counted from the request for it. Infinity means no limit. */
  readonly freshForMs: number;
  /**
   * Milliseconds after which a value expires. A value older than `freshForMs` is stale: it is returned immediately and
   * refreshed in the background.
   */
  readonly expiresAfterMs: number;
  /** Maximum number of values. The least recently used value is evicted first. */
  readonly entries: number;
  /** Maximum memory for all values, in bytes. A value larger than a quarter of this size is not cached. */
  readonly bytes: number;
};

/** Where a value came from: from the cache and fresh, from the cache and stale, or computed for this call. */
export type CacheOrigin = 'fresh' | 'stale' | 'made';

type ComputeValue<Value> = (previousValue: Value | undefined) => Promise<Value>;

/** Caches responses that are the same for all users, limited by age, number and bytes (decision 0048). */
export class ResponseCache<Value extends SharedValue> {
  readonly countsByOrigin: Record<CacheOrigin, number> = { fresh: 0, stale: 0, made: 0 };
  readonly #kept: LRUCache<string, Value, ComputeValue<Value>>;
  /**
   * Remaining time to live in milliseconds, as the lru-cache library counts it. A value whose remaining time is below
   * this number has expired.
   */
  readonly #tooOld: number;

  /** @param now a monotonic clock in milliseconds. */
  constructor(limits: CacheLimits, now: () => number = () => performance.now()) {
    const { freshForMs, expiresAfterMs, entries, bytes } = limits;
    const hasTimeLimit = Number.isFinite(freshForMs);
    this.#tooOld = hasTimeLimit ? freshForMs - expiresAfterMs : Number.NEGATIVE_INFINITY;
    this.#kept = new LRUCache<string, Value, ComputeValue<Value>>({
      max: entries,
      maxSize: bytes,
      maxEntrySize: Math.floor(bytes / 4),
      sizeCalculation: ({ size }) => size,
      ...(hasTimeLimit ? { ttl: freshForMs } : {}),
      ttlResolution: 0,
      // lru-cache treats the time 0 as "not set".
      perf: { now: () => now() + 1 },
      noDeleteOnStaleGet: true,
      noDeleteOnFetchRejection: true,
      // A value that is invalidated during its computation is still returned to the callers that wait for it, but is not
      // cached.
      ignoreFetchAbort: true,
      fetchMethod: async (_key, previousValue, { options, context: computeValue }) => {
        const beganAt = now();
        const value = await computeValue(previousValue);
        // The age of a value counts from the request for it. An expired time to live is -1 and not 0, because lru-cache
        // treats 0 as no limit.
        if (hasTimeLimit) options.ttl = freshForMs - (now() - beganAt) || -1;
        return value;
      },
    });
  }

  /** Returns the cached value when no refresh has to be started: the value is fresh, or is being refreshed already. */
  getIfFresh(key: string): Value | undefined {
    const freshEntry = this.#kept.get(key);
    if (freshEntry !== undefined) {
      this.countsByOrigin.fresh += 1;
      return freshEntry;
    }
    if (this.#kept.getRemainingTTL(key) <= this.#tooOld) return undefined;
    const status: LRUCache.Status<string, Value, ComputeValue<Value>> = {};
    const cachedValue = this.#kept.get(key, { allowStale: true, status });
    if (cachedValue === undefined || status.get !== 'stale-fetching') return undefined;
    this.countsByOrigin.stale += 1;
    return cachedValue;
  }

  /**
   * Returns the value of the key. `computeValue` runs once for all concurrent callers of a key, and does not run for a fresh value.
   * A stale value is refreshed in the background, and remains when the refresh fails.
   * @throws the error of `computeValue`, to all waiting callers; then nothing is cached.
   */
  async get(key: string, computeValue: ComputeValue<Value>): Promise<Value> {
    const isCached = this.#kept.peek(key, { allowStale: true }) !== undefined;
    const remainingMs = isCached ? this.#kept.getRemainingTTL(key) : Number.NEGATIVE_INFINITY;
    const allowStale = remainingMs > this.#tooOld;
    this.countsByOrigin[remainingMs >= 0 ? 'fresh' : allowStale ? 'stale' : 'made'] += 1;
    return this.#kept.forceFetch(key, { allowStale, context: computeValue });
  }

  /** Caches a value that was computed elsewhere. @returns the value. */
  keep(key: string, value: Value): Value {
    this.countsByOrigin.made += 1;
    this.#kept.set(key, value);
    return value;
  }

  drop(key: string): void {
    this.#kept.delete(key);
  }

  /**
   * Removes all values. A value whose computation is in progress is returned to the callers that already wait for it, but to
   * no later caller.
   */
  clear(): void {
    this.#kept.clear();
  }

  get entries(): number {
    return this.#kept.size;
  }

  get bytes(): number {
    return this.#kept.calculatedSize;
  }
}
