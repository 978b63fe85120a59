import { expect, it } from 'vitest';
import type { Outcome } from './outcome.ts';
import { judgeSoak, type SampledProcess, type SoakSample } from './soak-verdict.ts';

const latencyFigures = { requests: 100, p50Ms: 10, p99Ms: 50, p999Ms: 90 };

/**
 * Makes one sample for every ten seconds: of the primary process, of the node that is never killed, and of the node
 * that is killed every two minutes.
 */
function makeSamples(
  count: number,
  change: (index: number, processes: readonly SampledProcess[]) => Partial<SoakSample> = () => ({}),
): readonly SoakSample[] {
  return Array.from({ length: count }, (_, index) => {
    const elapsedSeconds = 10 * index;
    const restartedNodeCount = Math.floor(elapsedSeconds / 120);
    const makeProcess = (pid: number, role: SampledProcess['role'], ageSeconds: number): SampledProcess => ({
      pid,
      role,
      ageSeconds,
      residentMb: role === 'primary' ? 150 : 400,
      handles: 45,
    });
    const sampledProcesses = [
      makeProcess(1, 'primary', elapsedSeconds),
      makeProcess(2, 'node', elapsedSeconds),
      makeProcess(100 + restartedNodeCount, 'node', elapsedSeconds - 120 * restartedNodeCount),
    ];
    return {
      second: elapsedSeconds,
      processes: sampledProcesses,
      reads: latencyFigures,
      writes: latencyFigures,
      auditFaults: [],
      ...change(index, sampledProcesses),
    };
  });
}

function makeOutcomes(goodCount: number, retriedCount: number, badCount = 0): readonly Outcome[] {
  const makeAttempt = (status: number) => ({ status, latencyMs: 10, fault: '' });
  const makeOutcome = (firstStatus: number, retryStatus?: number): Outcome => ({
    kind: 'car',
    arrivedMs: 0,
    lagMs: 0,
    first: makeAttempt(firstStatus),
    retry: retryStatus === undefined ? undefined : makeAttempt(retryStatus),
  });
  return [
    ...Array.from({ length: goodCount }, () => makeOutcome(200)),
    ...Array.from({ length: retriedCount }, () => makeOutcome(0, 200)),
    ...Array.from({ length: badCount }, () => makeOutcome(503, 503)),
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
  const listMissedAfterMemoryGrowth = (
    hasLargerMemory: (process: SampledProcess, index: number) => boolean,
    residentMb = 420,
  ) =>
    judgeSoak(
      makeSamples(180, (index, processes) => ({
        processes: processes.map((each) => ({ ...each, residentMb: hasLargerMemory(each, index) ? residentMb : 400 })),
      })),
      makeOutcomes(1_000, 0),
    ).missed;
  expect(listMissedAfterMemoryGrowth(({ pid }, index) => pid === 2 && index >= 45)).toEqual([]);
  expect(listMissedAfterMemoryGrowth(({ pid }, index) => pid === 2 && index >= 90)).toEqual([
    'memory of node 2 grew by 0.05',
  ]);
  expect(listMissedAfterMemoryGrowth(({ pid }) => pid >= 108, 499)).toEqual([]);
  expect(listMissedAfterMemoryGrowth(({ pid }) => pid >= 108, 500)).toEqual([
    'memory of later nodes at the same age grew by 0.25',
  ]);
  // A node that has just been started uses little memory, at whatever time the node was started.
  expect(listMissedAfterMemoryGrowth(({ pid, ageSeconds }) => pid >= 108 && ageSeconds < 60, 500)).toEqual([]);
});

it('handles, latencies and audits have limits of their own, and a soak without samples is no success', () => {
  const listMissedLimitsAfter = (
    change: (processes: readonly SampledProcess[]) => Partial<SoakSample>,
  ): readonly string[] =>
    judgeSoak(
      makeSamples(180, (index, processes) => (index < 90 ? {} : change(processes))),
      makeOutcomes(1_000, 0),
    ).missed;
  expect(listMissedLimitsAfter(() => ({ reads: { ...latencyFigures, p50Ms: 17 } }))).toEqual([]);
  expect(listMissedLimitsAfter(() => ({ reads: { ...latencyFigures, p50Ms: 18 } }))).toEqual([
    'median of reads grew from 10 to 18 ms',
  ]);
  const makeHandleChange = (handles: number) => (processes: readonly SampledProcess[]) => ({
    processes: processes.map((each) => (each.pid === 1 ? { ...each, handles } : each)),
  });
  expect(listMissedLimitsAfter(makeHandleChange(67))).toEqual([]);
  expect(listMissedLimitsAfter(makeHandleChange(68))).toEqual(['handles of primary 1 grew from 45 to 68']);
  expect(listMissedLimitsAfter(() => ({ auditFaults: ['I1 a car has two paid bookings'] }))).toEqual([
    'audits found rows at 90 samples',
  ]);
  expect(judgeSoak([], []).missed).toContain('nothing was measured');
});
