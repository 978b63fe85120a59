import type { Product } from '@carhouse/contract/listings';

export const sortings = ['newest', 'price', 'cost', 'coe'] as const;
type ListingSorting = (typeof sortings)[number];

/** The visitor's filters on a brand page, which are stored in the URL. */
export type ListingFilters = {
  readonly verified?: true;
  readonly coe?: true;
  /** Maximum price in dollars. */
  readonly under?: number;
  readonly sort?: Exclude<ListingSorting, 'newest'>;
  /**
   * Number of cars that the page shows after a click on 'Show more'; absent before the first click. The URL stores this
   * number, so going back restores the page.
   */
  readonly cars?: number;
};

export const longCoeYears = 5;

/** Reads the filters from the URL; an invalid filter counts as not set. */
export function readListingFilters(search: Record<string, unknown>): ListingFilters {
  const { verified, coe, under, sort, cars } = search;
  return {
    ...(verified === true ? { verified } : {}),
    ...(coe === true ? { coe } : {}),
    ...(typeof under === 'number' && under > 0 ? { under } : {}),
    ...(sort === 'price' || sort === 'cost' || sort === 'coe' ? { sort } : {}),
    ...(typeof cars === 'number' && Number.isInteger(cars) && cars > 0 ? { cars } : {}),
  };
}

/**
 * Number of cars that a brand page shows at first, and number of cars that each 'show more' adds. The number is
 * divisible by 1, 2 and 3, so the last row of the grid is full.
 */
export const carsPerStep = 24;

/** The part of the list that a brand page shows. */
export type BrandView = {
  /** The matching cars in order: all of them, or as many as the page shows. */
  readonly cars: readonly Product[];
  /** Number of matching cars. */
  readonly matchingCount: number;
  /**
   * Number of cars in the whole list, without the filters. `lowestPrice` and `highestPrice` are the lowest and the highest price
   * of these cars, in dollars.
   */
  readonly totalCount: number;
  readonly lowestPrice: number;
  /** The highest price in the whole list, in dollars. */
  readonly highestPrice: number;
  /** The price of the 'Under' filter in dollars; null when no price would divide the list. */
  readonly under: number | null;
};

/**
 * Applies the filters to the list.
 * @param carCountMaximum maximum number of returned cars; at least `carsPerStep` cars are returned
 */
export function makeBrandView(list: readonly Product[], filters: ListingFilters, carCountMaximum?: number): BrandView {
  const matchingCars = filterListings(list, filters);
  const prices = list.map((car) => car.resalePrice);
  return {
    cars: carCountMaximum === undefined ? matchingCars : matchingCars.slice(0, Math.max(carCountMaximum, carsPerStep)),
    matchingCount: matchingCars.length,
    totalCount: list.length,
    lowestPrice: Math.min(...prices),
    highestPrice: Math.max(...prices),
    under: findRoundMiddlePrice(list) ?? null,
  };
}

/** Returns the matching cars in the chosen order. The given list is sorted newest first. */
export function filterListings(cars: readonly Product[], filters: ListingFilters): Product[] {
  const matchingCars = cars.filter(
    (car) =>
      (!filters.verified || car.verification === 'Verified') &&
      (!filters.coe || (car.coeYearsLeft ?? 0) >= longCoeYears) &&
      (filters.under === undefined || car.resalePrice < filters.under),
  );
  return filters.sort === undefined ? matchingCars : matchingCars.sort(comparatorsBySorting[filters.sort]);
}

const comparatorsBySorting: Record<Exclude<ListingSorting, 'newest'>, (one: Product, other: Product) => number> = {
  price: (one, other) => one.resalePrice - other.resalePrice,
  // A car whose yearly cost is unknown comes last.
  cost: (one, other) => (one.depreciationPerYear ?? Infinity) - (other.depreciationPerYear ?? Infinity) || 0,
  // A car whose COE is unknown comes last.
  coe: (one, other) => (other.coeYearsLeft ?? -1) - (one.coeYearsLeft ?? -1),
};

/**
 * Returns a round price near the middle of the list, for the 'Under' filter; undefined when this price would not divide
 * the list.
 */
export function findRoundMiddlePrice(cars: readonly Product[]): number | undefined {
  const prices = cars.map((car) => car.resalePrice).sort((one, other) => one - other);
  const medianPrice = prices[Math.floor(prices.length / 2)];
  if (medianPrice === undefined || medianPrice <= 0) return undefined;
  const roundingUnit = 10 ** Math.floor(Math.log10(medianPrice));
  const roundedPrice = Math.ceil(medianPrice / roundingUnit) * roundingUnit;
  const cheaperCarCount = prices.filter((price) => price < roundedPrice).length;
  return cheaperCarCount > 0 && cheaperCarCount < prices.length ? roundedPrice : undefined;
}
