/**
 * A price is an outlier when it differs from the median by more than `maxDeviations` times the median absolute
 * deviation. The median absolute deviation is multiplied by `deviationScale` first (Iglewicz and Hoaglin, 1993).
 */
const maxDeviations = 3.5;
const deviationScale = 1.4826;
/**
 * Maximum factor between a price and the median that is used when the deviation is zero, which is when more than half
 * of the prices are equal.
 */
const medianRatioMaximum = 2;

/**
 * Returns the values whose price is not an outlier, by the median and the median absolute deviation of all prices. A
 * single extreme price changes neither measure.
 */
export function dropOutliers<Value>(values: readonly Value[], readPrice: (value: Value) => number): readonly Value[] {
  const median = computeMedian(values.map(readPrice));
  const scaledDeviation = computeMedian(values.map((value) => Math.abs(readPrice(value) - median))) * deviationScale;
  return values.filter((value) => {
    const price = readPrice(value);
    if (scaledDeviation === 0) return price <= median * medianRatioMaximum && price >= median / medianRatioMaximum;
    return Math.abs(price - median) <= scaledDeviation * maxDeviations;
  });
}

function computeMedian(numbers: readonly number[]): number {
  const sortedNumbers = numbers.toSorted((first, second) => first - second);
  const lastIndex = sortedNumbers.length - 1;
  return ((sortedNumbers[Math.floor(lastIndex / 2)] ?? 0) + (sortedNumbers[Math.ceil(lastIndex / 2)] ?? 0)) / 2;
}
