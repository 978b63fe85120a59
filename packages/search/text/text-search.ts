/**
 * The result of a text match, as the catalogue uses it (text-index.ts). The catalogue and the text index use the same
 * document ids. A new version of a listing gets the next document id, and the catalogue marks the previous one as
 * deleted.
 */
export type TextMatch = {
  /** The documents that match every token of the text, as a bit set. The bit set may hold deleted documents. */
  readonly bits: Uint32Array;
  /**
   * The score of a matching document: an integer below 2^16; a higher score is better. The score is valid until `match`
   * is called again.
   */
  computeScore(documentId: number): number;
  /**
   * Returns the documents of `documents` that have the highest scores: at least `count` documents. `documents` is a
   * subset of `bits`. Documents that score above `maximum` are excluded. Documents that score exactly `maximum` are
   * included but not counted. The result is valid until `match` is called again.
   */
  findBest(documents: Uint32Array, count: number, maximum: number): BestMatch;
  readonly corrections: readonly { readonly typed: string; readonly meant: string }[];
  /** Whether the search exceeded its budget. When the budget is exceeded, `bits` and `corrections` are incomplete. */
  readonly isPartial: boolean;
};

export type BestMatch = {
  /** A bit set of the same length as the match's `bits`. */
  readonly bits: Uint32Array;
  /** The common score of all documents. The common score is null when the documents have different scores. */
  readonly score: number | null;
};

export type FrequentTerm = { readonly term: string; readonly count: number };

/** The interface of the text index. */
export type TextSearch = {
  /**
   * Tokenizes the texts of a listing. @returns the fingerprint of the listing's terms, in an array that the next call
   * overwrites
   */
  analyze(texts: SearchedText): Uint32Array;
  /**
   * Adds the listing that was analyzed last. The listing's document id must be the highest document id so far plus one.
   */
  add(documentId: number): void;
  /**
   * Matches a text. The result is null when the text has no token; every document matches then. A token gets fuzzy
   * matches only when no live document contains the token.
   */
  match(text: string, liveDocuments: Uint32Array): TextMatch | null;
  /**
   * The terms with the prefix that most live documents contain, the most frequent first. Only terms that consist of
   * letters are included. Terms of brands, models and locations are not included, because those are suggested as names.
   */
  findFrequentTerms(start: string, maximum: number, liveDocuments: Uint32Array): readonly FrequentTerm[];
  /**
   * Opens the lookup of the tokens of one query. All calls of the lookup share one budget. The lookup is valid until a
   * document is added.
   */
  openLookup(liveDocuments: Uint32Array): TokenLookup;
  readonly bytes: number;
};

/** Looks up the tokens of one query in the live documents. */
export type TokenLookup = {
  /**
   * Whether a live document has the token, or a token that begins with it. Once the budget is used up, every token of
   * the index counts as found.
   */
  hasToken(token: string): boolean;
  /** The tokens of a text that no live document matches, neither exactly nor by prefix nor fuzzily. */
  findMissingTokens(text: string): ReadonlySet<string>;
};

/** The searchable texts of a listing, the most important field first. */
export type SearchedText = {
  /** The group of sellers whose new terms are counted together. */
  readonly shareGroup: string;
  readonly brand: string;
  readonly title: string;
  readonly variant: string | null;
  readonly location: string;
  readonly description: string;
};
