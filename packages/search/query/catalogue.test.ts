import { sellerKinds } from '@carhouse/domain/account/account';
import { fuels, transmissions } from '@carhouse/domain/car/drivetrain';
import type { ListingId } from '@carhouse/domain/listing/listing';
import { regions } from '@carhouse/domain/listing/region';
import { wordFacets } from '@carhouse/domain/listing/word-facets';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ReferenceCatalogue, ReferenceTextSearch } from '../testing/reference-catalogue.ts';
import { Catalogue } from './catalogue.ts';
import type { CatalogueEntry } from './entry.ts';
import { type CatalogueQuery, type Cursor, orders, rangeFields } from './query.ts';
import type { SearchResult } from './search-result.ts';

const brands = ['Tesla', 'BMW', 'Mercedes_Benz', 'Kia', 'Toyota'];
const titles = ['Model 3', 'Model Y', 'X1', 'C180', 'red car'];
const bodies = ['Sedan', 'SUV', 'Hatchback'];
const colours = ['white', 'black', 'red', 'blue'];
const locations = ['Bedok', 'Tampines', 'Woodlands', 'Jurong East'];
const shareGroup = '00000000-0000-7000-8000-000000000000';

/**
 * The test uses few listing ids, which differ in every part. The test therefore removes and adds the same listings
 * again, and every digit of an id decides the order of some listings with equal values.
 */
const ids = Array.from({ length: 120 }, (_, at) => {
  const digit = (at % 5) * 4;
  const text = `0189a0${['0', 'f'][at % 2]}0-0000-7000-8${digit.toString(16).padStart(3, '0')}-${at.toString(16).padStart(12, '0')}`;
  return text as ListingId;
});
const id = fc.constantFrom(...ids);

const makeNullable = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null, freq: 3 });
const price = fc.oneof(
  fc.integer({ min: 1, max: 8 }).map((step) => step * 500_000),
  fc.integer({ min: 1, max: 10_000_000_000 }),
);
const year = fc.integer({ min: 2010, max: 2026 });
const postedAt = fc.integer({ min: 0, max: 9 }).map((postedSecond) => 1_790_000_000_000_000 + postedSecond * 400_000);

const entry: fc.Arbitrary<CatalogueEntry> = fc.record({
  id,
  shareGroup: fc.constant(shareGroup),
  sellerKind: fc.constantFrom(...sellerKinds),
  verified: fc.boolean(),
  postedAt,
  newestAt: postedAt,
  price,
  yearOfPurchase: year,
  yearsOfUse: fc.integer({ min: 0, max: 12 }),
  mileageKm: makeNullable(fc.integer({ min: 0, max: 5 }).map((step) => step * 10_000)),
  yearlyMileage: makeNullable(fc.integer({ min: 0, max: 30_000 })),
  seats: makeNullable(fc.integer({ min: 2, max: 8 })),
  owners: makeNullable(fc.integer({ min: 0, max: 6 })),
  depreciation: makeNullable(fc.integer({ min: 0, max: 4 }).map((step) => step * 1_000_000)),
  instalment: makeNullable(fc.integer({ min: 0, max: 9 }).map((step) => step * 10_000)),
  monthlyCost: makeNullable(fc.integer({ min: 0, max: 300_000 })),
  roadTax: makeNullable(fc.integer({ min: 0, max: 5 }).map((step) => step * 10_000)),
  power: makeNullable(fc.integer({ min: 50, max: 60 })),
  engineCc: makeNullable(fc.integer({ min: 0, max: 5 }).map((step) => 1_000 + step * 200)),
  omv: makeNullable(fc.integer({ min: 0, max: 5 }).map((step) => 2_000_000 + step * 100_000)),
  arf: makeNullable(fc.integer({ min: 0, max: 5 }).map((step) => step * 500_000)),
  parf: makeNullable(fc.integer({ min: 0, max: 5 }).map((step) => step * 100_000)),
  coeCategory: makeNullable(fc.integer({ min: 1, max: 5 })),
  coeExpiresOn: makeNullable(fc.integer({ min: 20_000, max: 20_010 })),
  brand: fc.constantFrom(...brands),
  title: fc.constantFrom(...titles),
  variant: makeNullable(fc.constantFrom('GT', 'Long Range')),
  body: makeNullable(fc.constantFrom(...bodies)),
  colour: makeNullable(fc.constantFrom(...colours)),
  fuel: makeNullable(fc.constantFrom(...fuels)),
  transmission: makeNullable(fc.constantFrom(...transmissions)),
  location: fc.constantFrom(...locations),
  description: fc.constantFrom('one owner', 'red red car', '', 'well kept'),
});

