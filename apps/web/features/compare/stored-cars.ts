import type { Product } from '@carhouse/contract/listings';
import { carListKeys } from '../../app/session.ts';
import { createStoredList } from '../../app/stored-list.ts';
import { comparedCarCountMaximum } from './compare-queries.ts';

/** The stored data of a car, as it was last shown, so that it can be shown again without a request. */
export type StoredCar = Pick<Product, '_id' | 'title' | 'category' | 'yearOfPurchase' | 'resalePrice' | 'image'>;

/** The car without the fields that are not stored. */
export function toStoredCar({ _id, title, category, yearOfPurchase, resalePrice, image }: Product): StoredCar {
  return { _id, title, category, yearOfPurchase, resalePrice, image };
}

/** Reads a car from an entry of local storage. The result is undefined when the entry is no stored car. */
function readStoredCar(entry: unknown): StoredCar | undefined {
  if (typeof entry !== 'object' || entry === null) return undefined;
  const { _id, title, category, yearOfPurchase, resalePrice, image } = entry as Record<string, unknown>;
  const texts = [_id, title, category, image];
  const numbers = [yearOfPurchase, resalePrice];
  if (!texts.every((text) => typeof text === 'string') || !numbers.every((number) => Number.isFinite(number))) {
    return undefined;
  }
  return { _id, title, category, yearOfPurchase, resalePrice, image } as StoredCar;
}

/** Whether two entries are of one car. */
export function isSameCar(firstCar: StoredCar, secondCar: StoredCar): boolean {
  return firstCar._id === secondCar._id;
}

/** The cars that the visitor has chosen to compare. */
export const comparedCars = createStoredList({
  name: carListKeys.compared,
  itemCountMaximum: comparedCarCountMaximum,
  parseEntry: readStoredCar,
  isSameItem: isSameCar,
});

/** The cars whose pages the visitor opened most recently. */
export const recentlySeenCars = createStoredList({
  name: carListKeys.seen,
  itemCountMaximum: 9,
  parseEntry: readStoredCar,
  isSameItem: isSameCar,
});
