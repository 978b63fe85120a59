import { bankPartStates } from '@carhouse/domain/payment/bank-part';
import { paymentMethods } from '@carhouse/domain/payment/payment-method';
import { z } from 'zod/mini';
import { call } from './call.ts';
import {
  day,
  dollars,
  id,
  makeFreeTextSchema,
  makePublicTextSchema,
  makeWholeNumberSchema,
  refundState,
  waitingRefund,
} from './fields.ts';

const looseAmount = z.optional(z.union([z.number(), z.string().check(z.maxLength(40))]));

export const createPaymentIntent = call({
  method: 'POST',
  path: '/api/create-payment-intent',
  summary:
    'Holds the car for 15 minutes and opens a card payment over the price of the booking. Without paymentId it serves the only open booking of the caller at that price. 429 HOLD_LIMIT or HOLD_COOLDOWN with Retry-After where the buyer has held too much, 409 PAYMENTS_NOT_TAKEN where buyers pay sellers directly',
  noun: 'payments',
  access: 'signed-in',
  lane: 'settling',
  onlyInMode: 'marketplace',
  body: z.object({ resellPrice: looseAmount, paymentId: z.optional(z.string().check(z.maxLength(64))) }),
  hasSecretAnswer: true,
  answers: {
    200: z.object({
      clientSecret: z.string(),
      holdEndsAt: z.string(),
      /**
       * The id of this visit to the payment page. With this id, the page releases the hold when the user leaves the
       * page.
       */
      visitId: id,
      /** The methods with which this payment can be made. */
      methods: z.array(z.enum(paymentMethods)),
    }),
  },
});

const paynowCode = z.object({
  /** The content of the QR code. */
  data: z.string(),
  /** URL of the card provider's own page with the code. */
  pageUrl: z.string(),
});

export const showPaynowCode = call({
  method: 'POST',
  path: '/api/v1/bookings/:id/paynow-code',
  summary:
    'Holds the car as POST /api/create-payment-intent does, and shows a PayNow code over the price of the booking: the one that can still be paid, or else a new one',
  noun: 'payments',
  access: 'signed-in',
  onlyInMode: 'marketplace',
  lane: 'settling',
  params: z.object({ id: z.string() }),
  hasSecretAnswer: true,
  answers: { 200: z.object({ code: paynowCode, holdEndsAt: z.string(), visitId: id }) },
});

export const checkPayment = call({
  method: 'POST',
  path: '/api/v1/bookings/:id/payment-check',
  summary:
    'Asks the card provider how the payment of a booking stands, and settles it when the money has arrived. The payment page calls it while it shows a PayNow code',
  noun: 'payments',
  access: 'signed-in',
  lane: 'settling',
  params: z.object({ id: z.string() }),
  hasSecretAnswer: true,
  answers: {
    200: z.object({
      /**
       * `waiting`: the buyer can still pay the code, or the bank has not decided yet. `expired` and `refused`: the code
       * can no longer be paid, and the car is still held. `none`: there is no code, and the car is still held. `ended`:
       * the hold has ended and nothing was charged. `refunded`: the money came too late and is refunded.
       */
      state: z.enum(['waiting', 'expired', 'refused', 'none', 'ended', 'paid', 'refunded']),
      /** The code that can be paid now; null when there is none. */
      code: z.nullable(paynowCode),
      holdEndsAt: z.nullable(z.string()),
      /** The card provider's id of the charge when the state is `paid` or `refunded`; null otherwise. */
      transactionId: z.nullable(z.string()),
    }),
  },
});

export type CheckedPayment = z.infer<(typeof checkPayment)['answers'][200]>;

export const releaseHold = call({
  method: 'POST',
  path: '/api/v1/bookings/:id/hold-release',
  summary:
    'Frees the car when its buyer leaves the payment page or the card form fails. Only the page that asked last may; nothing happens while a card is being charged',
  noun: 'payments',
  access: 'signed-in',
  params: z.object({ id: z.string() }),
  body: z.strictObject({ visitId: z.string().check(z.maxLength(64)) }),
  answers: { 200: z.object({ released: z.boolean() }) },
});

