import {
  feeAmountMaximum,
  feeBasisPointsMaximum,
  feeRuleStandings,
  gstBasisPointsMaximum,
} from '@carhouse/domain/fee/fee-rule';
import { z } from 'zod/mini';
import { call } from './call.ts';
import { dollars, id, makeFreeTextSchema, makeWholeNumberSchema, price } from './fields.ts';

const feeDollarsMaximum = Number(feeAmountMaximum / 100n);
const feeDollars = z.number().check(
  z.gte(0, { error: 'Not below 0' }),
  z.lte(feeDollarsMaximum, { error: `At most $${feeDollarsMaximum.toLocaleString('en-SG')}` }),
  z.refine((value) => /^\d+(\.\d{1,2})?$/.test(String(value)), { error: 'At most two decimals' }),
);

/** The terms of a rule. Rates are hundredths of a percent, amounts are dollars. */
const terms = {
  basisPoints: makeWholeNumberSchema(0, feeBasisPointsMaximum),
  fixed: feeDollars,
  /** The maximum of the fee, without GST; null without a maximum. */
  cap: z.nullable(feeDollars),
  gstBasisPoints: makeWholeNumberSchema(0, gstBasisPointsMaximum),
};

const feeRule = z.object({
  _id: id,
  validFrom: z.string(),
  createdAt: z.string(),
  createdBy: z.string(),
  /** The seller to whom the rule applies; null for a rule of a brand or of every sale. */
  seller: z.nullable(z.object({ _id: id, name: z.string() })),
  /** The brand to which the rule applies, by its API name; null for a rule of a seller or of every sale. */
  brand: z.nullable(z.string()),
  /** Whether the rule ends the earlier rules of its scope, so that the rule of the next wider scope applies. */
  isEnd: z.boolean(),
  standing: z.enum(feeRuleStandings),
  basisPoints: z.number(),
  fixed: dollars,
  cap: z.nullable(dollars),
  gstBasisPoints: z.number(),
});

export type FeeRuleAnswer = z.infer<typeof feeRule>;

export const feeRules = call({
  method: 'GET',
  path: '/api/v1/fee-rules',
  summary:
    'The rules for fees, newest first, 50 at most; `next` is the cursor of the page after, null on the last. For a sale the newest valid rule of its seller counts, else that of its brand, else the general one',
  noun: 'fees',
  access: 'admin',
  query: z.object({
    /** `valid` lists only rules that apply now or later. Replaced rules and rules that have ended are not listed. */
    show: z.optional(z.enum(['valid', 'all'])),
    limit: z.optional(makeWholeNumberSchema(1, 50)),
    cursor: z.optional(makeFreeTextSchema(80, 1)),
  }),
  answers: { 200: z.object({ rules: z.array(feeRule), next: z.nullable(z.string()) }) },
});

export const addFeeRule = call({
  method: 'POST',
  path: '/api/v1/fee-rules',
  summary:
    'Adds a rule for fees, from now or a later time on. Rules are never changed or removed; one that begins when another of its scope begins replaces it. Sales keep their fee',
  noun: 'fees',
  access: 'admin',
  securityEvent: 'money-act',
  needsRecentSignIn: true,
  body: z.strictObject({
    /** The time from which the rule applies; absent for a rule that begins at once. */
    validFrom: z.optional(z.iso.datetime()),
    seller: z.optional(makeFreeTextSchema(64, 1)),
    brand: z.optional(makeFreeTextSchema(60, 1)),
    isEnd: z.boolean(),
    ...terms,
  }),
  answers: { 200: z.object({ acknowledged: z.boolean(), insertedId: id }) },
});

export const feeQuote = call({
  method: 'GET',
  path: '/api/v1/fee-quote',
  summary: 'What a seller would be paid for a car of this brand at this price by the rules of today',
  noun: 'fees',
  access: 'Seller',
  queryIsForm: true,
  query: z.object({ brand: makeFreeTextSchema(60, 1), price }),
  answers: {
    200: z.object({
      price: dollars,
      fee: dollars,
      gst: dollars,
      /** The price without the fee and the GST on it. */
      share: dollars,
      basisPoints: z.number(),
      fixed: dollars,
      cap: z.nullable(dollars),
      gstBasisPoints: z.number(),
    }),
  },
});
