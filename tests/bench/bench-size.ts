/** The size of a benchmark. */
export type BenchSize = {
  readonly listings: number;
  /** Each figure is the median of this many runs. */
  readonly runs: number;
  /** Duration of a run over HTTP. */
  readonly seconds: number;
};
