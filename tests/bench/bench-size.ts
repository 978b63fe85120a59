/** The size of a benchmark. */
export type BenchSize = {
  readonly listings: number;
  /** The number of runs. Each figure of a benchmark is the median over its runs. */
  readonly runCount: number;
  /** The duration of a run over HTTP, in seconds. */
  readonly seconds: number;
};
