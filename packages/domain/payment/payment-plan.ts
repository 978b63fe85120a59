import { DomainError } from '../errors/domain-error.ts';
import type { Id } from '../ids/id.ts';
import { type Cents, cardMaximum, cardMinimum, cents, formatMoney } from '../money/money.ts';
import { type PaymentMethod, paynowMaximum } from './payment-method.ts';

export type PaymentPartId = Id<'payment_part'>;

/** Who pays a part: the buyer by a charge here, or a bank or a loan to the seller directly (decision 0083). */
export type PartPayer = 'buyer' | 'bank';

/** One part of a price. Each part that the buyer pays has a charge of its own. */
export type PaymentPart = {
  readonly id: PaymentPartId;
  /** The number of the part, from 1. Parts are paid in this order. The first part is the deposit. */
  readonly number: number;
  readonly amount: Cents;
  readonly payer: PartPayer;
};

/** Maximum number of parts of a price. The highest price (`priceMaximum`) fits into 101 card payments. */
export const partCountMaximum = 120;

/**
 * Number of days for which a car is reserved for the buyer who has paid the first part of its price. When the days end
 * before the price is paid, the paid parts are refunded.
 */
export const reservationDays = 7;

/** Returns the end of the reservation that the first paid part begins. */
export function reservationEnd(firstPaidAt: Date): Date {
  return new Date(firstPaidAt.getTime() + reservationDays * 86_400_000);
}

/** Returns the largest amount of one payment with this method. */
export function findLargestPayment(method: PaymentMethod): Cents {
  return method === 'paynow' ? paynowMaximum : cardMaximum;
}

/**
 * Splits a price into the fewest parts that can be paid with this method, as equal as whole dollars allow; the last
 * part has the rest. The result has one part when one payment takes the price.
 * @throws DomainError AMOUNT_TOO_LARGE: the price needs more than `partCountMaximum` parts.
 */
export function splitPrice(price: Cents, method: PaymentMethod): readonly Cents[] {
  const largestAmount = findLargestPayment(method);
  const count = Number((price + largestAmount - 1n) / largestAmount);
  if (count > partCountMaximum) throw new DomainError('AMOUNT_TOO_LARGE');
  if (count <= 1) return [price];
  // Whole dollars, rounded up, so that the last part is not larger than the others.
  const wholeDollars = ((price / BigInt(count) + 99n) / 100n) * 100n;
  const each = wholeDollars <= largestAmount ? wholeDollars : largestAmount;
  const parts = Array.from({ length: count - 1 }, () => cents(each));
  return [...parts, cents(price - each * BigInt(count - 1))];
}

/**
 * Returns the smallest first part of a price: 2 % of it, at most the largest PayNow payment. The first part reserves
 * the car for a week, so it must not be so small that buyers reserve cars which they do not mean to buy.
 */
export function computeSmallestDeposit(price: Cents): Cents {
  const share = price / 50n;
  if (share > paynowMaximum) return paynowMaximum;
  return share < cardMinimum ? cardMinimum : cents(share);
}

/**
 * Checks the amounts into which a buyer splits a price.
 * @param bankAmount the part that a bank or a loan pays to the seller; undefined when there is none. It is the last part,
 *   and at least one part before it is paid here, because the first part reserves the car.
 * @throws DomainError INVALID with the first fault: the number of parts, an amount that no payment can have, or the sum.
 */
export function assertParts(price: Cents, amounts: readonly Cents[], bankAmount?: Cents): void {
  const bankAmounts = bankAmount === undefined ? [] : [bankAmount];
  const count = amounts.length + bankAmounts.length;
  if (amounts.length === 0 || count < 2 || count > partCountMaximum)
    throw new DomainError('INVALID', { detail: `A price is paid in 2 to ${partCountMaximum} parts.` });
  for (const amount of amounts) {
    if (amount < cardMinimum || amount > cardMaximum) {
      const detail = `A part is between ${formatMoney(cardMinimum)} and ${formatMoney(cardMaximum)}.`;
      throw new DomainError('INVALID', { detail });
    }
  }
  if (bankAmount !== undefined && bankAmount < cardMinimum)
    throw new DomainError('INVALID', { detail: `A part is at least ${formatMoney(cardMinimum)}.` });
  const deposit = computeSmallestDeposit(price);
  if ((amounts[0] ?? 0n) < deposit)
    throw new DomainError('INVALID', { detail: `The first part is at least ${formatMoney(deposit)}.` });
  const sum = sumParts([...amounts, ...bankAmounts].map((amount) => ({ amount })));
  if (sum !== price)
    throw new DomainError('INVALID', {
      detail: `The parts sum to ${formatMoney(sum)}, and the price is ${formatMoney(price)}.`,
    });
}

