import {
  buyerGrounds,
  complaintGrounds,
  complaintOutcomes,
  complaintTextMaximum,
  complaintTextMinimum,
  decisionTextMinimum,
} from '@carhouse/domain/sale/complaint';
import { z } from 'zod/mini';
import { call } from './call.ts';
import { dollars, id, makeFreeTextSchema, makePublicTextSchema, makeWholeNumberSchema } from './fields.ts';

const order = z.object({ id: z.string() });
const modifiedAnswer = { 200: z.object({ modifiedCount: z.number() }) };

/** A complaint about a sale, as its buyer, its seller and admins read it. */
export const complaint = z.object({
  _id: id,
  ground: z.enum(complaintGrounds),
  /** What the buyer says; null for a dispute of the buyer's bank, and when the retention period has ended. */
  buyerText: z.nullable(z.string()),
  /** What the seller says; null until they answer. */
  sellerText: z.nullable(z.string()),
  openedAt: z.string(),
  /** How the complaint ended; null while it is open. */
  outcome: z.nullable(z.enum(complaintOutcomes)),
  /**
   * The reason of the decision. Null while the complaint is open, after the buyer has withdrawn it, and when the reason
   * is no longer stored.
   */
  decision: z.nullable(z.string()),
  /** Whether the buyer ended the complaint, and not an admin. */
  isWithdrawn: z.boolean(),
  decidedAt: z.nullable(z.string()),
});

export type ComplaintAnswer = z.infer<typeof complaint>;

export const confirmSale = call({
  method: 'POST',
  path: '/api/v1/orders/:id/confirmation',
  summary:
    'The buyer of an order says that they have the car as agreed, so that the seller is paid. Again changes nothing',
  noun: 'sales',
  access: 'signed-in',
  securityEvent: 'money-act',
  params: order,
  body: z.strictObject({}),
  answers: modifiedAnswer,
});

export const openComplaint = call({
  method: 'POST',
  path: '/api/v1/orders/:id/complaint',
  summary:
    'The buyer of an order complains, until they confirm it or the period after the hand-over ends. The seller is not paid until an admin decides',
  noun: 'sales',
  access: 'signed-in',
  securityEvent: 'money-act',
  params: order,
  body: z.strictObject({
    ground: z.enum(buyerGrounds),
    text: makePublicTextSchema(complaintTextMaximum, complaintTextMinimum),
  }),
  answers: { 200: z.object({ insertedId: id }) },
});

export const answerComplaint = call({
  method: 'PUT',
  path: '/api/v1/orders/:id/complaint/answer',
  summary: 'The seller of an order says what happened; they can replace it until an admin decides',
  noun: 'sales',
  access: 'signed-in',
  params: order,
  body: z.strictObject({ text: makePublicTextSchema(complaintTextMaximum, complaintTextMinimum) }),
  answers: modifiedAnswer,
});

export const withdrawComplaint = call({
  method: 'POST',
  path: '/api/v1/orders/:id/complaint/withdrawal',
  summary: 'The buyer withdraws their complaint, so that the sale goes on',
  noun: 'sales',
  access: 'signed-in',
  securityEvent: 'money-act',
  params: order,
  body: z.strictObject({}),
  answers: modifiedAnswer,
});

export const decideComplaint = call({
  method: 'POST',
  path: '/api/v1/orders/:id/complaint/decision',
  summary:
    'An admin ends a complaint: released pays the seller, resumed lets the sale go on. The third way is a refund',
  noun: 'sales',
  access: 'admin',
  securityEvent: 'money-act',
  needsRecentSignIn: true,
  params: order,
  body: z.strictObject({
    outcome: z.enum(['released', 'resumed']),
    reason: makePublicTextSchema(complaintTextMaximum, decisionTextMinimum),
  }),
  answers: modifiedAnswer,
});

const listedComplaint = z.object({
  ...complaint.shape,
  bookingId: id,
  productCategory: z.string(),
  productModel: z.string(),
  /** Number of whole days since the complaint was opened. */
  openDays: z.number(),
  amount: dollars,
  buyerName: z.string(),
  sellerName: z.string(),
});

export type ListedComplaint = z.infer<typeof listedComplaint>;

export const complaints = call({
  method: 'GET',
  path: '/api/v1/complaints',
  summary: 'The open complaints, oldest first, 50 at most; `next` is the cursor of the page after, null on the last',
  noun: 'sales',
  access: 'admin',
  showsPeople: true,
  securityEvent: 'personal-data',
  query: z.object({ limit: z.optional(makeWholeNumberSchema(1, 50)), cursor: z.optional(makeFreeTextSchema(80, 1)) }),
  answers: { 200: z.object({ complaints: z.array(listedComplaint), next: z.nullable(z.string()) }) },
});
