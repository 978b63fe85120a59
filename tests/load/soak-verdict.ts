import type { LatencyFigures } from './load-figures.ts';
import { isGood, type Outcome } from './outcome.ts';

/** One process of the product at the time of a sample. */
export type SampledProcess = {
  readonly pid: number;
  readonly role: 'primary' | 'node';
  /** Seconds since the process was seen for the first time. */
  readonly ageSeconds: number;
  readonly residentMb: number;
  readonly handles: number;
};

export type SoakSample = {
  /** Seconds after the start of the soak. */
  readonly second: number;
  readonly processes: readonly SampledProcess[];
  /** Latencies of the requests that arrived since the last sample. */
  readonly reads: LatencyFigures;
  readonly writes: LatencyFigures;
  /** The faults that the audits of the database found; empty when the database has no fault. */
  readonly auditFaults: readonly string[];
};

/** The limits of a soak test (decision 0093), and the limits that define "flat" for handles and latencies. */
export const soakLimits = {
  goodShare: 0.995,
  goodShareWithRetry: 1,
  /** Growth of the resident memory after the warm-up. */
  memoryGrowth: 0.05,
  /**
   * Allowed growth of the memory between nodes that were started again. The garbage collection of young nodes runs at
   * different times, so the medians of the nodes differ by chance by about a tenth.
   */
  youngMemoryGrowth: 0.25,
  /**
   * Allowed growth of the number of handles, and a number of additional handles that is always allowed, for new
   * connections.
   */
  handleGrowth: 0.05,
  spareHandles: 20,
  /** Allowed growth of the median latency of reads, and a growth in milliseconds that is always allowed. */
  latencyGrowth: 0.25,
  spareMs: 5,
} as const;

export type Growth = { readonly before: number; readonly after: number; readonly growth: number };

export type SoakVerdict = {
  readonly requests: number;
  readonly goodShare: number;
  readonly goodShareWithRetry: number;
  /**
   * Growth of the memory of the processes that ran all the time, from the end of the warm-up to the end of the soak.
   */
  readonly memory: Readonly<Record<string, Growth>>;
  readonly handles: Readonly<Record<string, Growth>>;
  /**
   * Growth from the first to the second half of the restarted nodes, at the same age. The growth is null for fewer than
   * four restarted nodes.
   */
  readonly memoryAtSameAge: Growth | null;
  readonly readMedianMs: Growth | null;
  readonly samples: number;
  readonly samplesWithAuditFaults: number;
  /** One text for each limit that was missed. */
  readonly missed: readonly string[];
};

/**
 * Share of the samples that are the warm-up. The samples after the warm-up are divided into thirds, and the first third
 * is compared with the last.
 */
const warmUpShare = 0.25;
/** The range of ages in seconds in which restarted nodes are compared. */
const comparedAgesSeconds = { from: 60, to: 110 } as const;

/** Judges a soak by its samples and the outcomes of its requests. */
export function judgeSoak(samples: readonly SoakSample[], outcomes: readonly Outcome[]): SoakVerdict {
  const samplesAfterWarmUp = samples.slice(Math.floor(samples.length * warmUpShare));
  const samplesPerThird = Math.max(1, Math.floor(samplesAfterWarmUp.length / 3));
  const [firstThird, lastThird] = [
    samplesAfterWarmUp.slice(0, samplesPerThird),
    samplesAfterWarmUp.slice(-samplesPerThird),
  ];
  const processesInAllSamples = findProcessesInAllSamples(samplesAfterWarmUp);
  const compareThirds = (readFigure: (process: SampledProcess) => number): Record<string, Growth> =>
    Object.fromEntries(
      processesInAllSamples.map(({ pid, role }) => {
        const computeMedianOf = (samplesOfThird: readonly SoakSample[]): number =>
          computeMedian(
            samplesOfThird.flatMap(({ processes }) => processes.filter((each) => each.pid === pid).map(readFigure)),
          );
        return [`${role} ${pid}`, makeGrowth(computeMedianOf(firstThird), computeMedianOf(lastThird))];
      }),
    );
  const goodCount = outcomes.filter(({ first }) => isGood(first)).length;
  const goodCountWithRetry = outcomes.filter(({ first, retry }) => isGood(retry ?? first)).length;
  const listReadMedians = (samplesOfThird: readonly SoakSample[]): number[] =>
    samplesOfThird.flatMap(({ reads }) => reads.p50Ms ?? []);
  const figures = {
    requests: outcomes.length,
    goodShare: computeShare(goodCount, outcomes.length),
    goodShareWithRetry: computeShare(goodCountWithRetry, outcomes.length),
    memory: compareThirds(({ residentMb }) => residentMb),
    handles: compareThirds((process) => process.handles),
    memoryAtSameAge: compareAtSameAge(samples),
    readMedianMs:
      samplesAfterWarmUp.length < 2
        ? null
        : makeGrowth(computeMedian(listReadMedians(firstThird)), computeMedian(listReadMedians(lastThird))),
    samples: samples.length,
    samplesWithAuditFaults: samples.filter(({ auditFaults }) => auditFaults.length > 0).length,
  };
  return { ...figures, missed: listMissedLimits(figures) };
}

