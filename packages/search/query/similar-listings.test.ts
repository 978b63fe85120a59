import type { ListingId } from '@carhouse/domain/listing/listing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ReferenceTextSearch } from '../testing/reference-catalogue.ts';
import { Catalogue } from './catalogue.ts';
import type { CatalogueEntry } from './entry.ts';
import type { SimilarityTarget } from './similar-listings.ts';

const makeId = (index: number) =>
  `0189a0${(index % 7).toString(16).padStart(2, '0')}-0000-7000-8000-${index.toString(16).padStart(12, '0')}` as ListingId;

/**
 * The test uses few brands, titles, bodies and prices, some of them frequent, so that many cars are equally similar.
 */
const listingArbitrary = fc.record({
  brand: fc.constantFrom('Tesla', 'BMW', 'Kia', 'Rare'),
  title: fc.constantFrom('One', 'Two', 'Three'),
  body: fc.constantFrom('Sedan', 'SUV', null),
  price: fc.oneof(
    fc.integer({ min: 18, max: 22 }).map((step) => step * 100_000),
    fc.integer({ min: 1, max: 40 }).map((step) => step * 100_000),
    fc.integer({ min: 1, max: 4_000_000 }),
  ),
});
type TestCar = { brand: string; title: string; body: string | null; price: number };

const makeEntry = (id: ListingId, testCar: TestCar): CatalogueEntry => ({
  ...testCar,
  id,
  shareGroup: '00000000-0000-7000-8000-000000000000',
  sellerKind: 'private',
  verified: false,
  postedAt: 1_790_000_000_000_000,
  newestAt: 1_790_000_000_000_000,
  yearOfPurchase: 2020,
  yearsOfUse: 6,
  mileageKm: null,
  yearlyMileage: null,
  seats: null,
  owners: null,
  depreciation: null,
  instalment: null,
  monthlyCost: null,
  roadTax: null,
  power: null,
  engineCc: null,
  omv: null,
  arf: null,
  parf: null,
  coeCategory: null,
  coeExpiresOn: null,
  variant: null,
  colour: null,
  fuel: null,
  transmission: null,
  location: 'Bedok',
  description: '',
});

/** Computes the expected result directly: it sorts all listings. */
function sortBySimilarity(cars: ReadonlyMap<ListingId, TestCar>, car: SimilarityTarget, limit: number): ListingId[] {
  const findTier = (other: TestCar): number => {
    const isSameBody = car.body !== null && other.body === car.body;
    if (other.brand !== car.brand) return isSameBody ? 3 : 4;
    if (other.title === car.title) return 0;
    return isSameBody || car.body === null ? 1 : 2;
  };
  return [...cars]
    .filter(([id]) => id !== car.id)
    .sort(([one, first], [two, second]) => {
      const order = one < two ? -1 : 1;
      return (
        findTier(first) - findTier(second) ||
        Math.abs(first.price - car.price) - Math.abs(second.price - car.price) ||
        first.price - second.price ||
        (first.price < car.price ? -order : order)
      );
    })
    .slice(0, limit)
    .map(([id]) => id);
}

describe('similar cars', () => {
  test('are the nearest in price of the most similar tier, after any changes', () => {
    const index = fc.integer({ min: 0, max: 299 });
    const changes = fc.array(fc.tuple(index, fc.option(listingArbitrary, { freq: 3 })), { maxLength: 60, size: 'max' });
    const listings = fc.array(listingArbitrary, { maxLength: 300, size: 'max' });
    const targetsAndCarsArbitrary = fc.array(fc.tuple(index, listingArbitrary), { minLength: 1, maxLength: 6 });
    const limit = fc.integer({ min: 1, max: 8 });
    fc.assert(
      fc.property(
        listings,
        changes,
        targetsAndCarsArbitrary,
        limit,
        fc.boolean(),
        (initialCars, changedCars, targets, maxResults, isMaintained) => {
          const catalogue = new Catalogue({ text: new ReferenceTextSearch(), capacity: 32, minDeltaSize: 20 });
          const cars = new Map<ListingId, TestCar>();
          const putCar = (id: ListingId, each: TestCar) => {
            cars.set(id, each);
            catalogue.put(makeEntry(id, each));
          };
          for (const [at, each] of initialCars.entries()) putCar(makeId(at), each);
          while (catalogue.maintain(1_000_000));
          for (const [at, each] of changedCars) {
            if (each !== null) putCar(makeId(at), each);
            else if (cars.delete(makeId(at))) catalogue.remove(makeId(at));
          }
          if (isMaintained) catalogue.maintain(50);
          for (const [at, changedCar] of targets) {
            const id = makeId(at);
            const knownCar = cars.get(id);
            expect(catalogue.findSimilar(id, maxResults)).toEqual(
              knownCar ? sortBySimilarity(cars, { id, ...knownCar }, maxResults) : null,
            );
            expect(catalogue.findSimilar({ id, ...changedCar }, maxResults)).toEqual(
              sortBySimilarity(cars, { id, ...changedCar }, maxResults),
            );
          }
        },
      ),
      // Fast-check would take too long to shrink a failing example of hundreds of listings.
      { numRuns: 200, endOnFailure: true },
    );
  });

  test('are found for a car whose brand, model and body are not on offer', () => {
    const catalogue = new Catalogue({ text: new ReferenceTextSearch() });
    for (const index of [1, 2, 3]) {
      catalogue.put(makeEntry(makeId(index), { brand: 'BMW', title: 'X1', body: 'SUV', price: index * 100 }));
    }
    const unlistedCar = { id: makeId(9), brand: 'Lada', title: 'Niva', body: 'Truck', price: 290 };
    expect(catalogue.findSimilar(unlistedCar, 2)).toEqual([makeId(3), makeId(2)]);
  });
});
