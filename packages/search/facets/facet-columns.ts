import { findRegion, type PlanningRegion } from '@carhouse/domain/listing/region';
import { type WordFacet, wordFacets } from '@carhouse/domain/listing/word-facets';
import type { BitSetPool } from '../query/bit-set-pool.ts';
import type { CatalogueEntry } from '../query/entry.ts';
import { CodeColumns, type CodedFacet } from './code-columns.ts';
import type { CombinationCounts } from './combination-counts.ts';
import type { CodeColumn, SetSlice } from './count-documents.ts';
import {
  codeIndexByFacet,
  type FacetCodes,
  FacetGroup,
  type FacetName,
  groupCount,
  makeEmptyCodes,
} from './facet-groups.ts';
import { findPriceBarIndex, findYearBarIndex } from './histograms.ts';
import { ValueDictionary } from './value-dictionary.ts';
import { ValuePostings } from './value-postings.ts';

type Combinations = Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;

/**
 * The facets of all documents: four combination codes per document (one per facet group), a column of codes for
 * each facet, and the posting list or bit set of each value.
 */
export class FacetColumns {
  readonly groups: readonly FacetGroup[] = Array.from({ length: groupCount }, (_, index) => new FacetGroup(index));
  readonly #dictionaries = Object.fromEntries(wordFacets.map((facet) => [facet, new ValueDictionary()])) as Readonly<
    Record<WordFacet, ValueDictionary>
  >;
  /** Every facet except `model`. For a filter on a model, the documents of the model's brand are scanned instead. */
  readonly #indexedFacets: readonly IndexedFacet[];
  /** The facets of `#indexedFacets` by facet group. */
  readonly #indexedFacetsOf: readonly (readonly IndexedFacet[])[];
  /** For each brand code: the code of each model by its title. */
  readonly #models: Map<string, number>[] = [];
  /** The facet codes of the document that is being written. */
  readonly #codes = makeEmptyCodes();
  combinations: Combinations;
  readonly #facetCodes: CodeColumns;
  readonly #groupIndexByFacet: Readonly<Record<FacetName, number>>;
  /** The region of each location code. */
  readonly #regions: (PlanningRegion | null)[] = [];
  #capacity: number;
  #documentCount = 0;
  /** Whether each change of a document updates the counts of its frequent values. */
  #isCounting = false;

  constructor(capacity: number) {
    this.#capacity = capacity;
    this.combinations = new Uint16Array(capacity * groupCount);
    this.#facetCodes = new CodeColumns(capacity);
    const groupIndexByFacet = { ...codeIndexByFacet };
    for (const [index, group] of this.groups.entries())
      for (const facet of group.facets) groupIndexByFacet[facet] = index;
    this.#groupIndexByFacet = groupIndexByFacet;
    this.#indexedFacets = wordFacets
      .filter((facet) => facet !== 'model')
      .map((facet) => {
        const index = groupIndexByFacet[facet];
        const position = this.groups[index]?.facets.indexOf(facet) ?? 0;
        return { facet, index, position, codeIndex: codeIndexByFacet[facet], postings: [] };
      });
    this.#indexedFacetsOf = this.groups.map((_, index) => this.#indexedFacets.filter((each) => each.index === index));
  }