/**
 * Adds the deposit of a reservation as the first part of a plan that the buyer has chosen before. The deposit is taken
 * from the buyer's own parts, in their order. Only when these parts are less than the deposit, the part of the bank
 * pays the rest of it. A rest of a part that is too small for a payment is added to the next part. Before the part of a
 * bank, such a rest is raised to the smallest payment, and the bank pays that much less. When the plan then has one
 * part too many, two parts are joined.
 * @returns null when no such parts can be paid.
 */
export function putDepositFirst<Part extends Pick<PaymentPart, 'amount' | 'payer'>>(
  parts: readonly Part[],
  deposit: Cents,
): readonly Pick<PaymentPart, 'amount' | 'payer'>[] | null {
  let dueDeposit: bigint = deposit;
  let smallRest = 0n;
  const restParts: AmountOfPayer[] = [];
  for (const { amount, payer } of parts) {
    if (payer === 'bank') {
      if (smallRest > 0n) restParts.push({ amount: cardMinimum, payer: 'buyer' });
      const bankReduction = dueDeposit + (smallRest > 0n ? cardMinimum - smallRest : 0n);
      if (amount - bankReduction < cardMinimum) return null;
      restParts.push({ amount: cents(amount - bankReduction), payer });
      dueDeposit = 0n;
      smallRest = 0n;
      continue;
    }
    const takenAmount = amount < dueDeposit ? amount : dueDeposit;
    dueDeposit -= takenAmount;
    const restAmount = amount - takenAmount + smallRest;
    const isSmall = restAmount < cardMinimum;
    smallRest = isSmall ? restAmount : 0n;
    if (!isSmall) restParts.push({ amount: cents(restAmount), payer });
  }
  const isTooLarge = restParts.some(({ amount, payer }) => payer === 'buyer' && amount > cardMaximum);
  if (dueDeposit > 0n || smallRest > 0n || isTooLarge) return null;
  const keptParts = restParts.length < partCountMaximum ? restParts : joinTwoParts(restParts);
  return keptParts && [{ amount: deposit, payer: 'buyer' }, ...keptParts];
}

type AmountOfPayer = Pick<PaymentPart, 'amount' | 'payer'>;

/** Joins the first two neighbours of a buyer's own parts that one card payment takes; null when there are none. */
function joinTwoParts(parts: readonly AmountOfPayer[]): readonly AmountOfPayer[] | null {
  const isOwn = (part: AmountOfPayer | undefined): part is AmountOfPayer => part?.payer === 'buyer';
  for (const [index, first] of parts.entries()) {
    const second = parts[index + 1];
    if (isOwn(first) && isOwn(second) && first.amount + second.amount <= cardMaximum)
      return [
        ...parts.slice(0, index),
        { amount: cents(first.amount + second.amount), payer: 'buyer' },
        ...parts.slice(index + 2),
      ];
  }
  return null;
}

/** Returns the sum of the parts of a price. */
export function sumParts(parts: readonly { readonly amount: Cents }[]): Cents {
  return cents(parts.reduce((total, { amount }) => total + amount, 0n));
}

/**
 * Returns the part that the buyer pays next; undefined when they have paid every part of theirs. A bank pays its part at
 * any time.
 */
export function findNextPart<Part extends { readonly isPaid: boolean; readonly payer: PartPayer }>(
  parts: readonly Part[],
): Part | undefined {
  return parts.find(({ isPaid, payer }) => !isPaid && payer === 'buyer');
}
