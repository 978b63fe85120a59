import { countBits, countBits32 } from '../query/bit-set.ts';
import type { BestMatch } from './text-search.ts';

/**
 * A number above the highest possible score: sixteen tokens of the highest weight (compound-tokens.ts, text-index.ts).
 */
const maxScore = 512;

/**
 * The documents that match one token with one weight. After `finishToken` the sets are sorted by weight, the highest
 * first.
 */
type WeightedSet = { readonly weight: number; readonly bits: Uint32Array };

/**
 * Scores the documents of one search. For each query token, there is one set of documents for each weight. The next
 * search uses the same sets again, because allocating megabytes for each search would burden the garbage collector. The
 * caller must read all scores before the next search begins.
 */
export class QueryScorer {
  #pool: Uint32Array[] = [];
  #taken = 0;
  #size = 0;
  #tokens: WeightedSet[][] = [];
  #searchId = 0;
  /** For each score: the number of documents with this score. */
  readonly #scores = new Uint32Array(maxScore);
  #visit: (mask: number, score: number) => void = () => {};

  /**
   * Begins a search over document ids below `count`.
   * @returns the id of this search. `computeScore` and `findBest` take this id, and throw when a later search has
   * begun.
   */
  begin(count: number): number {
    const size = Math.ceil(count / 32);
    // When the pooled sets are too small, they are replaced by larger ones with spare capacity.
    if (this.#pool[0] !== undefined && this.#pool[0].length < size) this.#pool = [];
    this.#size = size;
    this.#taken = 0;
    this.#tokens = [];
    this.#searchId += 1;
    return this.#searchId;
  }

  beginToken(): void {
    this.#tokens.push([]);
  }

  /** The set of the documents that match the current token with this weight. */
  takeSetOfWeight(weight: number): Uint32Array {
    const sets = this.#tokens.at(-1) as WeightedSet[];
    for (const weightedSet of sets) if (weightedSet.weight === weight) return weightedSet.bits;
    const bits = this.#take();
    sets.push({ weight, bits });
    return bits;
  }

  /** Whether a document of the set `documents` matches the current token. */
  isTokenMatchIn(documents: Uint32Array): boolean {
    return (this.#tokens.at(-1) ?? []).some(({ bits }) => {
      for (let at = 0; at < this.#size; at += 1) {
        if (((bits[at] as number) & (documents[at] as number)) !== 0) return true;
      }
      return false;
    });
  }

  finishToken(): void {
    this.#tokens.at(-1)?.sort((a, b) => b.weight - a.weight);
  }

  /** The documents that match every token. */
  intersect(): Uint32Array {
    const intersection = this.#take();
    const tokens = this.#tokens.toSorted((a, b) => a.length - b.length);
    for (const [index, sets] of tokens.entries()) {
      const matchingBits = sets.length === 1 ? sets[0]?.bits : this.#union(sets);
      if (matchingBits === undefined) return intersection.fill(0);
      if (index === 0) intersection.set(matchingBits);
      else
        for (let at = 0; at < this.#size; at += 1)
          intersection[at] = (intersection[at] as number) & (matchingBits[at] as number);
    }
    return intersection;
  }

  /** The score of a matching document: the sum of the weights of all query tokens in it. */
  computeScore(documentId: number, searchId: number): number {
    this.#checkSearch(searchId);
    const at = documentId >>> 5;
    const bit = 1 << (documentId & 31);
    let score = 0;
    for (const sets of this.#tokens) {
      for (const weightedSet of sets) {
        if (((weightedSet.bits[at] as number) & bit) !== 0) {
          score += weightedSet.weight;
          break;
        }
      }
    }
    return score;
  }

  /**
   * The documents with the highest scores. The methods are described at `TextMatch` in text-search.ts. Documents are
   * divided by score, 32 at a time.
   */
  findBest(documents: Uint32Array, count: number, maximum: number, searchId: number): BestMatch {
    this.#checkSearch(searchId);
    const size = Math.min(this.#size, documents.length);
    const top = this.#topDocuments(documents, size);
    if (count > 0 && top.score < maximum && countBits(top.bits, size) >= count) return top;
    this.#scores.fill(0);
    this.#visit = (mask, score) => {
      this.#scores[score] = (this.#scores[score] as number) + countBits32(mask);
    };
    for (let at = 0; at < size; at += 1)
      if (documents[at] !== 0) this.#partitionByScore(at, documents[at] as number, 0, 0);
    let lowestScore = Math.min(maximum, this.#scores.length - 1);
    const highestScore = lowestScore;
    for (let selectedCount = 0; lowestScore > 0 && selectedCount < count; lowestScore -= 1)
      selectedCount += this.#scores[lowestScore - 1] as number;
    let scoreCount = 0;
    let singleScore = 0;
    for (let score = lowestScore; score <= highestScore; score += 1) {
      if (this.#scores[score] === 0) continue;
      scoreCount += 1;
      singleScore = score;
    }
    const bits = this.#take();
    let index = 0;
    this.#visit = (mask, score) => {
      if (score >= lowestScore && score <= highestScore) bits[index] = (bits[index] as number) | mask;
    };
    for (; index < size; index += 1)
      if (documents[index] !== 0) this.#partitionByScore(index, documents[index] as number, 0, 0);
    return { bits, score: scoreCount === 1 ? singleScore : null };
  }

  /**
   * The documents that match every token with the token's highest weight. No document has a higher score than these
   * documents, and often they are enough to fill a page.
   */
  #topDocuments(documents: Uint32Array, size: number): { readonly bits: Uint32Array; readonly score: number } {
    const bits = this.#take();
    bits.set(size === documents.length ? documents : documents.subarray(0, size));
    let score = 0;
    for (const [top] of this.#tokens) {
      if (top === undefined) return { bits: bits.fill(0), score };
      score += top.weight;
      for (let at = 0; at < size; at += 1) bits[at] = (bits[at] as number) & (top.bits[at] as number);
    }
    return { bits, score };
  }

  get bytes(): number {
    return this.#pool.reduce((sum, bits) => sum + bits.byteLength, 0);
  }

  /** Divides a block of 32 documents by score, one token after the other, and visits each part. */
  #partitionByScore(at: number, mask: number, token: number, score: number): void {
    const sets = this.#tokens[token];
    if (sets === undefined) {
      this.#visit(mask, score);
      return;
    }
    let remainingMask = mask;
    for (const weightedSet of sets) {
      const matchingMask = remainingMask & (weightedSet.bits[at] as number);
      if (matchingMask === 0) continue;
      this.#partitionByScore(at, matchingMask, token + 1, score + weightedSet.weight);
      remainingMask ^= matchingMask;
      if (remainingMask === 0) return;
    }
  }

  #checkSearch(searchId: number): void {
    if (searchId !== this.#searchId) throw new Error('Another search has begun since.');
  }

  #union(sets: readonly WeightedSet[]): Uint32Array | undefined {
    const [firstSet, ...others] = sets;
    if (firstSet === undefined) return undefined;
    const unitedBits = this.#take();
    unitedBits.set(firstSet.bits);
    for (const { bits } of others) {
      for (let at = 0; at < this.#size; at += 1) unitedBits[at] = (unitedBits[at] as number) | (bits[at] as number);
    }
    return unitedBits;
  }

  #take(): Uint32Array {
    const pooledSet = this.#pool[this.#taken];
    this.#taken += 1;
    if (pooledSet !== undefined) return pooledSet.fill(0);
    const newBits = new Uint32Array(this.#pool[0]?.length ?? this.#size + 1024);
    this.#pool.push(newBits);
    return newBits;
  }
}
