import type { PricePart } from '@carhouse/contract/payment-plans';
import { centsFromDollars, pricePattern } from '@carhouse/domain/money/money';

/** Reads the amount that a buyer has typed for a part, in dollars; undefined when the text is no amount. */
export function readPartAmount(text: string): number | undefined {
  const plainText = text.replace(/[,\s$]/g, '');
  return pricePattern.test(plainText) ? Number(plainText) : undefined;
}

/** The remaining price after some amounts in dollars, exact to the cent; negative when the amounts exceed the price. */
export function subtractAmounts(
  price: number,
  amounts: readonly (number | undefined)[],
): { readonly remainingDollars: number; readonly isPriceCovered: boolean } {
  const sumCents = amounts.reduce((totalCents, amount) => totalCents + centsFromDollars(amount ?? 0), 0n);
  const remainingDollars = Number(centsFromDollars(price) - sumCents) / 100;
  return {
    remainingDollars,
    isPriceCovered: remainingDollars === 0 && amounts.length > 1 && amounts.every((amount) => (amount ?? 0) > 0),
  };
}

/** The part that the buyer pays next; undefined when the buyer has paid all of their parts. */
export function findNextPart(parts: readonly PricePart[]): PricePart | undefined {
  return parts.find(({ state, payer }) => state === 'open' && payer === 'buyer');
}

type PartWithAmount = Pick<PricePart, 'amount'>;

/** The sum of parts in dollars, exact to the cent. */
export function sumParts(parts: readonly PartWithAmount[]): number {
  return Number(parts.reduce((totalCents, { amount }) => totalCents + centsFromDollars(amount), 0n)) / 100;
}

/** The sum of the paid parts in dollars, exact to the cent. */
export function sumPaidParts(parts: readonly (PartWithAmount & Pick<PricePart, 'state'>)[]): number {
  return sumParts(parts.filter(({ state }) => state === 'paid'));
}

/** The remaining price in dollars after an amount is paid, exact to the cent. */
export function computeRemainingPrice(price: number, paidDollars: number): number {
  return Number(centsFromDollars(price) - centsFromDollars(paidDollars)) / 100;
}
