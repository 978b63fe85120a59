/** One deliberate fault of the product, and the tests that have to notice it (docs/reliability.md, mutants). */
export interface Mutant {
  /** As docs/reliability.md numbers it; a letter behind it where one kind of fault can be made in several places. */
  name: string;
  /** What the fault is, in a few words. */
  fault: string;
  edits: readonly Edit[];
  /** Test files, at least one of which must fail. */
  tests: readonly string[];
}

/** What is to be found stands exactly once in the file; the mutant does not apply when it does not. */
export interface Edit {
  file: string;
  find: string;
  replace: string;
}
