import type { WordFacet } from '@carhouse/domain/listing/word-facets';
import { CombinationCodes } from './combination-codes.ts';

export type FacetName = WordFacet | 'price' | 'year';

/**
 * The facets of one group, which are counted together. Each combination of values that occurs in a group gets a small
 * code, and a document stores one code for each group. With these groups, counting a document for all thirteen facets
 * takes four steps. The number beside a facet in the table is the number of bits reserved for the facet's code. The
 * facets of a group have at most 53 bits together, because a JavaScript number holds integers of 53 bits.
 */
const groupLayout = [
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
] as const satisfies readonly (readonly (readonly [FacetName, number])[])[];

export const groupCount = groupLayout.length;

/** The code of each facet of one document, by `codeIndexByFacet`. */
export type FacetCodes = Int32Array;

const facetsInOrder: readonly FacetName[] = groupLayout.flatMap((group) => group.map(([facet]) => facet));

/** The index of each facet in `FacetCodes`. */
export const codeIndexByFacet = Object.fromEntries(facetsInOrder.map((facet, index) => [facet, index])) as Readonly<
  Record<FacetName, number>
>;

export function makeEmptyCodes(): FacetCodes {
  return new Int32Array(facetsInOrder.length);
}

/** One facet group: the combinations of values that occur, and the number of live documents with each combination. */
export class FacetGroup {
  readonly facets: readonly FacetName[];
  readonly #limits: Float64Array;
  /** The index in `FacetCodes` of the group's first facet. The other facets of the group have the next indexes. */
  readonly #firstIndex: number;
  readonly #combinations = new CombinationCodes();
  /** For each facet of the group: the facet's code in each combination. */
  readonly codesByCombination: Int32Array<ArrayBuffer>[];
  counts = new Int32Array(16);

  constructor(index: number) {
    const facets = groupLayout[index] ?? [];
    this.facets = facets.map(([facet]) => facet);
    this.#limits = Float64Array.from(facets.map(([, bits]) => 2 ** bits));
    this.#firstIndex = codeIndexByFacet[facets[0]?.[0] ?? 'body'];
    this.codesByCombination = facets.map(() => new Int32Array(16));
  }

  /** Number of combinations. */
  get size(): number {
    return this.#combinations.size;
  }

  get bytes(): number {
    return this.counts.byteLength * (1 + this.codesByCombination.length) + this.#combinations.bytes;
  }

  makeCombinationKey(codes: FacetCodes): number {
    let key = 0;
    const limits = this.#limits;
    const firstIndex = this.#firstIndex;
    for (let at = 0; at < limits.length; at += 1) {
      const limit = limits[at] as number;
      const code = codes[firstIndex + at] as number;
      if (code >= limit) throw new RangeError(`The catalogue has too many values of ${this.facets[at]}`);
      key = key * limit + code;
    }
    const knownCombination = this.#combinations.find(key);
    if (knownCombination >= 0) return knownCombination;
    const combination = this.#combinations.add(key);
    if (combination === this.counts.length) {
      this.counts = doubleArrayLength(this.counts);
      for (let at = 0; at < this.codesByCombination.length; at += 1)
        this.codesByCombination[at] = doubleArrayLength(this.codesByCombination[at] ?? this.counts);
    }
    this.codesByCombination.forEach((column, at) => {
      column[combination] = codes[firstIndex + at] as number;
    });
    return combination;
  }

  /** The code of one of the group's facets in each combination. */
  getCodes(facet: FacetName): Int32Array {
    return this.codesByCombination[this.facets.indexOf(facet)] ?? this.counts;
  }

  /** Turns counts by combination into counts by code of one facet. */
  sumByCode(facet: FacetName, counts: Int32Array, codeCount: number): Int32Array {
    const codes = this.getCodes(facet);
    const result = new Int32Array(codeCount);
    addByCode(codes, counts, this.size, result);
    return result;
  }
}

function doubleArrayLength(oldArray: Int32Array): Int32Array<ArrayBuffer> {
  const enlargedArray = new Int32Array(oldArray.length * 2);
  enlargedArray.set(oldArray);
  return enlargedArray;
}

function addByCode(codes: Int32Array, counts: Int32Array, size: number, result: Int32Array): void {
  for (let combination = 0; combination < size; combination += 1) {
    const count = counts[combination] ?? 0;
    if (count === 0) continue;
    const code = codes[combination] ?? 0;
    result[code] = (result[code] ?? 0) + count;
  }
}
