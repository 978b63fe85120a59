import {
  directPaymentMethods,
  paymentNoteLengthMaximum,
} from '@carhouse/domain/payment-instructions/payment-instructions';
import { z } from 'zod/mini';
import { call } from './call.ts';
import { makeFreeTextSchema, makePublicTextSchema } from './fields.ts';

/** How a seller wants to be paid where buyers pay sellers directly. */
export const paymentInstructions = z.object({
  ways: z.array(z.enum(directPaymentMethods)),
  /** The mobile number (`+6591234567`) or the UEN for PayNow; null without PayNow. */
  paynowTo: z.nullable(z.string()),
  note: z.string(),
  /** The time at which the seller last changed the instructions, in ISO 8601, UTC. */
  changedAt: z.string(),
});

export type PaymentInstructionsAnswer = z.infer<typeof paymentInstructions>;

const path = '/api/v1/me/payment-instructions';

export const showPaymentInstructions = call({
  method: 'GET',
  path,
  summary: 'How the caller wants to be paid by buyers, and whether their sign-ins need a second factor',
  noun: 'payment-instructions',
  access: 'Seller',
  answers: {
    200: z.object({ instructions: z.nullable(paymentInstructions), hasSecondFactor: z.boolean() }),
  },
});

export const changePaymentInstructions = call({
  method: 'PUT',
  path,
  summary:
    'Sets how the caller wants to be paid by buyers, and mails the change to them. 403 SECOND_FACTOR_REQUIRED without a second factor, 409 PAID_THROUGH_SITE where buyers pay here',
  noun: 'payment-instructions',
  access: 'Seller',
  onlyInMode: 'introducer',
  securityEvent: 'money-act',
  needsRecentSignIn: true,
  body: z.strictObject({
    ways: z.array(z.enum(directPaymentMethods)).check(z.maxLength(directPaymentMethods.length)),
    paynowTo: z.optional(makeFreeTextSchema(40)),
    note: z.optional(makePublicTextSchema(paymentNoteLengthMaximum)),
  }),
  answers: { 200: z.object({ instructions: paymentInstructions }) },
});