  get bytes(): number {
    let bytes = this.combinations.byteLength + this.#facetCodes.bytes;
    for (const group of this.groups) bytes += group.bytes;
    for (const facet of wordFacets) bytes += this.#dictionaries[facet].bytes;
    for (const { postings } of this.#indexedFacets) for (const each of postings) bytes += each?.bytes ?? 0;
    return bytes;
  }

  /** Grows the columns in slices. Yields the cost of each slice in steps of the maintenance budget. */
  *growInSlices(capacity: number): Generator<number, void> {
    this.#capacity = capacity;
    const enlargedCombinations = new (this.combinations instanceof Uint16Array ? Uint16Array : Uint32Array)(
      capacity * groupCount,
    );
    enlargedCombinations.set(this.combinations);
    this.combinations = enlargedCombinations;
    yield capacity;
    yield* this.#facetCodes.growInSlices(capacity);
    for (const { postings } of this.#indexedFacets) {
      for (const each of postings) each?.grow(capacity);
      yield capacity;
    }
  }

  getDictionary(facet: WordFacet): ValueDictionary {
    return this.#dictionaries[facet];
  }

  /** Writes the facets of a document. `isNew` is true when the document id was never written before. */
  write(documentId: number, entry: CatalogueEntry, isNew: boolean): void {
    const codes = this.#encode(entry);
    if (documentId >= this.#documentCount) this.#documentCount = documentId + 1;
    this.#facetCodes.write(documentId, codes);
    for (let index = 0; index < groupCount; index += 1) {
      const combination = (this.groups[index] as FacetGroup).makeCombinationKey(codes);
      if (combination > 0xffff && this.combinations instanceof Uint16Array) {
        this.combinations = new Uint32Array(this.combinations);
      }
      const at = documentId * groupCount + index;
      const previousCombination = this.combinations[at] ?? 0;
      this.combinations[at] = combination;
      if (isNew || previousCombination !== combination)
        this.#updatePostings(documentId, index, isNew ? -1 : previousCombination);
    }
  }

  /** Adds (`change` is 1) or subtracts (-1) a document in the totals and in the counts of its frequent values. */
  count(documentId: number, change: 1 | -1): void {
    const at = documentId * groupCount;
    for (let index = 0; index < groupCount; index += 1) {
      const counts = this.groups[index]?.counts;
      const combination = this.combinations[at + index] ?? 0;
      if (counts !== undefined) counts[combination] = (counts[combination] ?? 0) + change;
    }
    if (!this.#isCounting) return;
    for (const { postings, index, position } of this.#indexedFacets) {
      const code = this.groups[index]?.codesByCombination[position]?.[this.combinations[at + index] ?? 0] ?? 0;
      postings[code]?.count(documentId, this.combinations, at, change);
    }
  }

  /**
   * Counts the documents of each value that has become frequent, in slices. Yields the cost of each slice in steps of
   * the maintenance budget. Later changes of documents also update the counts of frequent values. A bulk load calls
   * this function once at its end, because counting value by value takes a tenth of the time of counting document by
   * document.
   */
  *countInSlices(liveDocuments: Uint32Array): Generator<number, void> {
    this.#isCounting = true;
    for (const { postings } of this.#indexedFacets) {
      for (const each of postings) {
        if (each?.isCountingDue(this.#documentCount)) yield* each.countInSlices(liveDocuments, this.countSlice);
      }
    }
  }

  /** Adds the documents of a slice of a set to counts by combination. */
  readonly countSlice = (counts: CombinationCounts, documentSlice: SetSlice): void => {
    counts.countAll(
      documentSlice,
      this.combinations,
      this.groups.map((group) => group.size),
    );
  };

  /** The code of a facet for each document. */
  getCodes(facet: CodedFacet): CodeColumn {
    return this.#facetCodes.column(facet);
  }

  findGroupIndex(facet: FacetName): number {
    return this.#groupIndexByFacet[facet];
  }

  /**
   * The bit set of a value. The result is null for a rare value, which has a posting list instead. `addDocumentsOfCode`
   * reads this list.
   */
  findBits(facet: WordFacet, code: number): Uint32Array | null {
    return this.#findPostings(facet, code)?.bits ?? null;
  }

  /** The maintained counts of each value. The result is null when one of the values has no maintained counts. */
  findCachedCounts(facet: WordFacet, codes: readonly number[]): readonly CombinationCounts[] | null {
    const cachedCounts: CombinationCounts[] = [];
    for (const code of new Set(codes)) {
      const counts = this.#findPostings(facet, code)?.counts ?? null;
      if (counts !== null) cachedCounts.push(counts);
      else if (code !== 0) return null;
    }
    return cachedCounts;
  }

  /** The approximate cost of `countValues`, in memory reads. The cost is infinite for `model`. */
  estimateValuesCost(facet: FacetName, length32: number): number {
    const indexedFacet = this.#indexedFacets.find((each) => each.facet === facet);
    if (indexedFacet === undefined) return Number.POSITIVE_INFINITY;
    return indexedFacet.postings.reduce((totalCost, postings) => totalCost + postings.estimateCountCost(length32), 0);
  }

  /**
   * Counts, for each value of the facet, the documents of the set that have the value. The result is indexed by the
   * value's code.
   */
  countValues(facet: WordFacet, set: Uint32Array, length32: number): Int32Array {
    const counts = new Int32Array(this.getDictionary(facet).size);
    const postings = this.#indexedFacets.find((each) => each.facet === facet)?.postings ?? [];
    postings.forEach((each, code) => {
      counts[code] = each.countDocumentsIn(set, length32, this.#hasValue(facet, code));
    });
    return counts;
  }

  /** Adds the documents with the value to a set. The added documents may include deleted ones. */
  addDocumentsOfCode(facet: WordFacet, code: number, targetSet: Uint32Array, length32: number, pool: BitSetPool): void {
    if (code === 0) return;
    if (facet === 'model') this.#addModelTo(code, targetSet, length32, pool);
    else this.#findPostings(facet, code)?.addDocumentsTo(targetSet, length32, this.#hasValue(facet, code));
  }

  #addModelTo(model: number, targetSet: Uint32Array, length32: number, pool: BitSetPool): void {
    const index = this.findGroupIndex('model');
    const group = this.groups[index];
    if (group === undefined) return;
    const models = group.getCodes('model');
    const combinations = this.combinations;
    // Two brands may give the same value, because a brand and a title joined by `/` can be ambiguous.
    for (let combination = 0; combination < group.size; combination += 1) {
      if (models[combination] !== model) continue;
      const brand = group.getCodes('brand')[combination] ?? 0;
      let brandBits = this.findBits('brand', brand);
      if (brandBits === null) {
        brandBits = pool.takeEmptySet();
        this.addDocumentsOfCode('brand', brand, brandBits, length32, pool);
      }
      addDocumentsWithCombination(brandBits, length32, combinations, index, combination, targetSet);
    }
  }

  /** The posting list or bit set of a value. The result is undefined for a model. */
  #findPostings(facet: WordFacet, code: number): ValuePostings | undefined {
    return this.#indexedFacets.find((each) => each.facet === facet)?.postings[code];
  }

  #hasValue(facet: WordFacet, code: number): (documentId: number) => boolean {
    if (facet === 'model') return () => false;
    const codes = this.getCodes(facet);
    return (documentId) => codes[documentId] === code;
  }

  /**
   * Moves a document from the values of its previous combination to the values of its current codes.
   * `previousCombination` is the code of the previous combination, or -1 when the document has none.
   */
  #updatePostings(documentId: number, group: number, previousCombination: number): void {
    const indexedFacet = this.#indexedFacetsOf[group] as readonly IndexedFacet[];
    for (let at = 0; at < indexedFacet.length; at += 1) {
      const { facet, postings: byCode, position, codeIndex } = indexedFacet[at] as IndexedFacet;
      const newCode = this.#codes[codeIndex] as number;
      if (previousCombination >= 0) {
        const oldCode = this.groups[group]?.codesByCombination[position]?.[previousCombination] ?? 0;
        if (oldCode === newCode) continue;
        byCode[oldCode]?.remove(documentId);
      }
      if (newCode === 0) continue;
      let postings = byCode[newCode];
      if (postings === undefined) {
        postings = new ValuePostings();
        byCode[newCode] = postings;
      }
      if (postings.isFull) postings.makeRoom(this.#hasValue(facet, newCode), this.#documentCount, this.#capacity);
      postings.add(documentId);
    }
  }

  #encode(entry: CatalogueEntry): FacetCodes {
    const codes = this.#codes;
    const { body, fuel, transmission, sellerKind, verified, owners, brand, colour, location, region } =
      this.#dictionaries;
    const brandCode = brand.assignCode(entry.brand);
    const locationCode = location.assignCode(entry.location);
    codes[codeIndexByFacet.body] = body.assignCode(entry.body);
    codes[codeIndexByFacet.fuel] = fuel.assignCode(entry.fuel);
    codes[codeIndexByFacet.transmission] = transmission.assignCode(entry.transmission);
    codes[codeIndexByFacet.sellerKind] = sellerKind.assignCode(entry.sellerKind);
    codes[codeIndexByFacet.verified] = verified.assignCode(entry.verified ? 'yes' : null);
    codes[codeIndexByFacet.owners] = owners.assignCode(makeOwnersValue(entry.owners));
    codes[codeIndexByFacet.brand] = brandCode;
    codes[codeIndexByFacet.model] = this.#modelCode(entry.brand, brandCode, entry.title);
    codes[codeIndexByFacet.colour] = colour.assignCode(entry.colour);
    codes[codeIndexByFacet.region] = region.assignCode(this.#regionAt(locationCode, entry.location));
    codes[codeIndexByFacet.location] = locationCode;
    codes[codeIndexByFacet.price] = findPriceBarIndex(entry.price);
    codes[codeIndexByFacet.year] = findYearBarIndex(entry.yearOfPurchase);
    return codes;
  }

  #regionAt(code: number, location: string): PlanningRegion | null {
    let region = this.#regions[code];
    if (region === undefined) {
      region = findRegion(location);
      this.#regions[code] = region;
    }
    return region;
  }

  #modelCode(brand: string, brandCode: number, title: string): number {
    let models = this.#models[brandCode];
    if (models === undefined) {
      models = new Map();
      this.#models[brandCode] = models;
    }
    let code = models.get(title);
    if (code === undefined) {
      code = this.getDictionary('model').assignCode(`${brand}/${title}`);
      models.set(title, code);
    }
    return code;
  }
}

/**
 * A facet with a posting list or bit set for each of its values. `postings[code]` is the posting list of the value with
 * that code.
 */
type IndexedFacet = {
  readonly facet: WordFacet;
  readonly index: number;
  readonly position: number;
  /** The index of the facet's code among the codes of a document. */
  readonly codeIndex: number;
  readonly postings: ValuePostings[];
};

function addDocumentsWithCombination(
  from: Uint32Array,
  length32: number,
  combinations: Combinations,
  group: number,
  wantedCode: number,
  targetSet: Uint32Array,
): void {
  for (let at = 0; at < length32; at += 1) {
    let bits32 = from[at] ?? 0;
    while (bits32 !== 0) {
      const bit = bits32 & -bits32;
      const documentId = (at << 5) + 31 - Math.clz32(bit);
      if (combinations[documentId * groupCount + group] === wantedCode) targetSet[at] = (targetSet[at] ?? 0) | bit;
      bits32 ^= bit;
    }
  }
}

const ownersValues = [null, '1', '2', '3'] as const;

/** The facet value of a number of owners. A car without an owner so far counts as a car with one owner. */
function makeOwnersValue(owners: number | null): string | null {
  if (owners === null) return null;
  return owners >= 4 ? '4+' : (ownersValues[Math.max(1, owners)] ?? null);
}
