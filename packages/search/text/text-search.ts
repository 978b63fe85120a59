/**
 * The words side of the catalogue (text-index.ts) as its columns (catalogue.ts) see it. Both number the cars alike: a new
 * version of a car gets a new number, the highest so far plus one, and its last number is struck out by the columns.
 */
export type TextMatch = {
  /** One bit a number, 32 in each: the cars in which every word of the text stands. May hold struck-out numbers. */
  readonly bits: Uint32Array;
  /** How well a car answers; higher is better. Only for numbers in `bits`, and before the next `match`. Integers below 2^16. */
  scoreOf(documentId: number): number;
  /**
   * Of `among`, a part of `bits`, the numbers that may be the first `count` by score: those that score highest, at least as many as asked
   * for; numbers that score more than `most` are left out, those that score just that are there but not counted. Far cheaper than
   * asking each for its score. Before the next `match` too.
   */
  best(among: Uint32Array, count: number, maximum: number): BestMatch;
  readonly corrections: readonly { readonly typed: string; readonly meant: string }[];
  /** The search cost more than it may: `bits` and `corrections` hold a part of what there is. */
  readonly isPartial: boolean;
};

export type BestMatch = {
  /** As long as `bits` of the match. */
  readonly bits: Uint32Array;
  /** When all score the same. */
  readonly score: number | null;
};

export type CommonTerm = { readonly term: string; readonly count: number };

/** What the columns ask of the words. */
export type TextSearch = {
  /**
   * Reads the texts of a car. @returns two numbers that stand for the words in them, in an array that the next reading uses again: a car
   * of which they did not change is found by the same words
   */
  analyze(texts: SearchedText): Uint32Array;
  /** Adds the car that was read last under this number, which is the highest so far plus one. */
  add(documentId: number): void;
  /**
   * Null when the text has no word to look for: then every car answers. A word is mistyped when it stands in none of the cars on
   * offer; struck-out numbers do not count.
   */
  match(text: string, liveDocuments: Uint32Array): TextMatch | null;
  /**
   * Words that begin so and that many cars on offer hold, the most frequent first. Only of letters, and none that stands in the name of a
   * brand or model or in a place: those are suggested themselves.
   */
  commonTerms(start: string, maximum: number, liveDocuments: Uint32Array): readonly CommonTerm[];
  readonly bytes: number;
};

/** The texts of a car that are searched, from the best answer to the least. */
export type SearchedText = {
  /** Whose car it is: the new words that one seller brings are bounded. */
  readonly sellerId: string;
  readonly brand: string;
  readonly title: string;
  readonly variant: string | null;
  readonly location: string;
  readonly description: string;
};
