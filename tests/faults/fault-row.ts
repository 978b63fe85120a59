import type { Need } from './rig/machine-needs.ts';

/** What an experiment has measured, for the line that is printed and for docs/faults.md. */
export type Figures = Readonly<Record<string, number | string>>;

export type RowResult = {
  readonly figures: Figures;
  /** One text for each expectation that was not met; empty when the row has passed. */
  readonly failures: readonly string[];
};

/** A fault, the expected behaviour of the product, and the experiment that checks it (docs/faults.md). */
export type FaultRow = {
  /** The number in docs/reliability.md, with a letter when several experiments have the same number. */
  readonly number: string;
  /** A name for the command line, such as `disk-full`. */
  readonly name: string;
  readonly fault: string;
  readonly expected: string;
  readonly needs?: readonly Need[];
  /** Whether the experiment runs in a network and a file system of its own (unshare). */
  readonly hasOwnNetwork?: boolean;
  readonly run: () => Promise<RowResult>;
};
