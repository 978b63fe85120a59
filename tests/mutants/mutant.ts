/** One deliberate fault of the product, and the tests that have to notice it (docs/reliability.md, mutants). */
export interface Mutant {
  /** The number in docs/reliability.md. A letter follows when one kind of fault is possible in several places. */
  name: string;
  /** What the fault is, in a few words. */
  fault: string;
  edits: readonly Edit[];
  /** Test files, at least one of which must fail. */
  tests: readonly string[];
}

/** The text to replace must occur exactly once in the file; otherwise the mutant does not apply. */
export interface Edit {
  file: string;
  find: string;
  replace: string;
}
