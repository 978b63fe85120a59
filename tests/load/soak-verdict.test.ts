import { expect, it } from 'vitest';
import type { Outcome } from './outcome.ts';
import { judgeSoak, type SampledProcess, type SoakSample } from './soak-verdict.ts';

const latencies = { requests: 100, p50Ms: 10, p99Ms: 50, p999Ms: 90 };

/** A sample each ten seconds of the primary, of the node that is never killed, and of one that is killed every two minutes. */
function makeSamples(
  count: number,
  change: (index: number, processes: readonly SampledProcess[]) => Partial<SoakSample> = () => ({}),
): readonly SoakSample[] {
  return Array.from({ length: count }, (_, index) => {
    const second = 10 * index;
    const started = Math.floor(second / 120);
    const make = (pid: number, role: SampledProcess['role'], ageSeconds: number): SampledProcess => ({
      pid,
      role,
      ageSeconds,
      residentMb: role === 'primary' ? 150 : 400,
      handles: 45,
    });
    const processes = [
      make(1, 'primary', second),
      make(2, 'node', second),
      make(100 + started, 'node', second - 120 * started),
    ];
    return { second, processes, reads: latencies, writes: latencies, auditFaults: [], ...change(index, processes) };
  });
}

function makeOutcomes(good: number, retried: number, bad = 0): readonly Outcome[] {
  const attempt = (status: number) => ({ status, latencyMs: 10, fault: '' });
  const outcome = (first: number, retry?: number): Outcome => ({
    kind: 'car',
    arrivedMs: 0,
    lagMs: 0,
    first: attempt(first),
    retry: retry === undefined ? undefined : attempt(retry),
  });
  return [
    ...Array.from({ length: good }, () => outcome(200)),
    ...Array.from({ length: retried }, () => outcome(0, 200)),
    ...Array.from({ length: bad }, () => outcome(503, 503)),
  ];
}

it('nothing is missed when memory, handles and latencies are flat and nearly all answers are good', () => {
  const verdict = judgeSoak(makeSamples(180), makeOutcomes(995, 5));
  expect(verdict).toMatchObject({
    requests: 1_000,
    goodShare: 0.995,
    goodShareWithRetry: 1,
    memory: { 'primary 1': { before: 150, after: 150, growth: 0 }, 'node 2': { before: 400, after: 400, growth: 0 } },
    memoryAtSameAge: { before: 400, after: 400, growth: 0 },
    missed: [],
  });
});

it('one answer in a million that a retry does not mend is one too many', () => {
  expect(judgeSoak(makeSamples(180), makeOutcomes(994, 6)).missed).toEqual(['good answers: 0.994']);
  expect(judgeSoak(makeSamples(180), makeOutcomes(999_999, 0, 1)).missed).toEqual([
    'good answers with one retry: 0.999999',
  ]);
});

it('memory is judged after the warm-up: of the processes that ran all the time, and of the others at the same age', () => {
  const grown = (isGrown: (process: SampledProcess, index: number) => boolean, residentMb = 420) =>
    judgeSoak(
      makeSamples(180, (index, processes) => ({
        processes: processes.map((each) => ({ ...each, residentMb: isGrown(each, index) ? residentMb : 400 })),
      })),
      makeOutcomes(1_000, 0),
    ).missed;
  expect(grown(({ pid }, index) => pid === 2 && index >= 45)).toEqual([]);
  expect(grown(({ pid }, index) => pid === 2 && index >= 90)).toEqual(['memory of node 2 grew by 0.05']);
  expect(grown(({ pid }) => pid >= 108, 499)).toEqual([]);
  expect(grown(({ pid }) => pid >= 108, 500)).toEqual(['memory of later nodes at the same age grew by 0.25']);
  // A node that has just been started is small, whenever that was.
  expect(grown(({ pid, ageSeconds }) => pid >= 108 && ageSeconds < 60, 500)).toEqual([]);
});

it('handles, latencies and audits have limits of their own, and a soak without samples is no success', () => {
  const missedAfter = (change: (processes: readonly SampledProcess[]) => Partial<SoakSample>): readonly string[] =>
    judgeSoak(
      makeSamples(180, (index, processes) => (index < 90 ? {} : change(processes))),
      makeOutcomes(1_000, 0),
    ).missed;
  expect(missedAfter(() => ({ reads: { ...latencies, p50Ms: 17 } }))).toEqual([]);
  expect(missedAfter(() => ({ reads: { ...latencies, p50Ms: 18 } }))).toEqual([
    'median of reads grew from 10 to 18 ms',
  ]);
  const handlesOf = (handles: number) => (processes: readonly SampledProcess[]) => ({
    processes: processes.map((each) => (each.pid === 1 ? { ...each, handles } : each)),
  });
  expect(missedAfter(handlesOf(67))).toEqual([]);
  expect(missedAfter(handlesOf(68))).toEqual(['handles of primary 1 grew from 45 to 68']);
  expect(missedAfter(() => ({ auditFaults: ['I1 a car has two paid bookings'] }))).toEqual([
    'audits found rows at 90 samples',
  ]);
  expect(judgeSoak([], []).missed).toContain('nothing was measured');
});
