/** The size of a benchmark. */
export type BenchSize = {
  readonly listings: number;
  /** Number of runs. Each figure is the median over them. */
  readonly runs: number;
  /** Duration of a run over HTTP, in seconds. */
  readonly seconds: number;
};
