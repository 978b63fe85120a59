import { type Region, regionOf } from '@carhouse/domain/listing/region';
import { type WordFacet, wordFacets } from '@carhouse/domain/listing/word-facets';
import type { Chosen, CodeColumn } from '../query/count-cars.ts';
import type { CatalogueEntry } from '../query/entry.ts';
import type { SetPool } from '../query/set-pool.ts';
import { ValueCars } from '../query/value-cars.ts';
import type { CombinationCounts } from './combination-counts.ts';
import { type Codes, type CountedFacet, CountedGroup, codePlaces, groupCount, noCodes } from './counted-groups.ts';
import { Dictionary } from './dictionary.ts';
import { type CodedFacet, FacetCodes } from './facet-codes.ts';
import { priceBar, yearBar } from './histogram-steps.ts';

type Combinations = Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;

/** What each car is: the values of its facets as combinations of the groups, four numbers a car, and the cars of each value. */
export class WordColumns {
  readonly groups: readonly CountedGroup[] = Array.from({ length: groupCount }, (_, index) => new CountedGroup(index));
  readonly #dictionaries = Object.fromEntries(wordFacets.map((facet) => [facet, new Dictionary()])) as Readonly<
    Record<WordFacet, Dictionary>
  >;
  /** By facet and code. Models have none: the cars of their brand are looked at. */
  readonly #valued: readonly Valued[];
  /** The same by group. */
  readonly #valuedOf: readonly (readonly Valued[])[];
  /** Codes of the models of each brand, by code of the brand. */
  readonly #models: Map<string, number>[] = [];
  /** Of the car that was written last. */
  readonly #codes = noCodes();
  combinations: Combinations;
  readonly #facetCodes: FacetCodes;
  readonly #groupOf: Readonly<Record<CountedFacet, number>>;
  /** By code of the location. */
  readonly #regions: (Region | null)[] = [];
  #capacity: number;
  #numbers = 0;
  /** Whether cars of some value are counted. */
  #isCounting = false;

  constructor(capacity: number) {
    this.#capacity = capacity;
    this.combinations = new Uint16Array(capacity * groupCount);
    this.#facetCodes = new FacetCodes(capacity);
    const groupOf = { ...codePlaces };
    for (const [index, group] of this.groups.entries()) for (const facet of group.facets) groupOf[facet] = index;
    this.#groupOf = groupOf;
    this.#valued = wordFacets
      .filter((facet) => facet !== 'model')
      .map((facet) => {
        const index = groupOf[facet];
        const position = this.groups[index]?.facets.indexOf(facet) ?? 0;
        return { facet, index, position, place: codePlaces[facet], cars: [] };
      });
    this.#valuedOf = this.groups.map((_, index) => this.#valued.filter((each) => each.index === index));
  }

