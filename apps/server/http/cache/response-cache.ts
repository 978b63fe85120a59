import { LRUCache } from 'lru-cache';
import type { ForEverybody } from './for-everybody.ts';

export type CacheLimits = {
  /** Milliseconds from the moment a value is asked for, in which it is given without a second look. Infinity has no end. */
  readonly freshFor: number;
  /** Milliseconds after which it is given no more. Between the two it is given at once and made again behind the answer. */
  readonly keptFor: number;
  /** Values that are kept at most; what was asked for longest ago goes first. */
  readonly entries: number;
  /** Memory for all values, in bytes. One that would take more than a quarter of it is not kept. */
  readonly bytes: number;
};

/** Where a value came from: kept, kept and made again behind the answer, or made for it. */
export type CacheOrigin = 'fresh' | 'stale' | 'made';

type Make<Value> = (previous: Value | undefined) => Promise<Value>;

/** Keeps answers that are the same for everybody, within bounds of time, number and bytes (decision 0048). */
export class ResponseCache<Value extends ForEverybody> {
  readonly reads: Record<CacheOrigin, number> = { fresh: 0, stale: 0, made: 0 };
  readonly #kept: LRUCache<string, Value, Make<Value>>;
  /** The remaining time to live, below which a value is too old: not positive. */
  readonly #tooOld: number;

  /** @param now a clock that only goes forward, in milliseconds. */
  constructor(limits: CacheLimits, now: () => number = () => performance.now()) {
    const { freshFor, keptFor, entries, bytes } = limits;
    const isTimed = Number.isFinite(freshFor);
    this.#tooOld = isTimed ? freshFor - keptFor : Number.NEGATIVE_INFINITY;
    this.#kept = new LRUCache<string, Value, Make<Value>>({
      max: entries,
      maxSize: bytes,
      maxEntrySize: Math.floor(bytes / 4),
      sizeCalculation: ({ size }) => size,
      ...(isTimed ? { ttl: freshFor } : {}),
      ttlResolution: 0,
      // The library takes 0 for no time.
      perf: { now: () => now() + 1 },
      noDeleteOnStaleGet: true,
      noDeleteOnFetchRejection: true,
      // What is dropped while it is made is still given to those who wait for it, and not kept.
      ignoreFetchAbort: true,
      fetchMethod: async (_key, previous, { options, context: make }) => {
        const began = now();
        const value = await make(previous);
        // As old as the moment that it was asked for; 0 would be no limit at all.
        if (isTimed) options.ttl = freshFor - (now() - began) || -1;
        return value;
      },
    });
  }

  /** The kept value, when it needs no second look: it is fresh, or it is being made again already. */
  peek(key: string): Value | undefined {
    const fresh = this.#kept.get(key);
    if (fresh !== undefined) {
      this.reads.fresh += 1;
      return fresh;
    }
    if (this.#kept.getRemainingTTL(key) <= this.#tooOld) return undefined;
    const status: LRUCache.Status<string, Value, Make<Value>> = {};
    const stale = this.#kept.get(key, { allowStale: true, status });
    if (stale === undefined || status.get !== 'stale-fetching') return undefined;
    this.reads.stale += 1;
    return stale;
  }

  /**
   * The value of the key. `make` runs once for all who wait for the same value, and not at all for a fresh one; for a stale
   * one it runs behind the answer, and when it fails the stale one stays.
   * @throws what `make` throws, to all who wait for it; nothing is kept then.
   */
  async get(key: string, make: Make<Value>): Promise<Value> {
    const isKnown = this.#kept.peek(key, { allowStale: true }) !== undefined;
    const remaining = isKnown ? this.#kept.getRemainingTTL(key) : Number.NEGATIVE_INFINITY;
    const allowStale = remaining > this.#tooOld;
    this.reads[remaining >= 0 ? 'fresh' : allowStale ? 'stale' : 'made'] += 1;
    return this.#kept.forceFetch(key, { allowStale, context: make });
  }

  /** Keeps a value that was made elsewhere. @returns it. */
  keep(key: string, value: Value): Value {
    this.reads.made += 1;
    this.#kept.set(key, value);
    return value;
  }

  drop(key: string): void {
    this.#kept.delete(key);
  }

  /** Forgets everything. What is being made now is given to those who wait for it, and to nobody who comes later. */
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
