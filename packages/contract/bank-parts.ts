import {
  bankPartStates,
  bankRefusalLengthMaximum,
  bankRefusalLengthMinimum,
  bankTextMaximum,
} from '@carhouse/domain/payment/bank-part';
import { z } from 'zod/mini';
import { call } from './call.ts';
import {
  dollars,
  id,
  makeFreeTextSchema,
  makePublicLineSchema,
  makePublicTextSchema,
  makeWholeNumberSchema,
} from './fields.ts';

const order = z.object({ id: z.string() });
const modifiedAnswer = { 200: z.object({ modifiedCount: z.number() }) };
const reasonBody = z.strictObject({ reason: makePublicTextSchema(bankRefusalLengthMaximum, bankRefusalLengthMinimum) });

/** The part of a price that a bank or a loan pays to the seller, as buyer, seller and admins read it. */
export const bankPart = z.object({
  amount: dollars,
  state: z.enum(bankPartStates),
  /**
   * The bank and its reference, as the buyer states them; null before the buyer's statement, and when the values are no
   * longer stored.
   */
  bank: z.nullable(z.string()),
  buyerReference: z.nullable(z.string()),
  statedAt: z.nullable(z.string()),
  /** The seller's reference for the received money; null when the seller gave no reference. */
  sellerReference: z.nullable(z.string()),
  receivedAt: z.nullable(z.string()),
  confirmedAt: z.nullable(z.string()),
  /**
   * The reason for which a statement was last withdrawn, refused or rejected, and who did so; null when this never
   * happened.
   */
  refusal: z.nullable(z.object({ reason: z.string(), by: z.enum(['buyer', 'seller', 'admin']), at: z.string() })),
  /** The seller's reference of the money that they have sent back to the bank. */
  returnReference: z.nullable(z.string()),
  sentBackAt: z.nullable(z.string()),
  /**
   * The admin's explanation of how Car House knows that the money was sent back; null unless an admin has recorded the
   * return.
   */
  returnReason: z.nullable(z.string()),
  /**
   * Whether the reader is the admin who has recorded the return of the money, so that another user must confirm the
   * return.
   */
  returnRecordedByMe: z.boolean(),
  returnedAt: z.nullable(z.string()),
});

export type BankPartAnswer = z.infer<typeof bankPart>;

export const stateBankPayment = call({
  method: 'POST',
  path: '/api/v1/orders/:id/bank-part/statement',
  summary: 'The buyer of a reserved car says that a bank or a loan has paid its part of the price to the seller',
  noun: 'bank-parts',
  access: 'signed-in',
  securityEvent: 'money-act',
  params: order,
  body: z.strictObject({
    bank: makePublicLineSchema(bankTextMaximum, 2),
    reference: makePublicLineSchema(bankTextMaximum, 1),
  }),
  answers: modifiedAnswer,
});

export const receiveBankPayment = call({
  method: 'POST',
  path: '/api/v1/orders/:id/bank-part/receipt',
  summary: 'The seller of an order says that they have the money of the bank, exactly the amount of the part',
  noun: 'bank-parts',
  access: 'signed-in',
  securityEvent: 'money-act',
  params: order,
  body: z.strictObject({ reference: z.optional(makePublicLineSchema(bankTextMaximum, 1)) }),
  answers: modifiedAnswer,
});

export const refuseBankPayment = call({
  method: 'POST',
  path: '/api/v1/orders/:id/bank-part/refusal',
  summary:
    'The buyer withdraws, or the seller refuses, what the buyer has stated about the money of a bank, until the seller has said that they have it',
  noun: 'bank-parts',
  access: 'signed-in',
  securityEvent: 'money-act',
  params: order,
  body: reasonBody,
  answers: modifiedAnswer,
});

export const confirmBankPart = call({
  method: 'POST',
  path: '/api/v1/orders/:id/bank-part/confirmation',
  summary:
    'An admin who has read both statements confirms the money of a bank, so that the part is paid. For a session that has just proved the second factor',
  noun: 'bank-parts',
  access: 'admin',
  lane: 'settling',
  securityEvent: 'money-act',
  needsRecentSignIn: true,
  params: order,
  body: z.strictObject({}),
  answers: modifiedAnswer,
});

export const rejectBankPart = call({
  method: 'POST',
  path: '/api/v1/orders/:id/bank-part/rejection',
  summary: 'An admin rejects what buyer and seller have said about the money of a bank. The buyer can state it again',
  noun: 'bank-parts',
  access: 'admin',
  securityEvent: 'money-act',
  needsRecentSignIn: true,
  params: order,
  body: reasonBody,
  answers: modifiedAnswer,
});

export const sendBackBankMoney = call({
  method: 'POST',
  path: '/api/v1/orders/:id/bank-part/return',
  summary: 'The seller of an order that has ended says that they have sent the money back to the bank',
  noun: 'bank-parts',
  access: 'signed-in',
  securityEvent: 'money-act',
  params: order,
  body: z.strictObject({ reference: makePublicLineSchema(bankTextMaximum, 1) }),
  answers: modifiedAnswer,
});

export const recordBankReturn = call({
  method: 'POST',
  path: '/api/v1/orders/:id/bank-part/recorded-return',
  summary:
    'An admin records that the money of a bank is sent back, for a seller who does not say so, such as one whose account is closed. For a session that has just proved the second factor',
  noun: 'bank-parts',
  access: 'admin',
  securityEvent: 'money-act',
  needsRecentSignIn: true,
  params: order,
  body: z.strictObject({ reference: makePublicLineSchema(bankTextMaximum, 1), ...reasonBody.shape }),
  answers: modifiedAnswer,
});

export const confirmBankReturn = call({
  method: 'POST',
  path: '/api/v1/orders/:id/bank-part/return-confirmation',
  summary:
    'The buyer, or an admin who has not recorded the return, confirms that the bank has its money back. Or they say with a reason that it has not',
  noun: 'bank-parts',
  access: 'signed-in',
  securityEvent: 'money-act',
  params: order,
  body: z.union([
    z.strictObject({ arrived: z.literal(true) }),
    z.strictObject({
      arrived: z.literal(false),
      reason: makePublicTextSchema(bankRefusalLengthMaximum, bankRefusalLengthMinimum),
    }),
  ]),
  answers: modifiedAnswer,
});

const listedBankPart = z.object({
  ...bankPart.shape,
  _id: id,
  bookingId: id,
  productCategory: z.string(),
  productModel: z.string(),
  price: dollars,
  buyerName: z.string(),
  sellerName: z.string(),
  /** Whether the account of the seller is closed or suspended. */
  sellerGone: z.boolean(),
  /** Whether the account of the buyer is closed or suspended. */
  buyerGone: z.boolean(),
  /** The time since which the part has been in its state. */
  since: z.string(),
});

export type ListedBankPart = z.infer<typeof listedBankPart>;

export const bankPartStages = ['waiting', 'returning'] as const;

export const bankParts = call({
  method: 'GET',
  path: '/api/v1/bank-parts',
  summary:
    'The parts that banks have paid: those that wait for an admin, or those whose money sellers must return. The oldest first, 50 at most; `next` is the cursor of the page after, null on the last',
  noun: 'bank-parts',
  access: 'admin',
  showsPeople: true,
  securityEvent: 'personal-data',
  query: z.object({
    stage: z.optional(z.enum(bankPartStages)),
    limit: z.optional(makeWholeNumberSchema(1, 50)),
    cursor: z.optional(makeFreeTextSchema(80, 1)),
  }),
  answers: { 200: z.object({ parts: z.array(listedBankPart), next: z.nullable(z.string()) }) },
});
