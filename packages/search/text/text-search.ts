/**
 * What the catalogue asks of the text index (text-index.ts). Both use the same document ids: a new version of
 * a listing gets the next document id, and the catalogue marks its previous one as deleted.
 */
export type TextMatch = {
  /** The documents that match every token of the text, as a bit set. It may hold deleted documents. */
  readonly bits: Uint32Array;
  /**
   * The score of a matching document: an integer below 2^16, higher is better. Valid until `match` is called again.
   */
  scoreOf(documentId: number): number;
  /**
   * The documents of `among` with the highest scores, at least `count` of them. `among` is a subset of `bits`.
   * Documents that score above `maximum` are excluded; those that score exactly `maximum` are included but
   * not counted. Valid until `match` is called again.
   */
  best(among: Uint32Array, count: number, maximum: number): BestMatch;
  readonly corrections: readonly { readonly typed: string; readonly meant: string }[];
  /** Whether the search exceeded its budget. `bits` and `corrections` are then incomplete. */
  readonly isPartial: boolean;
};

export type BestMatch = {
  /** A bit set of the same length as the match's `bits`. */
  readonly bits: Uint32Array;
  /** The common score of all documents; null when their scores differ. */
  readonly score: number | null;
};

export type CommonTerm = { readonly term: string; readonly count: number };

/** The interface of the text index. */
export type TextSearch = {
  /**
   * Tokenizes the texts of a listing. @returns the fingerprint of its terms, in an array that the next call
   * overwrites
   */
  analyze(texts: SearchedText): Uint32Array;
  /** Adds the listing analyzed last under this document id, which is the highest so far plus one. */
  add(documentId: number): void;
  /**
   * Matches a text. Null when it has no token: then every document matches. A token gets fuzzy matches only
   * when no live document matches it.
   */
  match(text: string, liveDocuments: Uint32Array): TextMatch | null;
  /**
   * Terms with the prefix that most live documents contain, the most frequent first. Only terms of letters,
   * and none of a brand, a model or a location: those are suggested by name.
   */
  commonTerms(start: string, maximum: number, liveDocuments: Uint32Array): readonly CommonTerm[];
  /** Whether a live document has the token, or a token that begins with it. */
  has(token: string, liveDocuments: Uint32Array): boolean;
  /** The tokens of a text that no live document matches, exactly, by prefix or fuzzily. */
  missing(text: string, liveDocuments: Uint32Array): ReadonlySet<string>;
  readonly bytes: number;
};

/** The searchable texts of a listing, best field first. */
export type SearchedText = {
  /** The group of sellers whose new terms count together. */
  readonly shareGroup: string;
  readonly brand: string;
  readonly title: string;
  readonly variant: string | null;
  readonly location: string;
  readonly description: string;
};
