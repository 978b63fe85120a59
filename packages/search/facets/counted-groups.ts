import type { WordFacet } from '@carhouse/domain/listing/word-facets';
import { NumberCodes } from './number-codes.ts';

export type CountedFacet = WordFacet | 'price' | 'year';

/**
 * Facets that are counted together. Each combination of values that occurs has a small number, a car keeps one such number a
 * group: counting a car for all thirteen facets is four steps instead of twelve, and little memory.
 * The bits say how large a code of each may become; together they stay below 53.
 */
const layout = [
  [
    ['body', 24],
    ['fuel', 8],
    ['transmission', 8],
    ['sellerKind', 2],
    ['verified', 1],
    ['owners', 4],
  ],
  [
    ['brand', 24],
    ['model', 29],
  ],
  [
    ['colour', 23],
    ['region', 3],
    ['location', 26],
  ],
  [
    ['price', 7],
    ['year', 10],
  ],
] as const satisfies readonly (readonly (readonly [CountedFacet, number])[])[];

export const groupCount = layout.length;

/** The code of each facet of a car, at `codePlaces`. */
export type Codes = Int32Array;

const ordered: readonly CountedFacet[] = layout.flatMap((group) => group.map(([facet]) => facet));

/** Where the code of a facet stands among the codes of a car: a million cars go through here, and numbers are found faster than names. */
export const codePlaces = Object.fromEntries(ordered.map((facet, place) => [facet, place])) as Readonly<
  Record<CountedFacet, number>
>;

export function noCodes(): Codes {
  return new Int32Array(ordered.length);
}

/** One group: the combinations that occur, and how many cars on offer have each. */
export class CountedGroup {
  readonly facets: readonly CountedFacet[];
  readonly #limits: Float64Array;
  /** Of the first of the facets; the others follow. */
  readonly #firstPlace: number;
  readonly #numbers = new NumberCodes();
  /** Code of each facet by combination. */
  readonly parts: Int32Array<ArrayBuffer>[];
  counts = new Int32Array(16);

  constructor(index: number) {
    const facets = layout[index] ?? [];
    this.facets = facets.map(([facet]) => facet);
    this.#limits = Float64Array.from(facets.map(([, bits]) => 2 ** bits));
    this.#firstPlace = codePlaces[facets[0]?.[0] ?? 'body'];
    this.parts = facets.map(() => new Int32Array(16));
  }

  /** How many combinations were seen. */
  get size(): number {
    return this.#numbers.size;
  }

  get bytes(): number {
    return this.counts.byteLength * (1 + this.parts.length) + this.#numbers.bytes;
  }

  combinationOf(codes: Codes): number {
    let key = 0;
    const limits = this.#limits;
    const first = this.#firstPlace;
    for (let at = 0; at < limits.length; at += 1) {
      const limit = limits[at] as number;
      const code = codes[first + at] as number;
      if (code >= limit) throw new RangeError(`The catalogue has too many values of ${this.facets[at]}`);
      key = key * limit + code;
    }
    const known = this.#numbers.find(key);
    if (known >= 0) return known;
    const combination = this.#numbers.add(key);
    if (combination === this.counts.length) {
      this.counts = doubled(this.counts);
      for (let at = 0; at < this.parts.length; at += 1) this.parts[at] = doubled(this.parts[at] ?? this.counts);
    }
    this.parts.forEach((part, at) => {
      part[combination] = codes[first + at] as number;
    });
    return combination;
  }

  /** The code of each combination for one of the group's facets. */
  partOf(facet: CountedFacet): Int32Array {
    return this.parts[this.facets.indexOf(facet)] ?? this.counts;
  }

  /** Counts by code of one facet from counts by combination. */
  byCode(facet: CountedFacet, counts: Int32Array, codes: number): Int32Array {
    const part = this.partOf(facet);
    const result = new Int32Array(codes);
    addByCode(part, counts, this.size, result);
    return result;
  }
}

function doubled(array: Int32Array): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(array.length * 2);
  longer.set(array);
  return longer;
}

function addByCode(part: Int32Array, counts: Int32Array, size: number, result: Int32Array): void {
  for (let combination = 0; combination < size; combination += 1) {
    const count = counts[combination] ?? 0;
    if (count === 0) continue;
    const code = part[combination] ?? 0;
    result[code] = (result[code] ?? 0) + count;
  }
}
