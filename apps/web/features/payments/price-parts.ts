import { centsFromDollars, priceForm } from '@carhouse/domain/money/money';

/** Reads the amount that a buyer has typed for a part, in dollars; undefined when it is none. */
export function readPart(text: string): number | undefined {
  const plain = text.replace(/[,\s$]/g, '');
  return priceForm.test(plain) ? Number(plain) : undefined;
}

/** What amounts in dollars leave of a price, exact to the cent; negative when they are more than it. */
export function divide(
  price: number,
  amounts: readonly (number | undefined)[],
): { readonly left: number; readonly isWhole: boolean } {
  const sum = amounts.reduce((total, amount) => total + centsFromDollars(amount ?? 0), 0n);
  const left = Number(centsFromDollars(price) - sum) / 100;
  return { left, isWhole: left === 0 && amounts.length > 1 && amounts.every((amount) => (amount ?? 0) > 0) };
}
