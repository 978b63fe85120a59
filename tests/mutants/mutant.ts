/** One deliberate fault of the product, and the tests that have to notice it (docs/reliability.md, mutants). */
export interface Mutant {
  /**
   * The number of the mutant in docs/reliability.md, with a letter (`12a`, `12b`) when the same kind of fault is made in
   * several files.
   */
  name: string;
  /** A description of the fault in a few words. */
  fault: string;
  edits: readonly Edit[];
  /** The test files. At least one of these tests must fail. */
  tests: readonly string[];
}

/**
 * A replacement of text in a file. The text to replace must occur exactly once in the file. The mutant cannot be
 * applied when the text occurs more or less often.
 */
export interface Edit {
  file: string;
  find: string;
  replace: string;
}
