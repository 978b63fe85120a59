import type { PricePart } from '@carhouse/contract/payment-plans';
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

type Amount = Pick<PricePart, 'amount'>;

/** The sum of parts in dollars, exact to the cent. */
export function sumOf(parts: readonly Amount[]): number {
  return Number(parts.reduce((total, { amount }) => total + centsFromDollars(amount), 0n)) / 100;
}

/** The sum of the paid parts in dollars, exact to the cent. */
export function sumPaid(parts: readonly (Amount & Pick<PricePart, 'state'>)[]): number {
  return sumOf(parts.filter(({ state }) => state === 'paid'));
}

/** What is left of a price in dollars after an amount is paid, exact to the cent. */
export function restOf(price: number, paid: number): number {
  return Number(centsFromDollars(price) - centsFromDollars(paid)) / 100;
}
