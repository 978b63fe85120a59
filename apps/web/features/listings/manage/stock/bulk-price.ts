/** A change of several prices by the same percentage or by the same amount. */
export type PriceChange = {
  readonly direction: 'lower' | 'raise';
  readonly unit: 'percent' | 'dollars';
  readonly amount: number;
};

/**
 * Parses the typed amount; undefined when the text is invalid. A percentage is from 0.1 to 90; an amount in dollars is
 * a whole number of at least 1.
 */
export function parseAmount(text: string, unit: PriceChange['unit']): number | undefined {
  const amount = Number(text.replaceAll(/[,\s$%]/g, ''));
  if (text.trim() === '' || !Number.isFinite(amount)) return undefined;
  if (unit === 'percent') return amount >= 0.1 && amount <= 90 ? amount : undefined;
  return Number.isInteger(amount) && amount >= 1 ? amount : undefined;
}

/** Returns the price after the change in whole dollars. The caller refuses a result below 1. */
export function computePriceAfterChange(price: number, { direction, unit, amount }: PriceChange): number {
  const priceDifference = unit === 'percent' ? (price * amount) / 100 : amount;
  return Math.round(direction === 'lower' ? price - priceDifference : price + priceDifference);
}
