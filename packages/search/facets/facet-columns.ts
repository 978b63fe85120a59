import { type Region, regionOf } from '@carhouse/domain/listing/region';
import { type WordFacet, wordFacets } from '@carhouse/domain/listing/word-facets';
import type { BitSetPool } from '../query/bit-set-pool.ts';
import type { CatalogueEntry } from '../query/entry.ts';
import { CodeColumns, type CodedFacet } from './code-columns.ts';
import type { CombinationCounts } from './combination-counts.ts';
import type { CodeColumn, SetSlice } from './count-documents.ts';
import { type Codes, codeIndexes, emptyCodes, FacetGroup, type FacetName, groupCount } from './facet-groups.ts';
import { priceBar, yearBar } from './histograms.ts';
import { ValueDictionary } from './value-dictionary.ts';
import { ValuePostings } from './value-postings.ts';

type Combinations = Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;

/** What each car is: the values of its facets as combinations of the groups, four numbers a car, and the cars of each value. */
export class FacetColumns {
  readonly groups: readonly FacetGroup[] = Array.from({ length: groupCount }, (_, index) => new FacetGroup(index));
  readonly #dictionaries = Object.fromEntries(wordFacets.map((facet) => [facet, new ValueDictionary()])) as Readonly<
    Record<WordFacet, ValueDictionary>
  >;
  /** By facet and code. Models have none: the cars of their brand are looked at. */
  readonly #indexedFacets: readonly IndexedFacet[];
  /** The same by group. */
  readonly #indexedFacetsOf: readonly (readonly IndexedFacet[])[];
  /** Codes of the models of each brand, by code of the brand. */
  readonly #models: Map<string, number>[] = [];
  /** Of the car that was written last. */
  readonly #codes = emptyCodes();
  combinations: Combinations;
  readonly #facetCodes: CodeColumns;
  readonly #groupOf: Readonly<Record<FacetName, number>>;
  /** By code of the location. */
  readonly #regions: (Region | null)[] = [];
  #capacity: number;
  #documentCount = 0;
  /** Whether cars of some value are counted. */
  #isCounting = false;