const chooseSome = <Value>(values: readonly Value[], maxLength = values.length) =>
  fc.uniqueArray(fc.constantFrom(...values), { maxLength });
const facetFilters = fc.record(
  {
    brand: chooseSome([...brands, 'Nobody'], 3),
    model: chooseSome(['Tesla/Model 3', 'BMW/X1', 'Kia/red car', 'Nobody/X1'], 3),
    body: chooseSome(bodies, 2),
    fuel: chooseSome(fuels, 3),
    transmission: chooseSome(transmissions),
    colour: chooseSome(colours, 3),
    region: chooseSome(regions, 3),
    location: chooseSome(locations, 3),
    sellerKind: chooseSome(sellerKinds),
    verified: fc.constantFrom(['yes'], []),
    owners: chooseSome(['1', '2', '3', '4+']),
  },
  { requiredKeys: [] },
);
const bounds = (documentId: fc.Arbitrary<number>) =>
  fc.record({ min: documentId, max: documentId }, { requiredKeys: [] });
const rangeFilters = fc.record(
  {
    price: bounds(price),
    year: bounds(year),
    yearsOfUse: bounds(fc.integer({ min: -1, max: 13 })),
    mileage: bounds(fc.integer({ min: 0, max: 6 }).map((step) => step * 9_999)),
    depreciation: bounds(fc.integer({ min: 0, max: 4_000_000 })),
    coeExpiresOn: bounds(fc.integer({ min: 19_999, max: 20_011 })),
    postedAt: bounds(postedAt),
    seats: bounds(fc.integer({ min: 1, max: 9 })),
    yearlyMileage: bounds(fc.integer({ min: 0, max: 30_000 })),
    instalment: bounds(fc.integer({ min: 0, max: 100_000 })),
    monthlyCost: bounds(fc.integer({ min: 0, max: 300_000 })),
    coeCategory: bounds(fc.integer({ min: 1, max: 5 })),
  },
  { requiredKeys: [] },
);
const query: fc.Arbitrary<CatalogueQuery> = fc.record({
  text: fc.oneof({ weight: 3, arbitrary: fc.constant('') }, fc.constantFrom('red', 'car red', 'Model', 'nowhere', ' ')),
  facetFilters: fc.oneof(fc.constant({}), facetFilters),
  rangeFilters: fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, rangeFilters),
  order: fc.record({ by: fc.constantFrom(...orders), descending: fc.boolean() }),
  after: fc.oneof(
    { weight: 3, arbitrary: fc.constant(null) },
    fc.record({ key: makeNullable(fc.oneof(postedAt, price, year)), id }),
  ),
  limit: fc.integer({ min: 1, max: 30 }),
  facets: fc.oneof(
    fc.constant([...wordFacets, 'price' as const, 'year' as const]),
    chooseSome([...wordFacets, 'price' as const, 'year' as const]),
  ),
});

type CatalogueChange =
  | { readonly kind: 'put'; readonly entries: readonly CatalogueEntry[] }
  | { readonly kind: 'remove'; readonly id: ListingId }
  | { readonly kind: 'return' }
  | { readonly kind: 'maintain'; readonly budget: number }
  | { readonly kind: 'search'; readonly query: CatalogueQuery };

const step: fc.Arbitrary<CatalogueChange> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('put' as const),
      entries: fc.array(entry, { minLength: 1, maxLength: 30 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('remove' as const), id }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('return' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('maintain' as const), budget: fc.constantFrom(1, 20_000, 10_000_000) }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('search' as const), query }) },
);

