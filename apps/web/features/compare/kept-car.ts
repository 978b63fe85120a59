import type { Product } from '@carhouse/contract/listings';

/** What a browser keeps of a car to show it again without asking: as it was when it was seen. */
export type KeptCar = Pick<Product, '_id' | 'title' | 'category' | 'yearOfPurchase' | 'resalePrice' | 'image'>;

/** The car without what is not kept. */
export function toKeep({ _id, title, category, yearOfPurchase, resalePrice, image }: Product): KeptCar {
  return { _id, title, category, yearOfPurchase, resalePrice, image };
}

/** A car as local storage gave it; undefined for anything else. */
export function readKeptCar(entry: unknown): KeptCar | undefined {
  if (typeof entry !== 'object' || entry === null) return undefined;
  const { _id, title, category, yearOfPurchase, resalePrice, image } = entry as Record<string, unknown>;
  const texts = [_id, title, category, image];
  const numbers = [yearOfPurchase, resalePrice];
  if (!texts.every((text) => typeof text === 'string') || !numbers.every((number) => Number.isFinite(number))) {
    return undefined;
  }
  return { _id, title, category, yearOfPurchase, resalePrice, image } as KeptCar;
}

/** Whether two entries are of one car. */
export function sameCar(one: KeptCar, other: KeptCar): boolean {
  return one._id === other._id;
}
