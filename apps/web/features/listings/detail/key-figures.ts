/** Returns the median yearly cost of some cars, to the nearest ten dollars; null when fewer than three are known. */
export function findMedianCost(cars: readonly { readonly depreciationPerYear: number | null }[]): number | null {
  const costs = cars
    .map((car) => car.depreciationPerYear)
    .filter((cost) => cost !== null)
    .toSorted((firstCost, secondCost) => firstCost - secondCost);
  if (costs.length < 3) return null;
  const middleIndex = Math.floor(costs.length / 2);
  const [lowerMiddleCost = 0, upperMiddleCost = 0] = [costs[middleIndex - 1], costs[middleIndex]];
  const medianValue = costs.length % 2 === 1 ? upperMiddleCost : (lowerMiddleCost + upperMiddleCost) / 2;
  return Math.round(medianValue / 10) * 10;
}
