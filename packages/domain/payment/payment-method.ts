import { DomainError } from '../errors/domain-error.ts';
import { type CardFit, type Cents, formatMoney } from '../money/money.ts';

/** The ways in which a buyer can pay. Each payment was made with one of these methods. */
export const paymentMethods = ['card', 'paynow'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** The smallest and the largest amount of one PayNow payment: $0.50 and $200,000 (docs.stripe.com/payments/paynow). */
export const paynowMinimum = 50n as Cents;
export const paynowMaximum = 20_000_000n as Cents;

/** Number of days after a PayNow payment within which the provider can refund it (docs.stripe.com/payments/paynow). */
export const paynowRefundDays = 90;
const dayMs = 86_400_000;

/**
 * Returns whether one PayNow payment can have this amount, or else whether the amount is too small or too large. The
 * amount may be a part of a price that is paid separately.
 */
export function checkPaynowFit(amount: Cents): CardFit {
  if (amount < paynowMinimum) return 'too-small';
  return amount > paynowMaximum ? 'too-large' : 'fits';
}

/**
 * Checks that one PayNow payment can have this amount.
 * @throws DomainError AMOUNT_TOO_LARGE or AMOUNT_TOO_SMALL; the message names the limit.
 */
export function assertFitsPaynow(amount: Cents): void {
  const fit = checkPaynowFit(amount);
  if (fit === 'too-large') {
    const limit = `PayNow takes at most ${formatMoney(paynowMaximum)} in one payment.`;
    throw new DomainError('AMOUNT_TOO_LARGE', { detail: `${limit} Please pay by card.` });
  }
  if (fit === 'too-small') {
    throw new DomainError('AMOUNT_TOO_SMALL', { detail: `PayNow takes at least ${formatMoney(paynowMinimum)}.` });
  }
}

/** The fields of a payment on which the provider's time limit for refunds depends. */
type RefundablePayment = { readonly method: PaymentMethod; readonly paidAt: Date };

/** Returns the time until which the provider can refund a payment; null when there is no such limit. */
export function computeRefundEnd({ method, paidAt }: RefundablePayment): Date | null {
  return method === 'paynow' ? new Date(paidAt.getTime() + paynowRefundDays * dayMs) : null;
}

/**
 * Checks that the provider can still refund a payment.
 * @throws DomainError REFUND_PERIOD_OVER; the message names the limit and the remaining options.
 */
export function assertRefundable(payment: RefundablePayment, now: Date): void {
  const end = computeRefundEnd(payment);
  if (end !== null && now >= end) throw new DomainError('REFUND_PERIOD_OVER');
}
