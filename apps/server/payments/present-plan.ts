import type { PaymentPlan, PricePart } from '@carhouse/contract/payment-plans';
import { isDomainError } from '@carhouse/domain/errors/domain-error';
import { type Cents, dollarsFromCents } from '@carhouse/domain/money/money';
import type { PaymentMethod } from '@carhouse/domain/payment/payment-method';
import { computeSmallestDeposit, splitPrice } from '@carhouse/domain/payment/payment-plan';
import type { ShownPart, ShownPlan } from './show-plan.ts';

export function presentPlan({ price, parts, reservedUntil, isChangeable }: ShownPlan): PaymentPlan {
  return {
    price: dollarsFromCents(price),
    parts: parts.map(presentPart),
    reservedUntil: reservedUntil?.toISOString() ?? null,
    changeable: isChangeable,
    smallestDeposit: dollarsFromCents(computeSmallestDeposit(price)),
    proposals: { card: proposeParts(price, 'card'), paynow: proposeParts(price, 'paynow') },
  };
}

function presentPart({ number, amount, payer, isPaid, payment, refund }: ShownPart): PricePart {
  return {
    number,
    amount: dollarsFromCents(amount),
    payer,
    state: isPaid ? (refund === null ? 'paid' : 'refunded') : 'open',
    paidAt: payment?.paidAt.toISOString() ?? null,
    method: payment?.method ?? null,
    card: payment?.card ?? null,
    refund,
  };
}

function proposeParts(price: Cents, method: PaymentMethod): number[] | null {
  try {
    return splitPrice(price, method).map(dollarsFromCents);
  } catch (error) {
    if (!isDomainError(error, 'AMOUNT_TOO_LARGE')) throw error;
    return null;
  }
}
