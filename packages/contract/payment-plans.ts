import { paymentMethods } from '@carhouse/domain/payment/payment-method';
import { partCountMaximum } from '@carhouse/domain/payment/payment-plan';
import { z } from 'zod/mini';
import { call } from './call.ts';
import { dollars, refundState } from './fields.ts';

/** One part of a price, as buyer, seller and admins see it. */
export const pricePart = z.object({
  number: z.number(),
  amount: dollars,
  /** Who pays the part: the buyer on this site, or a bank or a loan directly to the seller. */
  payer: z.enum(['buyer', 'bank']),
  /** `open` parts of the buyer are paid in their order. `refunded`: the part was paid and is given back. */
  state: z.enum(['open', 'paid', 'refunded']),
  paidAt: z.nullable(z.string()),
  /** How the buyer paid the part; null while it is open, and for a part that a bank pays. */
  method: z.nullable(z.enum(paymentMethods)),
  card: z.nullable(z.object({ brand: z.string(), last4: z.string() })),
  /** The state of the refund of a refunded part; null otherwise. */
  refund: z.nullable(refundState),
});

export type PricePart = z.infer<typeof pricePart>;

const paymentPlan = z.object({
  price: dollars,
  /** The parts of the price; empty when one charge pays the whole price. */
  parts: z.array(pricePart),
  /**
   * The time until which the car is reserved for a buyer who has paid a part of the price; null when no part is paid.
   */
  reservedUntil: z.nullable(z.string()),
  /** Whether the parts can still be changed: no part is paid, and the booking is open. */
  changeable: z.boolean(),
  /** The minimum amount of the first part. */
  smallestDeposit: dollars,
  /**
   * The amounts of the parts for each payment method, with as few parts as possible; null when the price cannot be paid
   * by this method.
   */
  proposals: z.object({ card: z.nullable(z.array(dollars)), paynow: z.nullable(z.array(dollars)) }),
});

export type PaymentPlan = z.infer<typeof paymentPlan>;

export const showPaymentPlan = call({
  method: 'GET',
  path: '/api/v1/bookings/:id/payment-plan',
  summary: 'The parts in which the price of a booking is paid, for its buyer, its seller and admins',
  noun: 'payments',
  access: 'signed-in',
  params: z.object({ id: z.string() }),
  answers: { 200: paymentPlan },
});

export const savePaymentPlan = call({
  method: 'PUT',
  path: '/api/v1/bookings/:id/payment-plan',
  summary:
    'Splits the price of a booking into parts, each of which one charge pays, or with one amount joins it again. `bank` is a last part that a bank or a loan pays to the seller. 409 when a part is paid or being paid',
  noun: 'payments',
  access: 'signed-in',
  onlyInMode: 'marketplace',
  lane: 'settling',
  securityEvent: 'money-act',
  params: z.object({ id: z.string() }),
  body: z.strictObject({
    amounts: z.array(dollars).check(z.minLength(1), z.maxLength(partCountMaximum)),
    bank: z.optional(dollars),
  }),
  answers: { 200: paymentPlan },
});