export const breakHold = call({
  method: 'POST',
  path: '/api/v1/listings/:id/hold-break',
  summary:
    'Ends the hold of a buyer on a car, with a reason that admins read in the audit. A charge that has succeeded by then wins: then the car is sold',
  noun: 'payments',
  access: 'admin',
  securityEvent: 'money-act',
  params: z.object({ id: z.string() }),
  body: z.strictObject({ reason: makePublicTextSchema(300, 3) }),
  answers: { 200: z.object({ modifiedCount: z.number(), sold: z.boolean() }) },
});

export const postPayment = call({
  method: 'POST',
  path: '/api/payment',
  summary: 'Tells that a card payment has succeeded. The server asks the card provider; the other fields are ignored',
  noun: 'payments',
  access: 'signed-in',
  securityEvent: 'money-act',
  lane: 'settling',
  body: z.object({
    transactionId: makeFreeTextSchema(255),
    paymentId: z.string().check(z.maxLength(64)),
    resellPrice: looseAmount,
    buyerEmail: z.optional(z.string().check(z.maxLength(254))),
  }),
  answers: {
    200: z.object({ acknowledged: z.boolean(), insertedId: id }),
    /**
     * This response means that the card provider does not respond at the moment. The server completes the payment
     * later, and the client needs no further call.
     */
    202: z.object({ acknowledged: z.boolean(), status: z.literal('PENDING') }),
  },
});

export const refundPayment = call({
  method: 'POST',
  path: '/api/v1/payments/:id/refund',
  summary:
    'Gives a paid order back, whole, by the id of the payment or of its booking. Nothing is paid for a charge whose dispute is lost: its refund is `void`. Asking again answers with the same refund',
  noun: 'payments',
  access: 'admin',
  securityEvent: 'money-act',
  lane: 'settling',
  needsRecentSignIn: true,
  params: z.object({ id: z.string() }),
  body: z.strictObject({ reason: makePublicTextSchema(300, 3) }),
  answers: {
    200: z.object({
      paymentId: id,
      bookingId: id,
      amount: dollars,
      /**
       * The state of the refund. The server continues `due` and `pending` refunds by itself. The reconciliation reports
       * `failed` refunds to admins.
       */
      state: refundState,
      reason: z.string(),
    }),
    /** Another admin has to approve a refund of this amount, so nothing has been refunded yet. */
    202: z.object({
      paymentId: id,
      bookingId: id,
      amount: dollars,
      approvalId: id,
      reason: z.string(),
      expiresAt: z.string(),
    }),
  },
});

/** A payment as an admin sees it, with the names of users but without their e-mail addresses. */
const listedPayment = z.object({
  _id: id,
  bookingId: id,
  /** The receipt number. */
  number: z.string(),
  paidAt: z.string(),
  amount: dollars,
  productCategory: z.string(),
  productModel: z.string(),
  buyerName: z.string(),
  sellerName: z.string(),
  /** The card provider's id of the charge. */
  transactionId: z.string(),
  /** URL of the page of the charge at the card provider; null when the provider has none. */
  providerUrl: z.nullable(z.string()),
  method: z.enum(paymentMethods),
  card: z.nullable(z.object({ brand: z.string(), last4: z.string() })),
  /** The time until which the card provider can refund the payment; null when there is no such limit. */
  refundableUntil: z.nullable(z.string()),
  refund: z.nullable(z.object({ state: refundState, reason: z.string(), orderedAt: z.string() })),
  /** The requested refund that another admin still has to approve; null when there is none. */
  waiting: z.nullable(waitingRefund),
  /** Whether the buyer's bank claims the money back and has not decided yet. */
  disputed: z.boolean(),
  /**
   * Whether the buyer got the money back, because their bank has decided the dispute in their favour. After such a
   * decision a refund moves no money.
   */
  takenBack: z.boolean(),
});

export type ListedPayment = z.infer<typeof listedPayment>;

/** The filters of the list of payments, of its totals and of its CSV file. */
export const paymentFilters = {
  /** A part of the car's name, of a user's name, of the receipt number or of the provider's id. */
  search: z.optional(makeFreeTextSchema(100)),
  /** The first and the last day on which the payments were made: calendar days in Singapore. */
  from: z.optional(day),
  to: z.optional(day),
};

