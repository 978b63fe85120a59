import type { Product } from '@carhouse/contract/listings';
import { describe, expect, it } from 'vitest';
import {
  carsPerStep,
  filterListings,
  findRoundMiddlePrice,
  makeBrandView,
  readListingFilters,
} from './listing-filters.ts';

function makeCar(facts: Partial<Product>): Product {
  return {
    _id: '1',
    title: 'Roma',
    category: 'Ferrari',
    location: 'Bukit Timah',
    originalPrice: null,
    resalePrice: 868_000,
    yearsOfUse: 5,
    yearOfPurchase: 2021,
    description: '',
    image: '',
    time: '19 2026 21:14',
    author: 'Seller One',
    verification: '',
    role: 'Seller',
    status: 'available',
    postedAt: '2026-11-19T13:14:00Z',
    images: [],
    imageSize: null,
    coeYearsLeft: null,
    depreciationPerYear: null,
    mileageKm: null,
    owners: null,
    registeredOn: null,
    ...facts,
  };
}

const cars = [
  makeCar({ _id: 'a', resalePrice: 900_000, depreciationPerYear: null, coeYearsLeft: 3 }),
  makeCar({ _id: 'b', resalePrice: 700_000, depreciationPerYear: 90_000, coeYearsLeft: 6, verification: 'Verified' }),
  makeCar({ _id: 'c', resalePrice: 800_000, depreciationPerYear: 70_000, coeYearsLeft: 5 }),
];
const joinIds = (list: Product[]) => list.map(({ _id }) => _id).join('');

describe('listing filters', () => {
  it('do not change the order of the list until another order is chosen', () => {
    expect(joinIds(filterListings(cars, {}))).toBe('abc');
    expect(joinIds(filterListings(cars, { sort: 'price' }))).toBe('bca');
    expect(joinIds(filterListings(cars, { sort: 'coe' }))).toBe('bca');
  });

  it('sort cars of unknown yearly cost to the end', () => {
    expect(joinIds(filterListings(cars, { sort: 'cost' }))).toBe('cba');
  });

  it('combine', () => {
    expect(joinIds(filterListings(cars, { verified: true }))).toBe('b');
    expect(joinIds(filterListings(cars, { coe: true, under: 800_000 }))).toBe('b');
    expect(joinIds(filterListings(cars, { coe: true }))).toBe('bc');
  });

  it('ignore invalid values in the URL', () => {
    const search = { verified: 'yes', under: -1, sort: 'colour', coe: true, cars: 1.5 };
    expect(readListingFilters(search)).toEqual({ coe: true });
  });

  it('limit the list to the cars that a page shows, at least one step, and state the number of all cars', () => {
    const sixtyCars = Array.from({ length: 60 }, (_, index) =>
      makeCar({ _id: String(index), resalePrice: 1000 + index }),
    );
    expect(makeBrandView(sixtyCars, {}, 1).cars).toHaveLength(carsPerStep);
    expect(makeBrandView(sixtyCars, {}, 48)).toMatchObject({
      matchingCount: 60,
      totalCount: 60,
      lowestPrice: 1000,
      highestPrice: 1059,
    });
    expect(makeBrandView(sixtyCars, {}, 48).cars).toHaveLength(48);
    expect(makeBrandView(sixtyCars, {}).cars).toHaveLength(60);
    expect(makeBrandView(sixtyCars, { under: 1010 })).toMatchObject({ matchingCount: 10, totalCount: 60 });
  });

  it('offer a round price that divides the list', () => {
    expect(findRoundMiddlePrice(cars)).toBe(800_000);
    expect(findRoundMiddlePrice(cars.slice(0, 1))).toBeUndefined();
    expect(findRoundMiddlePrice([])).toBeUndefined();
  });
});