function listMissedLimits(figures: Omit<SoakVerdict, 'missed'>): readonly string[] {
  const { goodShare, goodShareWithRetry, memoryAtSameAge, readMedianMs } = figures;
  const missed: string[] = [];
  if (figures.requests === 0 || figures.samples === 0) missed.push('nothing was measured');
  if (!(goodShare >= soakLimits.goodShare)) missed.push(`good answers: ${goodShare}`);
  if (!(goodShareWithRetry >= soakLimits.goodShareWithRetry))
    missed.push(`good answers with one retry: ${goodShareWithRetry}`);
  if (Object.keys(figures.memory).length === 0) missed.push('no process ran all the time');
  for (const [name, { growth }] of Object.entries(figures.memory))
    if (!(growth < soakLimits.memoryGrowth)) missed.push(`memory of ${name} grew by ${growth}`);
  if (memoryAtSameAge !== null && !(memoryAtSameAge.growth < soakLimits.youngMemoryGrowth))
    missed.push(`memory of later nodes at the same age grew by ${memoryAtSameAge.growth}`);
  for (const [name, { before, after }] of Object.entries(figures.handles))
    if (!(after <= before * (1 + soakLimits.handleGrowth) + soakLimits.spareHandles))
      missed.push(`handles of ${name} grew from ${before} to ${after}`);
  if (
    readMedianMs !== null &&
    !(readMedianMs.after <= readMedianMs.before * (1 + soakLimits.latencyGrowth) + soakLimits.spareMs)
  )
    missed.push(`median of reads grew from ${readMedianMs.before} to ${readMedianMs.after} ms`);
  if (figures.samplesWithAuditFaults > 0) missed.push(`audits found rows at ${figures.samplesWithAuditFaults} samples`);
  return missed;
}

/** Finds the processes that are in every sample. */
function findProcessesInAllSamples(samples: readonly SoakSample[]): readonly SampledProcess[] {
  const [firstSample, ...laterSamples] = samples;
  return (firstSample?.processes ?? []).filter(({ pid }) =>
    laterSamples.every(({ processes }) => processes.some((process) => process.pid === pid)),
  );
}

/** Compares the nodes that were started during the soak, in the order of their starts, at the same age. */
function compareAtSameAge(samples: readonly SoakSample[]): Growth | null {
  const [firstSample] = samples;
  const firstPids = new Set(firstSample?.processes.map(({ pid }) => pid));
  const memoryByPid = new Map<number, number[]>();
  for (const { pid, ageSeconds, residentMb } of samples.flatMap(({ processes }) => processes)) {
    if (firstPids.has(pid) || ageSeconds < comparedAgesSeconds.from || ageSeconds > comparedAgesSeconds.to) continue;
    memoryByPid.set(pid, [...(memoryByPid.get(pid) ?? []), residentMb]);
  }
  const memoryMedians = [...memoryByPid.values()].map(computeMedian);
  if (memoryMedians.length < 4) return null;
  const halfLength = Math.floor(memoryMedians.length / 2);
  return makeGrowth(computeMedian(memoryMedians.slice(0, halfLength)), computeMedian(memoryMedians.slice(-halfLength)));
}

function makeGrowth(before: number, after: number): Growth {
  return { before, after, growth: Math.round((after / before - 1) * 10_000) / 10_000 };
}

/** Returns NaN for an empty list. */
function computeMedian(values: readonly number[]): number {
  const sortedValues = [...values].sort((one, other) => one - other);
  return sortedValues[Math.floor(sortedValues.length / 2)] ?? Number.NaN;
}

/** Rounded down to a millionth, so that one bad answer of many is never shown as none. */
function computeShare(count: number, total: number): number {
  return total === 0 ? 0 : Math.floor((count / total) * 1_000_000) / 1_000_000;
}
