/** How much a benchmark does. */
export type BenchSize = {
  readonly listings: number;
  /** Each figure is the median of so many runs. */
  readonly runs: number;
  /** A run over HTTP takes so long. */
  readonly seconds: number;
};
