import { DomainError } from '../errors/domain-error.ts';
import type { Id } from '../ids/id.ts';
import { type Cents, cardPaymentMaximum, cardPaymentMinimum, cents, formatMoney } from '../money/money.ts';
import { type PaymentMethod, paynowMaximum } from './payment-method.ts';

export type PaymentPartId = Id<'payment_part'>;

/**
 * Who pays a part: the buyer by a charge of the provider, or a bank or a loan directly to the seller (decision 0083).
 */
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
  return method === 'paynow' ? paynowMaximum : cardPaymentMaximum;
}

/**
 * Splits a price into the fewest parts that can be paid with this method, as equal as whole dollars allow; the last
 * part has the rest. The result has one part when the price fits into one payment.
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
  return share < cardPaymentMinimum ? cardPaymentMinimum : cents(share);
}

/**
 * Checks the amounts into which a buyer splits a price.
 * @param bankAmount the part that a bank or a loan pays to the seller; undefined when there is none. The part of the
 * bank is the last part. At least one part before it is paid here, because the first part reserves the car.
 * @throws DomainError INVALID with the first fault: the number of parts, an amount that no payment can have, or the
 * sum.
 */
export function assertParts(price: Cents, amounts: readonly Cents[], bankAmount?: Cents): void {
  const bankAmounts = bankAmount === undefined ? [] : [bankAmount];
  const count = amounts.length + bankAmounts.length;
  if (amounts.length === 0 || count < 2 || count > partCountMaximum)
    throw new DomainError('INVALID', { detail: `A price is paid in 2 to ${partCountMaximum} parts.` });
  for (const amount of amounts) {
    if (amount < cardPaymentMinimum || amount > cardPaymentMaximum) {
      const detail = `A part is between ${formatMoney(cardPaymentMinimum)} and ${formatMoney(cardPaymentMaximum)}.`;
      throw new DomainError('INVALID', { detail });
    }
  }
  if (bankAmount !== undefined && bankAmount < cardPaymentMinimum)
    throw new DomainError('INVALID', { detail: `A part is at least ${formatMoney(cardPaymentMinimum)}.` });
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
 * from the buyer's own parts, in their order. The bank's part pays the rest of the deposit only when the buyer's own
 * parts are less than the deposit. When the rest of a part is too small for a payment, the rest is added to the next
 * part. A rest before the part of a bank is raised to the smallest payment, and the bank pays less by the added amount.
 * When the plan with the deposit has one part too many, two parts are joined.
 * @returns null when no such parts can be paid.
 */
export function putDepositFirst<Part extends Pick<PaymentPart, 'amount' | 'payer'>>(
  parts: readonly Part[],
  deposit: Cents,
): readonly Pick<PaymentPart, 'amount' | 'payer'>[] | null {
  let remainingDeposit: bigint = deposit;
  let carriedAmount = 0n;
  const remainingParts: PlannedPart[] = [];
  for (const { amount, payer } of parts) {
    if (payer === 'bank') {
      if (carriedAmount > 0n) remainingParts.push({ amount: cardPaymentMinimum, payer: 'buyer' });
      const bankReduction = remainingDeposit + (carriedAmount > 0n ? cardPaymentMinimum - carriedAmount : 0n);
      if (amount - bankReduction < cardPaymentMinimum) return null;
      remainingParts.push({ amount: cents(amount - bankReduction), payer });
      remainingDeposit = 0n;
      carriedAmount = 0n;
      continue;
    }
    const depositShareOfPart = amount < remainingDeposit ? amount : remainingDeposit;
    remainingDeposit -= depositShareOfPart;
    const remainingAmount = amount - depositShareOfPart + carriedAmount;
    const isSmall = remainingAmount < cardPaymentMinimum;
    carriedAmount = isSmall ? remainingAmount : 0n;
    if (!isSmall) remainingParts.push({ amount: cents(remainingAmount), payer });
  }
  const isTooLarge = remainingParts.some(({ amount, payer }) => payer === 'buyer' && amount > cardPaymentMaximum);
  if (remainingDeposit > 0n || carriedAmount > 0n || isTooLarge) return null;
  const keptParts = remainingParts.length < partCountMaximum ? remainingParts : joinTwoParts(remainingParts);
  return keptParts && [{ amount: deposit, payer: 'buyer' }, ...keptParts];
}

type PlannedPart = Pick<PaymentPart, 'amount' | 'payer'>;

/**
 * Joins the first two neighbouring parts of the buyer whose sum fits into one card payment; null when there are no such
 * parts.
 */
function joinTwoParts(parts: readonly PlannedPart[]): readonly PlannedPart[] | null {
  const isOwn = (part: PlannedPart | undefined): part is PlannedPart => part?.payer === 'buyer';
  for (const [index, first] of parts.entries()) {
    const second = parts[index + 1];
    if (isOwn(first) && isOwn(second) && first.amount + second.amount <= cardPaymentMaximum)
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
 * Returns the part that the buyer pays next; undefined when the buyer has paid all of their parts. A bank pays its part
 * at any time.
 */
export function findNextPart<Part extends { readonly isPaid: boolean; readonly payer: PartPayer }>(
  parts: readonly Part[],
): Part | undefined {
  return parts.find(({ isPaid, payer }) => !isPaid && payer === 'buyer');
}
