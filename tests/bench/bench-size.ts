/** The size of a benchmark. */
export type BenchSize = {
  readonly listings: number;
  /** The number of runs. Each figure is the median over the runs. */
  readonly runs: number;
  /** Duration of a run over HTTP, in seconds. */
  readonly seconds: number;
};
