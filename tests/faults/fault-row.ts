import type { Need } from './rig/machine-needs.ts';

/** What an experiment has measured, for the line that is printed and for docs/faults.md. */
export type Figures = Readonly<Record<string, number | string>>;

export type RowResult = {
  readonly figures: Figures;
  /** Where the product did not do what is expected; empty when the row has passed. */
  readonly misses: readonly string[];
};

/** A fault, what the product must do in it, and the experiment that shows it (docs/faults.md). */
export type FaultRow = {
  /** The number of docs/reliability.md; a letter tells apart experiments of one number. */
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