  get bytes(): number {
    let bytes = this.combinations.byteLength + this.#facetCodes.bytes;
    for (const group of this.groups) bytes += group.bytes;
    for (const facet of wordFacets) bytes += this.#dictionaries[facet].bytes;
    for (const { cars } of this.#valued) for (const each of cars) bytes += each?.bytes ?? 0;
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
    for (const { cars } of this.#valued) {
      for (const each of cars) each?.grow(capacity);
      yield capacity;
    }
  }

  dictionary(facet: WordFacet): Dictionary {
    return this.#dictionaries[facet];
  }

  /** Writes what a car is. `fresh`: the number was never written. It is not counted before `count`. */
  write(number: number, entry: CatalogueEntry, fresh: boolean): void {
    const codes = this.#encode(entry);
    if (number >= this.#numbers) this.#numbers = number + 1;
    this.#facetCodes.write(number, codes);
    for (let index = 0; index < groupCount; index += 1) {
      const combination = (this.groups[index] as CountedGroup).combinationOf(codes);
      if (combination > 0xffff && this.combinations instanceof Uint16Array) {
        this.combinations = new Uint32Array(this.combinations);
      }
      const at = number * groupCount + index;
      const before = this.combinations[at] ?? 0;
      this.combinations[at] = combination;
      if (fresh || before !== combination) this.#move(number, index, fresh ? -1 : before);
    }
  }

  /** Counts a car in (1) or out (-1): where nothing is filtered, and beside each of its frequent values. */
  count(number: number, by: 1 | -1): void {
    const at = number * groupCount;
    for (let index = 0; index < groupCount; index += 1) {
      const counts = this.groups[index]?.counts;
      const combination = this.combinations[at + index] ?? 0;
      if (counts !== undefined) counts[combination] = (counts[combination] ?? 0) + by;
    }
    if (!this.#isCounting) return;
    for (const { cars, index, position } of this.#valued) {
      const code = this.groups[index]?.parts[position]?.[this.combinations[at + index] ?? 0] ?? 0;
      cars[code]?.count(number, this.combinations, at, by);
    }
  }

  /**
   * Counts the cars of the values that have become frequent, in slices; yields the work of each. From then on each change is counted. All
   * cars of a value together take a tenth of the time that one after the other does, so a load leaves it for its end.
   */
  *counting(live: Uint32Array): Generator<number, void> {
    this.#isCounting = true;
    for (const { cars } of this.#valued) {
      for (const each of cars) {
        if (each?.isDue(this.#numbers)) yield* each.counting(live, this.countSlice);
      }
    }
  }

  /** Adds cars to counts by combination. */
  readonly countSlice = (counts: CombinationCounts, chosen: Chosen): void => {
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

  groupOf(facet: CountedFacet): number {
    return this.#groupOf[facet];
  }

  /** The exact set of the cars with the value when it is at hand; null when `mark` has to make it. */
  bitsOf(facet: WordFacet, code: number): Uint32Array | null {
    return this.#carsOf(facet, code)?.bits ?? null;
  }

  /** The counts of the cars with each of the values; null when these are not kept. */
  countsOf(facet: WordFacet, codes: readonly number[]): readonly CombinationCounts[] | null {
    const kept: CombinationCounts[] = [];
    for (const code of new Set(codes)) {
      const counts = this.#carsOf(facet, code)?.counts ?? null;
      if (counts !== null) kept.push(counts);
      else if (code !== 0) return null;
    }
    return kept;
  }

  /** About how many steps `countValues` takes; it cannot count models. */
  costOfValues(facet: CountedFacet, words: number): number {
    const valued = this.#valued.find((each) => each.facet === facet);
    if (valued === undefined) return Number.POSITIVE_INFINITY;
    return valued.cars.reduce((cost, cars) => cost + cars.costOfCount(words), 0);
  }

  /** How many cars of a set have each value of the facet, by code. */
  countValues(facet: WordFacet, set: Uint32Array, words: number): Int32Array {
    const counts = new Int32Array(this.dictionary(facet).size);
    const cars = this.#valued.find((each) => each.facet === facet)?.cars ?? [];
    cars.forEach((each, code) => {
      counts[code] = each.countIn(set, words, this.#holds(facet, code));
    });
    return counts;
  }

  /** Adds the cars with the value to a set; struck-out ones too. */
  mark(facet: WordFacet, code: number, into: Uint32Array, words: number, pool: SetPool): void {
    if (code === 0) return;
    if (facet === 'model') this.#markModel(code, into, words, pool);
    else this.#carsOf(facet, code)?.mark(into, words, this.#holds(facet, code));
  }

  #markModel(model: number, into: Uint32Array, words: number, pool: SetPool): void {
    const index = this.groupOf('model');
    const group = this.groups[index];
    if (group === undefined) return;
    const models = group.partOf('model');
    const combinations = this.combinations;
    // Names of two brands and titles may make the same value, so more than one brand may have to be looked at.
    for (let combination = 0; combination < group.size; combination += 1) {
      if (models[combination] !== model) continue;
      const brand = group.partOf('brand')[combination] ?? 0;
      let ofBrand = this.bitsOf('brand', brand);
      if (ofBrand === null) {
        ofBrand = pool.takeEmpty();
        this.mark('brand', brand, ofBrand, words, pool);
      }
      addCombination(ofBrand, words, combinations, index, combination, into);
    }
  }

  /** What is kept of the value; nothing of a model. */
  #carsOf(facet: WordFacet, code: number): ValueCars | undefined {
    return this.#valued.find((each) => each.facet === facet)?.cars[code];
  }

  #holds(facet: WordFacet, code: number): (number: number) => boolean {
    if (facet === 'model') return () => false;
    const codes = this.codesOf(facet);
    return (number) => codes[number] === code;
  }

  /** From the values of the combination that the car had before, -1 for none, to those of its codes. */
  #move(number: number, group: number, before: number): void {
    const valued = this.#valuedOf[group] as readonly Valued[];
    for (let at = 0; at < valued.length; at += 1) {
      const { facet, cars: byCode, position, place } = valued[at] as Valued;
      const now = this.#codes[place] as number;
      if (before >= 0) {
        const old = this.groups[group]?.parts[position]?.[before] ?? 0;
        if (old === now) continue;
        byCode[old]?.drop(number);
      }
      if (now === 0) continue;
      let cars = byCode[now];
      if (cars === undefined) {
        cars = new ValueCars();
        byCode[now] = cars;
      }
      if (cars.isFull) cars.makeRoom(this.#holds(facet, now), this.#numbers, this.#capacity);
      cars.add(number);
    }
  }

  #encode(entry: CatalogueEntry): Codes {
    const codes = this.#codes;
    const { body, fuel, transmission, sellerKind, verified, owners, brand, colour, location, region } =
      this.#dictionaries;
    const brandCode = brand.codeOf(entry.brand);
    const locationCode = location.codeOf(entry.location);
    codes[codePlaces.body] = body.codeOf(entry.body);
    codes[codePlaces.fuel] = fuel.codeOf(entry.fuel);
    codes[codePlaces.transmission] = transmission.codeOf(entry.transmission);
    codes[codePlaces.sellerKind] = sellerKind.codeOf(entry.sellerKind);
    codes[codePlaces.verified] = verified.codeOf(entry.verified ? 'yes' : null);
    codes[codePlaces.owners] = owners.codeOf(ownersValue(entry.owners));
    codes[codePlaces.brand] = brandCode;
    codes[codePlaces.model] = this.#modelCode(entry.brand, brandCode, entry.title);
    codes[codePlaces.colour] = colour.codeOf(entry.colour);
    codes[codePlaces.region] = region.codeOf(this.#regionAt(locationCode, entry.location));
    codes[codePlaces.location] = locationCode;
    codes[codePlaces.price] = priceBar(entry.price);
    codes[codePlaces.year] = yearBar(entry.yearOfPurchase);
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
type Valued = {
  readonly facet: WordFacet;
  readonly index: number;
  readonly position: number;
  /** Of its code among the codes of a car. */
  readonly place: number;
  readonly cars: ValueCars[];
};

function addCombination(
  from: Uint32Array,
  words: number,
  combinations: Combinations,
  group: number,
  wanted: number,
  into: Uint32Array,
): void {
  for (let at = 0; at < words; at += 1) {
    let word = from[at] ?? 0;
    while (word !== 0) {
      const bit = word & -word;
      const number = (at << 5) + 31 - Math.clz32(bit);
      if (combinations[number * groupCount + group] === wanted) into[at] = (into[at] ?? 0) | bit;
      word ^= bit;
    }
  }
}

const ownersValues = [null, '1', '2', '3'] as const;

/** A car of which nobody was the owner yet stands with those of one. */
function ownersValue(owners: number | null): string | null {
  if (owners === null) return null;
  return owners >= 4 ? '4+' : (ownersValues[Math.max(1, owners)] ?? null);
}
