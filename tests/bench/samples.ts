/** One run of a benchmark: the time of every call, and the time of all calls together, in milliseconds. */
export type BenchRun = { readonly latenciesMs: readonly number[]; readonly elapsedMs: number };

/** One line of the results of a benchmark. */
export type Figures = { readonly bench: string } & Readonly<Record<string, string | number>>;

/** Times in milliseconds and throughput in calls per second. Each figure is the median over the runs. */
export type CallFigures = {
  readonly bench: string;
  readonly at_once: number;
  readonly runs: number;
  readonly calls: number;
  readonly p50_ms: number;
  readonly p99_ms: number;
  readonly max_ms: number;
  readonly per_s: number;
};

/**
 * Runs each job once, `concurrency` of them at the same time. A job is given the number of the worker that runs it, from
 * 0; a worker runs one job at a time. A job that fails ends the run.
 */
export async function measureJobs(
  jobs: readonly ((workerIndex: number) => Promise<void>)[],
  concurrency: number,
): Promise<BenchRun> {
  const jobIterator = jobs.values();
  const latenciesMs: number[] = [];
  const runRemainingJobs = async (workerIndex: number): Promise<void> => {
    for (const job of jobIterator) {
      const startTime = performance.now();
      await job(workerIndex);
      latenciesMs.push(performance.now() - startTime);
    }
  };
  const startTime = performance.now();
  await Promise.all(Array.from({ length: concurrency }, (_, workerIndex) => runRemainingJobs(workerIndex)));
  return { latenciesMs, elapsedMs: performance.now() - startTime };
}

/** Medians over several runs, so that one disturbed run does not change the result. */
export function summarise(bench: string, concurrency: number, runs: readonly BenchRun[]): CallFigures {
  const computeMedianOver = (readFigure: (run: BenchRun) => number): number =>
    roundFigure(computeMedian(runs.map(readFigure)));
  return {
    bench,
    at_once: concurrency,
    runs: runs.length,
    calls: runs.reduce((sum, run) => sum + run.latenciesMs.length, 0),
    p50_ms: computeMedianOver((run) => computeQuantile(run.latenciesMs, 0.5)),
    p99_ms: computeMedianOver((run) => computeQuantile(run.latenciesMs, 0.99)),
    max_ms: computeMedianOver((run) => computeQuantile(run.latenciesMs, 1)),
    per_s: computeMedianOver((run) => (run.latenciesMs.length * 1000) / run.elapsedMs),
  };
}

/**
 * Returns the quantile by nearest rank: the smallest value such that at least this share of the values is not greater.
 */
export function computeQuantile(values: readonly number[], share: number): number {
  const sortedValues = [...values].sort((a, b) => a - b);
  return sortedValues[Math.max(0, Math.ceil(share * sortedValues.length) - 1)] ?? Number.NaN;
}

export function computeMedian(values: readonly number[]): number {
  const sortedValues = [...values].sort((a, b) => a - b);
  const middleIndex = Math.floor(sortedValues.length / 2);
  const upperMiddleValue = sortedValues[middleIndex] ?? Number.NaN;
  return sortedValues.length % 2 === 1
    ? upperMiddleValue
    : ((sortedValues[middleIndex - 1] ?? Number.NaN) + upperMiddleValue) / 2;
}

/**
 * Rounds to two decimals, and numbers below a tenth to four decimals, because a call within the process takes
 * microseconds.
 */
export function roundFigure(value: number): number {
  const factor = Math.abs(value) < 0.1 ? 10_000 : 100;
  return Math.round(value * factor) / factor;
}
