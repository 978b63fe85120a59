import { searchWords } from '@carhouse/domain/text/search-words';
import { SearchBudget, type SearchLimits, searchBudget } from '../query/search-budget.ts';
import { type QueryToken, tokenizeQuery } from './compound-tokens.ts';
import { FieldPostings } from './field-postings.ts';
import { makeBrandTokens, makeModelTokens } from './name-tokens.ts';
import { PostingLists } from './posting-lists.ts';
import { QueryScorer } from './query-scorer.ts';
import { SellerTermLimit } from './seller-term-limit.ts';
import { SortedTerms } from './sorted-terms.ts';
import { TermDictionary } from './term-dictionary.ts';
import { TermFingerprint } from './term-fingerprint.ts';
import { TermLookup } from './term-lookup.ts';
import type { FrequentTerm, SearchedText, TextMatch, TextSearch, TokenLookup } from './text-search.ts';
import { TokenBuffer } from './token-buffer.ts';

/** Fields of a document, the most important first. A term counts only in the most important field that contains it. */
const nameField = 0;
const variantField = 1;
const locationField = 2;
const descriptionField = 3;

/** The weight of a match by kind and field, in the order of the fields. */
const weights = {
  exact: [16, 12, 10, 6],
  prefix: [13, 9, 8, 3],
  fuzzy: [8, 5, 4, 1],
} as const;

const noTerms = new Int32Array(0);

type AnalyzedListing = {
  brand: Int32Array;
  title: Int32Array;
  variant: Int32Array | null;
  location: Int32Array;
  description: Int32Array;
  /** Number of terms in `description`. The array in `description` may be longer than `count`. */
  count: number;
};

type CachedTextKind = Exclude<keyof SearchedText, 'description' | 'shareGroup'>;

/**
 * The term that replaces each new token of a seller who has reached their limit of new terms. A query never contains
 * this term, because a space separates tokens.
 */
const unsearchableText = ' ';

export type TextIndexOptions = { readonly limits?: SearchLimits; readonly newTermsPerSeller?: number };
/** The cached terms of texts. `bytes` is the estimated memory of the cached terms. */
type TermCache = { readonly terms: Map<string, Int32Array>; bytes: number };

/** Maximum number of texts whose terms are cached. The texts of brands, models and locations occur in many listings. */
const maxCachedTexts = 20_000;

/**
 * The inverted index: for each term and field, the documents that contain it. Document ids only increase. For each
 * query token, the documents of all matching terms are united; the results of all tokens are then intersected. The
 * scores of documents are computed from the sets of documents of the matching terms.
 */
