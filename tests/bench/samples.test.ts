import { describe, expect, it } from 'vitest';
import { computeMedian, computeQuantile, measureJobs, summarise } from './samples.ts';

describe('the figures of a benchmark', () => {
  it('takes the nearest rank as a quantile', () => {
    const values = Array.from({ length: 100 }, (_, index) => 100 - index);
    expect([computeQuantile(values, 0.5), computeQuantile(values, 0.99), computeQuantile(values, 1)]).toEqual([
      50, 99, 100,
    ]);
    expect(computeQuantile([7], 0.99)).toBe(7);
  });

  it('takes the middle of the runs, or the mean of the middle two', () => {
    expect(computeMedian([9, 1, 5])).toBe(5);
    expect(computeMedian([1, 2, 8, 9])).toBe(5);
  });

  it('reports medians over the runs, not the best one', () => {
    const makeRun = (latencyMs: number) => ({ latenciesMs: [latencyMs, latencyMs], elapsedMs: latencyMs });
    expect(summarise('x', 2, [makeRun(1), makeRun(2), makeRun(90)])).toEqual({
      bench: 'x',
      at_once: 2,
      runs: 3,
      calls: 6,
      p50_ms: 2,
      p99_ms: 2,
      max_ms: 2,
      per_s: 1000,
    });
  });

  it('runs the given number of jobs at the same time, each once, and fails when one fails', async () => {
    let runningCount = 0;
    let runningMaximum = 0;
    let doneCount = 0;
    const countRunningJobs = async (): Promise<void> => {
      runningCount += 1;
      runningMaximum = Math.max(runningMaximum, runningCount);
      await new Promise((resolve) => setImmediate(resolve));
      runningCount -= 1;
      doneCount += 1;
    };
    const { latenciesMs } = await measureJobs(
      Array.from({ length: 20 }, () => countRunningJobs),
      4,
    );
    expect([latenciesMs.length, doneCount, runningMaximum]).toEqual([20, 20, 4]);
    const runFailingJob = async (): Promise<void> => {
      throw new Error('no');
    };
    await expect(measureJobs([runFailingJob], 1)).rejects.toThrow('no');
  });
});
