import { countBits } from '../query/bit-set.ts';
import { bitCount } from './near-words.ts';
import type { BestMatch } from './text-match.ts';

/** Above what sixteen words may be worth (read-search.ts, text-index.ts). */
const scoresMaximum = 512;

/** Sets of cars for one typed word, each with what the word is worth there; the best first once the word has ended. */
type Level = { readonly worth: number; readonly bits: Uint32Array };

/**
 * The sets of one search. They are used again by the next search, because making megabytes of new ones for each would keep the collector of
 * garbage busy: scores must be asked before the next search begins.
 */
export class WordLevels {
  #pool: Uint32Array[] = [];
  #taken = 0;
  #size = 0;
  #words: Level[][] = [];
  #round = 0;
  /** How many numbers have each score. */
  readonly #scores = new Uint32Array(scoresMaximum);
  #visit: (mask: number, score: number) => void = () => {};

  /** Begins a search over numbers below `count`. @returns what `scoreOf` asks for */
  begin(count: number): number {
    const size = Math.ceil(count / 32);
    // Some room, so that a growing stock does not make new sets for each search.
    if (this.#pool[0] !== undefined && this.#pool[0].length < size) this.#pool = [];
    this.#size = size;
    this.#taken = 0;
    this.#words = [];
    this.#round += 1;
    return this.#round;
  }

  beginWord(): void {
    this.#words.push([]);
  }

  /** The set of the present word for a worth. */
  bitsOf(worth: number): Uint32Array {
    const levels = this.#words.at(-1) as Level[];
    for (const level of levels) if (level.worth === worth) return level.bits;
    const bits = this.#take();
    levels.push({ worth, bits });
    return bits;
  }

  /** Whether one of the numbers is in a set of the present word. */
  isFoundIn(among: Uint32Array): boolean {
    return (this.#words.at(-1) ?? []).some(({ bits }) => {
      for (let at = 0; at < this.#size; at += 1) {
        if (((bits[at] as number) & (among[at] as number)) !== 0) return true;
      }
      return false;
    });
  }

  endWord(): void {
    this.#words.at(-1)?.sort((a, b) => b.worth - a.worth);
  }

  /** The numbers that are in a set of each word. */
  intersect(): Uint32Array {
    const all = this.#take();
    const words = this.#words.toSorted((a, b) => a.length - b.length);
    for (const [index, levels] of words.entries()) {
      const one = levels.length === 1 ? levels[0]?.bits : this.#unite(levels);
      if (one === undefined) return all.fill(0);
      if (index === 0) all.set(one);
      else for (let at = 0; at < this.#size; at += 1) all[at] = (all[at] as number) & (one[at] as number);
    }
    return all;
  }

  /** The sum of what each word is worth in a car that all words found. */
  scoreOf(number: number, round: number): number {
    this.#expect(round);
    const at = number >>> 5;
    const bit = 1 << (number & 31);
    let score = 0;
    for (const levels of this.#words) {
      for (const level of levels) {
        if (((level.bits[at] as number) & bit) !== 0) {
          score += level.worth;
          break;
        }
      }
    }
    return score;
  }

  /** See TextMatch. Numbers are told apart 32 at a time. */
  best(among: Uint32Array, count: number, most: number, round: number): BestMatch {
    this.#expect(round);
    const size = Math.min(this.#size, among.length);
    const top = this.#topOf(among, size);
    if (count > 0 && top.score < most && countBits(top.bits, size) >= count) return top;
    this.#scores.fill(0);
    this.#visit = (mask, score) => {
      this.#scores[score] = (this.#scores[score] as number) + bitCount(mask);
    };
    for (let at = 0; at < size; at += 1) if (among[at] !== 0) this.#tellApart(at, among[at] as number, 0, 0);
    let least = Math.min(most, this.#scores.length - 1);
    const highest = least;
    for (let below = 0; least > 0 && below < count; least -= 1) below += this.#scores[least - 1] as number;
    let tiers = 0;
    let only = 0;
    for (let score = least; score <= highest; score += 1) {
      if (this.#scores[score] === 0) continue;
      tiers += 1;
      only = score;
    }
    const bits = this.#take();
    let place = 0;
    this.#visit = (mask, score) => {
      if (score >= least && score <= highest) bits[place] = (bits[place] as number) | mask;
    };
    for (; place < size; place += 1) if (among[place] !== 0) this.#tellApart(place, among[place] as number, 0, 0);
    return { bits, score: tiers === 1 ? only : null };
  }

  /** The numbers in which each word is worth the most that it is anywhere: no other ones score as high. Often they are enough. */
  #topOf(among: Uint32Array, size: number): { readonly bits: Uint32Array; readonly score: number } {
    const bits = this.#take();
    bits.set(size === among.length ? among : among.subarray(0, size));
    let score = 0;
    for (const [top] of this.#words) {
      if (top === undefined) return { bits: bits.fill(0), score };
      score += top.worth;
      for (let at = 0; at < size; at += 1) bits[at] = (bits[at] as number) & (top.bits[at] as number);
    }
    return { bits, score };
  }

  get bytes(): number {
    return this.#pool.reduce((sum, bits) => sum + bits.byteLength, 0);
  }

  /** Parts a group of 32 numbers by what each word is worth in them, and visits each part with its score. */
  #tellApart(at: number, mask: number, word: number, score: number): void {
    const levels = this.#words[word];
    if (levels === undefined) {
      this.#visit(mask, score);
      return;
    }
    let rest = mask;
    for (const level of levels) {
      const held = rest & (level.bits[at] as number);
      if (held === 0) continue;
      this.#tellApart(at, held, word + 1, score + level.worth);
      rest ^= held;
      if (rest === 0) return;
    }
  }

  #expect(round: number): void {
    if (round !== this.#round) throw new Error('Another search has begun since.');
  }

  #unite(levels: readonly Level[]): Uint32Array | undefined {
    const [first, ...others] = levels;
    if (first === undefined) return undefined;
    const united = this.#take();
    united.set(first.bits);
    for (const { bits } of others) {
      for (let at = 0; at < this.#size; at += 1) united[at] = (united[at] as number) | (bits[at] as number);
    }
    return united;
  }

  #take(): Uint32Array {
    const known = this.#pool[this.#taken];
    this.#taken += 1;
    if (known !== undefined) return known.fill(0);
    const made = new Uint32Array(this.#pool[0]?.length ?? this.#size + 1024);
    this.#pool.push(made);
    return made;
  }
}