/**
 * Returns the result with only those values of each facet that the catalogue lists: the 200 most frequent values and
 * the chosen values.
 */
function keepListedFacetValues(answer: SearchResult, { facetFilters: chosenValues }: CatalogueQuery): SearchResult {
  const counts = wordFacets.flatMap((facet) => {
    const values = answer.facetCounts[facet];
    const isKept = (value: string, at: number) => at < 200 || chosenValues[facet]?.includes(value) === true;
    return values === undefined ? [] : [[facet, values.filter(({ value }, at) => isKept(value, at))] as const];
  });
  return { ...answer, facetCounts: Object.fromEntries(counts) };
}

describe('the catalogue', () => {
  test('gives the same results as the reference catalogue after any changes', () => {
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 40 }),
        fc.constantFrom(32, 128),
        fc.constantFrom(3, 30),
        (steps, capacity, minDeltaSize) => {
          const catalogue = new Catalogue({ text: new ReferenceTextSearch(), capacity, minDeltaSize });
          const referenceCatalogue = new ReferenceCatalogue();
          let removedEntry: CatalogueEntry | undefined;
          const listingsById = new Map<string, CatalogueEntry>();
          for (const each of steps) {
            if (each.kind === 'put') {
              for (const one of each.entries) {
                catalogue.put(one);
                referenceCatalogue.put(one);
                listingsById.set(one.id, one);
              }
            } else if (each.kind === 'remove') {
              expect(catalogue.remove(each.id)).toBe(referenceCatalogue.remove(each.id));
              removedEntry = listingsById.get(each.id);
            } else if (each.kind === 'return' && removedEntry !== undefined) {
              catalogue.put(removedEntry);
              referenceCatalogue.put(removedEntry);
            } else if (each.kind === 'maintain') catalogue.maintain(each.budget);
            else if (each.kind === 'search')
              expect(catalogue.search(each.query)).toEqual(referenceCatalogue.search(each.query));
            expect(catalogue.size).toBe(referenceCatalogue.size);
          }
        },
      ),
      { numRuns: 1_500 },
    );
  });

  test('pages never repeat or skip a car that has not changed', () => {
    const changes = fc.array(fc.array(fc.oneof(entry, id), { maxLength: 12 }), { maxLength: 30 });
    fc.assert(
      fc.property(fc.array(entry, { minLength: 30, maxLength: 80 }), query, changes, (entries, firstQuery, rounds) => {
        const catalogue = new Catalogue({ text: new ReferenceTextSearch(), capacity: 32, minDeltaSize: 5 });
        for (const each of entries) catalogue.put(each);
        const wholeQuery = { ...firstQuery, after: null, facets: [], limit: 1_000 };
        const idsBefore = catalogue.search(wholeQuery).found.map((each) => each.id);
        const changedIds = new Set<string>();
        const seenIds: string[] = [];
        let after: Cursor | null = null;
        for (let page = 0; ; page += 1) {
          const answer = catalogue.search({ ...wholeQuery, after, limit: 7 });
          seenIds.push(...answer.found.map((each) => each.id));
          after = answer.found.at(-1)?.cursor ?? after;
          if (!answer.hasMore) break;
          for (const pendingChange of rounds[page] ?? []) {
            changedIds.add(typeof pendingChange === 'string' ? pendingChange : pendingChange.id);
            if (typeof pendingChange === 'string') catalogue.remove(pendingChange);
            else catalogue.put(pendingChange);
            catalogue.maintain(1);
          }
        }
        const isUnchanged = (each: string) => !changedIds.has(each);
        expect(seenIds.filter(isUnchanged)).toEqual(idsBefore.filter(isUnchanged));
      }),
      { numRuns: 500 },
    );
  });

  test('gives the same results as the reference catalogue for thousands of cars and values', {
    timeout: 240_000,
  }, () => {
    const catalogue = new Catalogue({ text: new ReferenceTextSearch(), capacity: 2_500, minDeltaSize: 100 });
    const referenceCatalogue = new ReferenceCatalogue();
    const documentArbitrary = fc.record({
      documentId: fc.integer({ min: 0, max: 3_500 }),
      entry,
      title: fc.integer({ min: 0, max: 900 }),
      location: fc.oneof(fc.constantFrom(...locations), fc.integer({ min: 0, max: 260 }).map(String)),
      price: fc.integer({ min: 1, max: 40_000_000 }),
      mileageKm: makeNullable(fc.integer({ min: 0, max: 300_000 })),
      depreciation: makeNullable(fc.integer({ min: 0, max: 3_000_000 })),
    });
    const cars = fc.sample(documentArbitrary, { numRuns: 8_000, seed: 24 });
    const queries = fc.sample(query, { numRuns: 400, seed: 25 });
    const extraRangeFilters = fc.sample(
      fc.record({
        price: bounds(fc.integer({ min: 1, max: 40_000_000 })),
        mileage: bounds(fc.integer({ min: 0, max: 300_000 })),
      }),
      { numRuns: 400, seed: 26 },
    );
    cars.forEach(({ documentId, entry: one, title, ...otherFields }, at) => {
      const listingId = `0189a000-0000-7000-8000-${documentId.toString(16).padStart(12, '0')}` as ListingId;
      const car = { ...one, ...otherFields, id: listingId, title: title > 600 ? one.title : `Model ${title}` };
      if (at % 7 === 3) expect(catalogue.remove(listingId)).toBe(referenceCatalogue.remove(listingId));
      else {
        catalogue.put(car);
        referenceCatalogue.put(car);
      }
      if (at % 5 === 0) catalogue.maintain(20_000);
      if (at % 20 !== 19) return;
      const nextQuery = queries[Math.floor(at / 20)];
      if (nextQuery === undefined) return;
      const rangeFilters =
        at % 40 === 39
          ? { ...nextQuery.rangeFilters, ...extraRangeFilters[Math.floor(at / 20)] }
          : nextQuery.rangeFilters;
      expect(catalogue.search({ ...nextQuery, rangeFilters })).toEqual(
        keepListedFacetValues(referenceCatalogue.search({ ...nextQuery, rangeFilters }), nextQuery),
      );
    });
  });

  test('orders ids as PostgreSQL does: by unsigned bytes', () => {
    const catalogue = new Catalogue({ text: new ReferenceTextSearch() });
    const [someOf] = fc.sample(entry, { numRuns: 1, seed: 1 });
    const highestId = 'ffffffff-0000-7000-8000-000000000000' as ListingId;
    const lowestId = '7fffffff-ffff-7fff-bfff-ffffffffffff' as ListingId;
    if (someOf === undefined) throw new Error('No entry');
    for (const each of [highestId, lowestId]) catalogue.put({ ...someOf, id: each });
    const emptyQuery = { text: '', facetFilters: {}, rangeFilters: {}, after: null, limit: 10, facets: [] };
    const findIdsInOrder = (descending: boolean) =>
      catalogue.search({ ...emptyQuery, order: { by: 'price', descending } }).found.map((each) => each.id);
    expect(findIdsInOrder(false)).toEqual([lowestId, highestId]);
    expect(findIdsInOrder(true)).toEqual([highestId, lowestId]);
  });

  test('rejects an id that is no UUID', () => {
    const catalogue = new Catalogue({ text: new ReferenceTextSearch() });
    for (const invalidId of ['', 'x', '0189a000-0000-7000-8000-00000000000g', `${ids[0]}0`]) {
      expect(() => catalogue.has(invalidId as ListingId)).toThrow(RangeError);
    }
    expect(catalogue.has(ids[0] as ListingId)).toBe(false);
  });

  test('reports its memory', () => {
    const catalogue = new Catalogue({ text: new ReferenceTextSearch(), capacity: 1_000 });
    const bytesBefore = catalogue.bytes;
    expect(bytesBefore).toBeGreaterThan(60_000);
    for (const each of fc.sample(entry, { numRuns: 60, seed: 2 })) catalogue.put(each);
    expect(catalogue.bytes).toBeGreaterThan(bytesBefore);
    expect(rangeFields.length).toBe(18);
  });
});