  constructor(capacity: number) {
    this.#capacity = capacity;
    this.combinations = new Uint16Array(capacity * groupCount);
    this.#facetCodes = new CodeColumns(capacity);
    const groupOf = { ...codeIndexes };
    for (const [index, group] of this.groups.entries()) for (const facet of group.facets) groupOf[facet] = index;
    this.#groupOf = groupOf;
    this.#indexedFacets = wordFacets
      .filter((facet) => facet !== 'model')
      .map((facet) => {
        const index = groupOf[facet];
        const position = this.groups[index]?.facets.indexOf(facet) ?? 0;
        return { facet, index, position, codeIndex: codeIndexes[facet], postings: [] };
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

  /** Makes room for more cars, in slices; yields the work of each. */
  *growing(capacity: number): Generator<number, void> {
    this.#capacity = capacity;
    const longer = new (this.combinations instanceof Uint16Array ? Uint16Array : Uint32Array)(capacity * groupCount);
    longer.set(this.combinations);
    this.combinations = longer;
    yield capacity;
    yield* this.#facetCodes.growing(capacity);
    for (const { postings } of this.#indexedFacets) {
      for (const each of postings) each?.grow(capacity);
      yield capacity;
    }
  }

  dictionary(facet: WordFacet): ValueDictionary {
    return this.#dictionaries[facet];
  }

  /** Writes what a car is. `fresh`: the number was never written. It is not counted before `count`. */
  write(documentId: number, entry: CatalogueEntry, isNew: boolean): void {
    const codes = this.#encode(entry);
    if (documentId >= this.#documentCount) this.#documentCount = documentId + 1;
    this.#facetCodes.write(documentId, codes);
    for (let index = 0; index < groupCount; index += 1) {
      const combination = (this.groups[index] as FacetGroup).combinationOf(codes);
      if (combination > 0xffff && this.combinations instanceof Uint16Array) {
        this.combinations = new Uint32Array(this.combinations);
      }
      const at = documentId * groupCount + index;
      const before = this.combinations[at] ?? 0;
      this.combinations[at] = combination;
      if (isNew || before !== combination) this.#updatePostings(documentId, index, isNew ? -1 : before);
    }
  }

  /** Counts a car in (1) or out (-1): where nothing is filtered, and beside each of its frequent values. */
  count(documentId: number, by: 1 | -1): void {
    const at = documentId * groupCount;
    for (let index = 0; index < groupCount; index += 1) {
      const counts = this.groups[index]?.counts;
      const combination = this.combinations[at + index] ?? 0;
      if (counts !== undefined) counts[combination] = (counts[combination] ?? 0) + by;
    }
    if (!this.#isCounting) return;
    for (const { postings, index, position } of this.#indexedFacets) {
      const code = this.groups[index]?.codesByCombination[position]?.[this.combinations[at + index] ?? 0] ?? 0;
      postings[code]?.count(documentId, this.combinations, at, by);
    }
  }

  /**
   * Counts the cars of the values that have become frequent, in slices; yields the work of each. From then on each change is counted. All
   * cars of a value together take a tenth of the time that one after the other does, so a load leaves it for its end.
   */
  *counting(liveDocuments: Uint32Array): Generator<number, void> {
    this.#isCounting = true;
    for (const { postings } of this.#indexedFacets) {
      for (const each of postings) {
        if (each?.isCountingDue(this.#documentCount)) yield* each.counting(liveDocuments, this.countSlice);
      }
    }
  }

  /** Adds cars to counts by combination. */
  readonly countSlice = (counts: CombinationCounts, chosen: SetSlice): void => {
    counts.countAll(
      chosen,
      this.combinations,
      this.groups.map((group) => group.size),
    );
  };

  /** Of each car the code of a facet. */
  codesOf(facet: CodedFacet): CodeColumn {
    return this.#facetCodes.column(facet);
  }

  groupOf(facet: FacetName): number {
    return this.#groupOf[facet];
  }

  /** The exact set of the cars with the value when it is at hand; null when `mark` has to make it. */
  bitsOf(facet: WordFacet, code: number): Uint32Array | null {
    return this.#postingsOf(facet, code)?.bits ?? null;
  }

  /** The counts of the cars with each of the values; null when these are not kept. */
  cachedCountsOf(facet: WordFacet, codes: readonly number[]): readonly CombinationCounts[] | null {
    const cached: CombinationCounts[] = [];
    for (const code of new Set(codes)) {
      const counts = this.#postingsOf(facet, code)?.counts ?? null;
      if (counts !== null) cached.push(counts);
      else if (code !== 0) return null;
    }
    return cached;
  }

  /** About how many steps `countValues` takes; it cannot count models. */
  valuesCost(facet: FacetName, length32: number): number {
    const indexed = this.#indexedFacets.find((each) => each.facet === facet);
    if (indexed === undefined) return Number.POSITIVE_INFINITY;
    return indexed.postings.reduce((cost, postings) => cost + postings.countCost(length32), 0);
  }

  /** How many cars of a set have each value of the facet, by code. */
  countValues(facet: WordFacet, set: Uint32Array, length32: number): Int32Array {
    const counts = new Int32Array(this.dictionary(facet).size);
    const postings = this.#indexedFacets.find((each) => each.facet === facet)?.postings ?? [];
    postings.forEach((each, code) => {
      counts[code] = each.countIn(set, length32, this.#hasValue(facet, code));
    });
    return counts;
  }

  /** Adds the cars with the value to a set; struck-out ones too. */
  addTo(facet: WordFacet, code: number, into: Uint32Array, length32: number, pool: BitSetPool): void {
    if (code === 0) return;
    if (facet === 'model') this.#addModelTo(code, into, length32, pool);
    else this.#postingsOf(facet, code)?.addTo(into, length32, this.#hasValue(facet, code));
  }

  #addModelTo(model: number, into: Uint32Array, length32: number, pool: BitSetPool): void {
    const index = this.groupOf('model');
    const group = this.groups[index];
    if (group === undefined) return;
    const models = group.codesOf('model');
    const combinations = this.combinations;
    // Names of two brands and titles may make the same value, so more than one brand may have to be looked at.
    for (let combination = 0; combination < group.size; combination += 1) {
      if (models[combination] !== model) continue;
      const brand = group.codesOf('brand')[combination] ?? 0;
      let ofBrand = this.bitsOf('brand', brand);
      if (ofBrand === null) {
        ofBrand = pool.takeEmpty();
        this.addTo('brand', brand, ofBrand, length32, pool);
      }
      addCombination(ofBrand, length32, combinations, index, combination, into);
    }
  }

  /** What is kept of the value; nothing of a model. */
  #postingsOf(facet: WordFacet, code: number): ValuePostings | undefined {
    return this.#indexedFacets.find((each) => each.facet === facet)?.postings[code];
  }

  #hasValue(facet: WordFacet, code: number): (documentId: number) => boolean {
    if (facet === 'model') return () => false;
    const codes = this.codesOf(facet);
    return (documentId) => codes[documentId] === code;
  }

  /** From the values of the combination that the car had before, -1 for none, to those of its codes. */
  #updatePostings(documentId: number, group: number, before: number): void {
    const indexed = this.#indexedFacetsOf[group] as readonly IndexedFacet[];
    for (let at = 0; at < indexed.length; at += 1) {
      const { facet, postings: byCode, position, codeIndex } = indexed[at] as IndexedFacet;
      const now = this.#codes[codeIndex] as number;
      if (before >= 0) {
        const old = this.groups[group]?.codesByCombination[position]?.[before] ?? 0;
        if (old === now) continue;
        byCode[old]?.remove(documentId);
      }
      if (now === 0) continue;
      let postings = byCode[now];
      if (postings === undefined) {
        postings = new ValuePostings();
        byCode[now] = postings;
      }
      if (postings.isFull) postings.makeRoom(this.#hasValue(facet, now), this.#documentCount, this.#capacity);
      postings.add(documentId);
    }
  }

  #encode(entry: CatalogueEntry): Codes {
    const codes = this.#codes;
    const { body, fuel, transmission, sellerKind, verified, owners, brand, colour, location, region } =
      this.#dictionaries;
    const brandCode = brand.codeOf(entry.brand);
    const locationCode = location.codeOf(entry.location);
    codes[codeIndexes.body] = body.codeOf(entry.body);
    codes[codeIndexes.fuel] = fuel.codeOf(entry.fuel);
    codes[codeIndexes.transmission] = transmission.codeOf(entry.transmission);
    codes[codeIndexes.sellerKind] = sellerKind.codeOf(entry.sellerKind);
    codes[codeIndexes.verified] = verified.codeOf(entry.verified ? 'yes' : null);
    codes[codeIndexes.owners] = owners.codeOf(ownersValue(entry.owners));
    codes[codeIndexes.brand] = brandCode;
    codes[codeIndexes.model] = this.#modelCode(entry.brand, brandCode, entry.title);
    codes[codeIndexes.colour] = colour.codeOf(entry.colour);
    codes[codeIndexes.region] = region.codeOf(this.#regionAt(locationCode, entry.location));
    codes[codeIndexes.location] = locationCode;
    codes[codeIndexes.price] = priceBar(entry.price);
    codes[codeIndexes.year] = yearBar(entry.yearOfPurchase);
    return codes;
  }

  #regionAt(code: number, location: string): Region | null {
    let region = this.#regions[code];
    if (region === undefined) {
      region = regionOf(location);
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
      code = this.dictionary('model').codeOf(`${brand}/${title}`);
      models.set(title, code);
    }
    return code;
  }
}

/** A facet whose cars are kept by value: `cars` by code. */
type IndexedFacet = {
  readonly facet: WordFacet;
  readonly index: number;
  readonly position: number;
  /** Of its code among the codes of a car. */
  readonly codeIndex: number;
  readonly postings: ValuePostings[];
};

function addCombination(
  from: Uint32Array,
  length32: number,
  combinations: Combinations,
  group: number,
  wanted: number,
  into: Uint32Array,
): void {
  for (let at = 0; at < length32; at += 1) {
    let bits32 = from[at] ?? 0;
    while (bits32 !== 0) {
      const bit = bits32 & -bits32;
      const documentId = (at << 5) + 31 - Math.clz32(bit);
      if (combinations[documentId * groupCount + group] === wanted) into[at] = (into[at] ?? 0) | bit;
      bits32 ^= bit;
    }
  }
}

const ownersValues = [null, '1', '2', '3'] as const;

/** A car of which nobody was the owner yet stands with those of one. */
function ownersValue(owners: number | null): string | null {
  if (owners === null) return null;
  return owners >= 4 ? '4+' : (ownersValues[Math.max(1, owners)] ?? null);
}