export const payments = call({
  method: 'GET',
  path: '/api/v1/payments',
  summary: 'The payments of a period with their refunds, newest first, 200 at most; Link rel="next" leads on',
  noun: 'payments',
  access: 'admin',
  showsPeople: true,
  securityEvent: 'personal-data',
  query: z.object({
    ...paymentFilters,
    limit: z.optional(makeWholeNumberSchema(1, 200)),
    before: z.optional(makeFreeTextSchema(80)),
  }),
  answers: { 200: z.array(listedPayment) },
});

export const paymentTotals = call({
  method: 'GET',
  path: '/api/v1/payments/totals',
  summary: 'The number of payments with these filters, their sum, and what of it was refunded',
  noun: 'payments',
  access: 'admin',
  query: z.object(paymentFilters),
  answers: {
    200: z.object({
      payments: z.number(),
      paid: dollars,
      /** Refunds that the card provider has completed. */
      refunded: dollars,
      /** Refunds that are due, in progress, or refused by the card provider. */
      refundsOpen: dollars,
    }),
  },
});

const receiptPart = z.object({
  number: z.number(),
  amount: dollars,
  paidAt: z.string(),
  method: z.enum(paymentMethods),
  card: z.nullable(z.object({ brand: z.string(), last4: z.string() })),
  /** The card provider's id of the charge. */
  transactionId: z.string(),
  refund: z.nullable(refundState),
});

export const receipt = z.object({
  number: z.string(),
  bookingId: id,
  paymentId: id,
  /** The card provider's id of the charge. */
  transactionId: z.string(),
  bookedAt: z.string(),
  paidAt: z.string(),
  buyerName: z.string(),
  sellerName: z.string(),
  productCategory: z.string(),
  productModel: z.string(),
  location: z.string(),
  amount: dollars,
  currency: z.string(),
  /** The parts in which the price was paid; empty when one charge paid it. */
  parts: z.array(receiptPart),
  /** The part of the price that a bank or a loan has paid to the seller, and where it is; null when there is none. */
  bankPart: z.nullable(
    z.object({
      amount: dollars,
      bank: z.nullable(z.string()),
      reference: z.nullable(z.string()),
      confirmedAt: z.nullable(z.string()),
      state: z.enum(bankPartStates),
    }),
  ),
  /**
   * The deposit with which the car was reserved, which is the first part, and the rule that the buyer accepted; else
   * null.
   */
  deposit: z.nullable(z.object({ amount: dollars, rule: z.object({ version: z.number(), text: z.string() }) })),
  /** How the last or only part was paid. */
  method: z.enum(paymentMethods),
  /** The brand and the last four digits of the card; null for PayNow, or when the card provider did not send them. */
  card: z.nullable(z.object({ brand: z.string(), last4: z.string() })),
  /**
   * The refund of the payment; null when there is none. A refund is always for the whole amount. `completedAt` is the
   * time at which the provider completed the refund; null until then.
   */
  refund: z.nullable(
    z.object({
      state: refundState,
      amount: dollars,
      reason: z.string(),
      orderedAt: z.string(),
      completedAt: z.nullable(z.string()),
    }),
  ),
});

export type Receipt = z.infer<typeof receipt>;

export const showReceipt = call({
  method: 'GET',
  path: '/api/v1/bookings/:id/receipt',
  summary: 'The receipt of a paid order: its buyer, the seller of the car, an admin',
  noun: 'payments',
  access: 'signed-in',
  showsPeople: true,
  lane: 'costly',
  params: z.object({ id: z.string() }),
  answers: { 200: receipt },
});

export const cardForm = call({
  method: 'GET',
  path: '/api/v1/card-form',
  summary: 'What the browser needs to show the card form',
  noun: 'payments',
  access: 'anyone',
  lane: 'essential',
  answers: {
    200: z.object({
      publishableKey: z.string(),
      /** URL of the script of the sandbox card provider on this origin; null when the page must load Stripe.js. */
      scriptUrl: z.nullable(z.string()),
      /** Whether the card provider is in its test mode, in which payments move no money. */
      testMode: z.boolean(),
    }),
  },
});