export class TextIndex implements TextSearch {
  readonly #dictionary = new TermDictionary();
  readonly #sortedTerms = new SortedTerms(this.#dictionary);
  readonly #lookup = new TermLookup(this.#dictionary, this.#sortedTerms);
  readonly #fields = new FieldPostings();
  readonly #lists = new PostingLists();
  readonly #tokens = new TokenBuffer();
  readonly #scorer = new QueryScorer();
  /** The terms of the last analyzed document. */
  readonly #listing: AnalyzedListing = {
    brand: noTerms,
    title: noTerms,
    variant: null,
    location: noTerms,
    description: new Int32Array(256),
    count: 0,
  };
  readonly #fingerprint = new TermFingerprint();
  readonly #cachedTerms: Readonly<Record<CachedTextKind, TermCache>> = {
    brand: { terms: new Map(), bytes: 0 },
    title: { terms: new Map(), bytes: 0 },
    variant: { terms: new Map(), bytes: 0 },
    location: { terms: new Map(), bytes: 0 },
  };
  #lastDocumentId = -1;
  readonly #limits: SearchLimits;
  readonly #sellers: SellerTermLimit;
  /** The term id of `unsearchableText`. */
  readonly #unsearchable: number;
  #shareGroup = '';
  /** Whether the limit of new terms replaced a token of the last analyzed text. */
  #isLimited = false;

  constructor({ limits = searchBudget, newTermsPerSeller }: TextIndexOptions = {}) {
    this.#limits = limits;
    this.#sellers = new SellerTermLimit(newTermsPerSeller);
    this.#tokens.units[0] = unsearchableText.charCodeAt(0);
    this.#tokens.startIndexes[0] = 0;
    this.#tokens.lengths[0] = 1;
    this.#unsearchable = this.#newTerm(0);
  }

  analyze({ shareGroup, brand, title, variant, location, description }: SearchedText): Uint32Array {
    this.#shareGroup = shareGroup;
    const listing = this.#listing;
    listing.brand = this.#findTerms('brand', brand, makeBrandTokens);
    listing.title = this.#findTerms('title', title, makeModelTokens);
    listing.variant = variant === null ? null : this.#findTerms('variant', variant, makeModelTokens);
    listing.location = this.#findTerms('location', location, searchWords);
    const tokens = this.#tokens;
    tokens.split(description);
    if (tokens.count > listing.description.length) listing.description = new Int32Array(tokens.count * 2);
    this.#toTerms(listing.description);
    listing.count = tokens.count;
    const fingerprint = this.#fingerprint.begin();
    fingerprint.addTerms(listing.brand, listing.brand.length);
    fingerprint.addTerms(listing.title, listing.title.length);
    fingerprint.addTerms(listing.variant ?? noTerms, listing.variant?.length ?? -1);
    fingerprint.addTerms(listing.location, listing.location.length);
    fingerprint.addTerms(listing.description, listing.count);
    return fingerprint.parts;
  }

  add(documentId: number): void {
    this.#lastDocumentId = documentId;
    const { brand, title, variant, location, description, count } = this.#listing;
    const fields = this.#fields;
    fields.beginDocument(documentId, this.#lists);
    // The most important field is added first, because a term counts in the first field that contains it.
    fields.add(documentId, nameField, brand, brand.length);
    fields.add(documentId, nameField, title, title.length);
    if (variant !== null) fields.add(documentId, variantField, variant, variant.length);
    fields.add(documentId, locationField, location, location.length);
    fields.add(documentId, descriptionField, description, count);
  }

  match(text: string, liveDocuments: Uint32Array): TextMatch | null {
    const queryTokens = tokenizeQuery(text);
    if (queryTokens.length === 0) return null;
    this.#fields.flush(this.#lists);
    const corrections: { typed: string; meant: string }[] = [];
    const searchId = this.#scorer.begin(this.#lastDocumentId + 1);
    const budget = new SearchBudget(this.#limits);
    for (const token of queryTokens) this.#matchToken(token, liveDocuments, corrections, budget);
    return {
      bits: this.#scorer.intersect(),
      computeScore: (documentId) => this.#scorer.computeScore(documentId, searchId),
      findBest: (candidateDocuments, count, maximum) =>
        this.#scorer.findBest(candidateDocuments, count, maximum, searchId),
      corrections,
      isPartial: budget.isSpent,
    };
  }

  findFrequentTerms(prefix: string, maximum: number, liveDocuments: Uint32Array): readonly FrequentTerm[] {
    this.#fields.flush(this.#lists);
    const foundTerms: { term: number; size: number }[] = [];
    const budget = new SearchBudget(this.#limits);
    budget.beginToken();
    for (const term of this.#lookup.findWithPrefix(prefix, budget)) {
      if (this.#fields.findList(term, nameField) >= 0 || this.#fields.findList(term, locationField) >= 0) continue;
      if (!this.#dictionary.hasOnlyLetters(term)) continue;
      const lists = [variantField, descriptionField].map((field) => this.#fields.findList(term, field));
      const size = lists.reduce((sum, list) => sum + (list < 0 ? 0 : this.#lists.readSize(list)), 0);
      const last = foundTerms[maximum - 1];
      if (last !== undefined && last.size >= size) continue;
      const at = foundTerms.findIndex((listedTerm) => listedTerm.size < size);
      foundTerms.splice(at < 0 ? foundTerms.length : at, 0, { term, size });
      if (foundTerms.length > maximum) foundTerms.pop();
    }
    return foundTerms
      .map(({ term }) => ({
        term: this.#dictionary.text(term),
        count: this.#countFrequency(term, liveDocuments).anyFieldCount,
      }))
      .filter(({ count }) => count > 0);
  }

  openLookup(liveDocuments: Uint32Array): TokenLookup {
    this.#fields.flush(this.#lists);
    const budget = new SearchBudget(this.#limits);
    return {
      hasToken: (token) => {
        budget.beginToken();
        return this.#isLive(token, liveDocuments, budget);
      },
      findMissingTokens: (text) => this.#missing(text, liveDocuments, budget),
    };
  }

  #missing(text: string, liveDocuments: Uint32Array, budget: SearchBudget): ReadonlySet<string> {
    const missingTerms = new Set<string>();
    for (const { typed, spellings } of tokenizeQuery(text)) {
      budget.beginToken();
      if (spellings.some((spelling) => this.#isLive(spelling, liveDocuments, budget))) continue;
      // A token is not reported as missing when the search budget ended before all of its matches were found.
      if (!budget.isExhausted && !budget.isTokenSpent) missingTerms.add(typed);
    }
    return missingTerms;
  }

  #isLive(token: string, liveDocuments: Uint32Array, budget: SearchBudget): boolean {
    for (const term of this.#lookup.findWithPrefix(token, budget)) {
      for (let field = 0; field <= descriptionField; field += 1) {
        const list = this.#fields.findList(term, field);
        if (list < 0) continue;
        if (!budget.spendPostings(Math.min(this.#lists.readSize(list), this.#lastDocumentId >>> 4) + 1)) return true;
        if (this.#lists.countIn(list, liveDocuments) > 0) return true;
      }
    }
    return false;
  }

  get bytes(): number {
    const { brand, title, variant, location } = this.#cachedTerms;
    return (
      this.#dictionary.bytes +
      this.#sellers.bytes +
      this.#sortedTerms.bytes +
      this.#fields.bytes +
      this.#lists.bytes +
      this.#scorer.bytes +
      brand.bytes +
      title.bytes +
      variant.bytes +
      location.bytes
    );
  }

  #matchToken(
    { typed, spellings }: QueryToken,
    liveDocuments: Uint32Array,
    corrections: { typed: string; meant: string }[],
    budget: SearchBudget,
  ): void {
    this.#scorer.beginToken();
    budget.beginToken();
    for (const spelling of spellings) {
      const exactTerm = this.#lookup.findExact(spelling);
      for (const term of this.#lookup.findWithPrefix(spelling, budget)) {
        this.#addPostings(term, term === exactTerm ? weights.exact : weights.prefix, budget);
      }
    }
    if (!this.#scorer.isTokenMatchIn(liveDocuments)) {
      for (const term of this.#lookup.findFuzzy(
        typed,
        (fuzzyTerm) => this.#countFrequency(fuzzyTerm, liveDocuments),
        budget,
      )) {
        this.#addPostings(term, weights.fuzzy, budget);
        corrections.push({ typed, meant: this.#dictionary.text(term) });
      }
    }
    this.#scorer.finishToken();
  }

  #addPostings(term: number, fieldWeights: readonly number[], budget: SearchBudget): void {
    for (let field = 0; field <= descriptionField; field += 1) {
      const list = this.#fields.findList(term, field);
      if (list < 0) continue;
      // A long list is stored as a bit set, which is merged 32 documents at a time.
      if (!budget.spendPostings(Math.min(this.#lists.readSize(list), this.#lastDocumentId >>> 4) + 1)) return;
      this.#lists.addTo(list, this.#scorer.takeSetOfWeight(fieldWeights[field] ?? 0));
    }
  }

  #countFrequency(term: number, liveDocuments: Uint32Array): { nameCount: number; anyFieldCount: number } {
    let documentCount = 0;
    for (let field = 0; field <= descriptionField; field += 1) {
      const list = this.#fields.findList(term, field);
      if (list >= 0) documentCount += this.#lists.countIn(list, liveDocuments);
    }
    const list = this.#fields.findList(term, nameField);
    return { nameCount: list < 0 ? 0 : this.#lists.countIn(list, liveDocuments), anyFieldCount: documentCount };
  }

  #findTerms(kind: CachedTextKind, text: string, makeTokens: (text: string) => readonly string[]): Int32Array {
    const cachedTermIds = this.#cachedTerms[kind].terms.get(text);
    return cachedTermIds ?? this.#analyzeText(kind, text, makeTokens);
  }

  #analyzeText(kind: CachedTextKind, text: string, makeTokens: (text: string) => readonly string[]): Int32Array {
    const cachedTermsOfKind = this.#cachedTerms[kind];
    const terms = new Set<number>();
    this.#isLimited = false;
    for (const token of makeTokens(text)) {
      this.#tokens.split(token);
      const termIds = new Int32Array(this.#tokens.count);
      this.#toTerms(termIds);
      for (const term of termIds) terms.add(term);
    }
    if (cachedTermsOfKind.terms.size >= maxCachedTexts) {
      cachedTermsOfKind.terms.clear();
      cachedTermsOfKind.bytes = 0;
    }
    const cachedTerms = Int32Array.from(terms);
    // The terms of a text with a replaced token are not cached, because another seller may still add the token.
    if (this.#isLimited) return cachedTerms;
    cachedTermsOfKind.terms.set(text, cachedTerms);
    cachedTermsOfKind.bytes += 150 + 2 * text.length + cachedTerms.byteLength;
    return cachedTerms;
  }

  /**
   * Writes the terms of the buffer's tokens. A token that the dictionary does not contain is added to the dictionary.
   */
  #toTerms(targetTerms: Int32Array): void {
    const tokens = this.#tokens;
    const dictionary = this.#dictionary;
    for (let token = 0; ; token += 1) {
      token = dictionary.findTerms(tokens, token, targetTerms);
      if (token === tokens.count) return;
      targetTerms[token] = this.#sellers.take(this.#shareGroup) ? this.#newTerm(token) : this.#limitedTerm();
    }
  }

  #limitedTerm(): number {
    this.#isLimited = true;
    return this.#unsearchable;
  }

  #newTerm(token: number): number {
    const tokens = this.#tokens;
    const term = this.#dictionary.add(tokens, token);
    this.#sortedTerms.add(term, tokens.units, tokens.startIndexes[token] ?? 0, tokens.lengths[token] ?? 0);
    this.#fields.addTerm(term);
    return term;
  }
}
