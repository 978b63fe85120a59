import { describe, expect, it } from 'vitest';
import { type AdaptiveLimit, type AdaptiveLimitOptions, createAdaptiveLimit, type EndCall } from './adaptive-limit.ts';

const options: AdaptiveLimitOptions = { minimum: 4, initial: 60, maximum: 200, windowMs: 250, samples: 10 };
const targetMs = 50;

type SimulationResult = { readonly arrivalCount: number; readonly refusedCount: number; readonly inTimeCount: number };

/** A server that works on one call at a time. The times are in milliseconds of a simulated clock. */
class SimulatedServer {
  readonly limit: AdaptiveLimit;
  readonly #serviceMs: number;
  #nowMs = 0;
  #freeAtMs = 0;
  #underWay: { readonly startMs: number; readonly endMs: number; readonly end: EndCall }[] = [];

  constructor(callDurationMs: number) {
    this.#serviceMs = callDurationMs;
    this.limit = createAdaptiveLimit(options, () => this.#nowMs);
  }

  /**
   * Lets calls arrive at regular intervals. @returns how many calls arrived, were refused and were in time after the
   * first seconds.
   */
  run(arrivalsPerSecond: number, seconds: number, ignoredSeconds = 0): SimulationResult {
    const counts = { arrivalCount: 0, refusedCount: 0, inTimeCount: 0 };
    const startMs = this.#nowMs;
    for (let index = 0; index < arrivalsPerSecond * seconds; index += 1) {
      this.#moveTo(startMs + (index * 1_000) / arrivalsPerSecond);
      const isCounted = this.#nowMs - startMs >= ignoredSeconds * 1_000;
      if (isCounted) counts.arrivalCount += 1;
      const end = this.limit.beginCall(1);
      if (end === undefined) {
        if (isCounted) counts.refusedCount += 1;
        continue;
      }
      this.#freeAtMs = Math.max(this.#nowMs, this.#freeAtMs) + this.#serviceMs;
      this.#underWay.push({ startMs: this.#nowMs, endMs: this.#freeAtMs, end });
      if (isCounted && this.#freeAtMs - this.#nowMs <= 2 * targetMs) counts.inTimeCount += 1;
    }
    this.#moveTo(startMs + seconds * 1_000);
    return counts;
  }

  #moveTo(timeMs: number): void {
    while (this.#underWay[0] !== undefined && this.#underWay[0].endMs <= timeMs) {
      const call = this.#underWay.shift();
      if (call === undefined) break;
      this.#nowMs = call.endMs;
      call.end((call.endMs - call.startMs) / targetMs);
    }
    this.#nowMs = timeMs;
  }
}

describe('an adaptive limit', () => {
  it('refuses nothing while calls are in time, and no burst below the initial limit', () => {
    const server = new SimulatedServer(10);
    expect(server.run(90, 10)).toEqual({ arrivalCount: 900, refusedCount: 0, inTimeCount: 900 });
    const burstEndCalls = Array.from({ length: options.initial }, () => server.limit.beginCall(1));
    expect(burstEndCalls.every((end) => end !== undefined)).toBe(true);
    expect(server.limit.beginCall(1)).toBeUndefined();
  });

  it('rises to the maximum while many calls run and are in time, and returns when few run', () => {
    let nowMs = 0;
    const limit = createAdaptiveLimit(options, () => nowMs);
    const runWindow = (count: number) => {
      const ends = Array.from({ length: count }, () => limit.beginCall(1));
      nowMs += options.windowMs;
      for (const end of ends) end?.(0.5);
    };
    for (let windowNumber = 0; windowNumber < 20; windowNumber += 1) runWindow(limit.limit);
    expect(limit.limit).toBe(options.maximum);
    for (let windowNumber = 0; windowNumber < 20; windowNumber += 1) runWindow(options.samples);
    expect(limit.limit).toBe(options.initial);
  });

  it('keeps calls in time at three times the capacity, and the server busy', () => {
    // The capacity is 100 calls a second.
    const { arrivalCount, refusedCount, inTimeCount } = new SimulatedServer(10).run(300, 22, 2);
    expect(arrivalCount).toBe(6_000);
    expect(inTimeCount).toBeGreaterThan(0.9 * 20 * 100);
    expect(refusedCount).toBeGreaterThan(0.6 * arrivalCount);
  });

  it('is soon high again after the overload', () => {
    const server = new SimulatedServer(10);
    server.run(300, 20);
    expect(server.limit.limit).toBeLessThan(20);
    const { refusedCount } = server.run(80, 20, 1);
    expect(refusedCount).toBe(0);
    expect(server.limit.limit).toBe(options.initial);
  });

  it('lets the minimum run, however late calls are', () => {
    const server = new SimulatedServer(500);
    server.run(50, 60);
    expect(server.limit.limit).toBe(options.minimum);
    expect(server.limit.runningCount).toBeGreaterThan(0);
  });

  it('keeps the last places for calls with a larger share, and counts the end of a call once', () => {
    const limit = createAdaptiveLimit({ ...options, initial: 10 }, () => 0);
    const ends = Array.from({ length: 9 }, () => limit.beginCall(0.8)).filter((end) => end !== undefined);
    expect(ends).toHaveLength(8);
    expect(
      [limit.beginCall(1), limit.beginCall(1), limit.beginCall(1)].filter((end) => end !== undefined),
    ).toHaveLength(2);
    ends[0]?.(undefined);
    ends[0]?.(undefined);
    expect(limit.runningCount).toBe(9);
  });
});
