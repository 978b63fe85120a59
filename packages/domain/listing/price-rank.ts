/** How a price compares with those of comparable cars. All prices in the result have the unit of the given prices. */
export type PriceRank = {
  /** The prices of the other cars, ascending. */
  readonly prices: readonly number[];
  readonly median: number;
  /** The first quartile of the prices: a quarter of the prices is below this value. */
  readonly firstQuartile: number;
  /** The third quartile of the prices: a quarter of the prices is above this value. */
  readonly thirdQuartile: number;
  /** Number of the other cars with a lower price. */
  readonly cheaperCount: number;
  /** Number of the other cars with a higher price. */
  readonly dearerCount: number;
  /** The price minus the median of the other prices; negative when the price is below the median. */
  readonly differenceFromMedian: number;
  /** The rounded start of the axis of a chart with all prices. */
  readonly axisStart: number;
  /** The rounded end of the axis of a chart with all prices. */
  readonly axisEnd: number;
};

/** Minimum number of other cars' prices that a comparison needs. */
export const comparablesMinimum = 5;

/** Ranks a price among the prices of other cars; null when there are too few other cars. */
export function rankPrice(price: number, otherPrices: readonly number[]): PriceRank | null {
  const prices = otherPrices.toSorted((first, second) => first - second);
  if (prices.length < comparablesMinimum) return null;
  const readPriceAt = (index: number): number => prices[Math.min(Math.max(index, 0), prices.length - 1)] ?? 0;
  const lastIndex = prices.length - 1;
  const median = (readPriceAt(Math.floor(lastIndex / 2)) + readPriceAt(Math.ceil(lastIndex / 2))) / 2;
  const lowest = Math.min(readPriceAt(0), price);
  const highest = Math.max(readPriceAt(lastIndex), price);
  const priceSpread = Math.max(highest - lowest, 1);
  const axisPadding = priceSpread / 20;
  const axisStep = 10 ** Math.max(0, Math.floor(Math.log10(priceSpread)) - 1);
  return {
    prices,
    median,
    firstQuartile: readPriceAt(Math.round(lastIndex / 4)),
    thirdQuartile: readPriceAt(Math.round((lastIndex * 3) / 4)),
    cheaperCount: prices.filter((second) => second < price).length,
    dearerCount: prices.filter((second) => second > price).length,
    differenceFromMedian: price - median,
    axisStart: Math.max(0, Math.floor((lowest - axisPadding) / axisStep) * axisStep),
    axisEnd: Math.ceil((highest + axisPadding) / axisStep) * axisStep,
  };
}
