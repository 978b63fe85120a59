import { feeDocumentKinds } from '@carhouse/domain/fee/fee-document';
import { saleKinds, saleStates } from '@carhouse/domain/sale/sale';
import { filterableReasons, paymentGroups, paymentReasons } from '@carhouse/domain/seller-payment/payment-standing';
import { statementKinds, statementMoves } from '@carhouse/domain/seller-payment/seller-statement';
import { z } from 'zod/mini';
import { call } from './call.ts';
import { dollars, id, imageDimensions, makeFreeTextSchema, makeWholeNumberSchema } from './fields.ts';

/** Where the money of a sale is for its seller, and why it waits. */
export const paymentStanding = z.object({
  reason: z.enum(paymentReasons),
  /** The end of the buyer's time for complaints, the next try, or the day on which the money is expected; else null. */
  at: z.nullable(z.string()),
  /** The provider's code for why a payout was refused or came back, such as `account_closed`; else null. */
  code: z.nullable(z.string()),
});

export type PaymentStandingAnswer = z.infer<typeof paymentStanding>;

const sellerPayment = {
  /** The id of the order. */
  _id: id,
  productCategory: z.string(),
  productModel: z.string(),
  productImg: z.string(),
  productImgSize: imageDimensions,
  /**
   * `deposit`: the part of a reservation's deposit that the buyer has forfeited. For a forfeited deposit, `price` is
   * the forfeited amount.
   */
  kind: z.enum(saleKinds),
  state: z.enum(saleStates),
  price: dollars,
  /** The part of the price that a bank has paid to the seller directly; 0 when there is none. */
  bankPart: dollars,
  fee: dollars,
  /** The GST on the fee. */
  gst: dollars,
  /** The part of the seller's share that pays a debt of the seller; null until the amount is decided. */
  netted: z.nullable(dollars),
  /**
   * The amount that goes back to the seller of a refunded sale, because the seller's other sales have already paid the
   * debt from this sale's fee; otherwise null.
   */
  debtRefund: z.nullable(dollars),
  /**
   * The amount that the seller is paid: the price less the bank's part, fee, GST and debt; for a refunded sale,
   * `debtRefund`.
   */
  amount: dollars,
  /** The time at which the buyer has paid. */
  paidAt: z.string(),
  handedOverAt: z.nullable(z.string()),
  /** The time at which the money reached the seller's bank, or paid their debt; null before. */
  paidOutAt: z.nullable(z.string()),
  standing: paymentStanding,
};

const ownPayment = z.object(sellerPayment);
const listedPayment = z.object({
  ...sellerPayment,
  seller: z.object({ _id: id, name: z.string() }),
  /** Whether an admin can start the next attempt now. */
  retryable: z.boolean(),
});

export type SellerPayment = z.infer<typeof ownPayment>;
export type ListedSellerPayment = z.infer<typeof listedPayment>;

const page = { limit: z.optional(makeWholeNumberSchema(1, 50)), cursor: z.optional(makeFreeTextSchema(80, 1)) };

export const myPayments = call({
  method: 'GET',
  path: '/api/v1/me/payouts',
  summary:
    'What the caller is paid for their sales, newest first, 50 at most at a time; `next` is the cursor of the page after',
  noun: 'seller-payments',
  access: 'Seller',
  query: z.object({ group: z.enum(paymentGroups), ...page }),
  answers: { 200: z.object({ payments: z.array(ownPayment), next: z.nullable(z.string()) }) },
});

const groupTotal = z.object({ count: z.number(), amount: dollars });

export const myPaymentTotals = call({
  method: 'GET',
  path: '/api/v1/me/payouts/totals',
  summary: 'What the caller is owed, what is on its way, what was paid in the last twelve months, and their debt',
  noun: 'seller-payments',
  access: 'Seller',
  answers: {
    200: z.object({
      returned: groupTotal,
      owed: groupTotal,
      'on-its-way': groupTotal,
      paid: groupTotal,
      /** The debt of the caller to Car House, which is paid from their next sales. */
      debt: dollars,
      /** The first month that has a statement, such as `2026-11`; null before the first sale. */
      firstMonth: z.nullable(z.string()),
    }),
  },
});

export type MyPaymentTotals = z.infer<(typeof myPaymentTotals.answers)[200]>;

export const sellerPayments = call({
  method: 'GET',
  path: '/api/v1/seller-payments',
  summary:
    'What all sellers are paid, the oldest first; without a reason those that are not at their end. `next` is the cursor of the page after',
  noun: 'seller-payments',
  access: 'admin',
  showsPeople: true,
  securityEvent: 'personal-data',
  query: z.object({ reason: z.optional(z.enum(filterableReasons)), ...page }),
  answers: { 200: z.object({ payments: z.array(listedPayment), next: z.nullable(z.string()) }) },
});

export const retrySellerPayment = call({
  method: 'POST',
  path: '/api/v1/seller-payments/:id/retry',
  summary:
    'An admin has the next try of a transfer or payout made now, which the provider has refused or the bank has sent back. Again changes nothing. For a session that has just proved the second factor',
  noun: 'seller-payments',
  access: 'admin',
  securityEvent: 'money-act',
  needsRecentSignIn: true,
  params: z.object({ id: z.string() }),
  body: z.strictObject({}),
  answers: { 200: z.object({ modifiedCount: z.number() }) },
});

const month = z.object({ month: makeFreeTextSchema(7, 7) });

const statement = z.object({
  month: z.string(),
  seller: z.object({ _id: id, name: z.string() }),
  /**
   * What Car House owed the seller at the beginning of the month, less the seller's debt; negative when the debt was
   * higher.
   */
  opening: dollars,
  /** The balance at the end of the month, or now for the current month. */
  closing: dollars,
  /**
   * The parts of `closing`: the money in the seller's account at the payment company, the money that is being
   * transferred to the bank, and the debt.
   */
  atProvider: dollars,
  underWay: dollars,
  debt: dollars,
  /** The sums of the month by kind of line. The total of these sums is `closing` less `opening`. */
  sums: z.array(z.object({ kind: z.enum(statementKinds), amount: dollars })),
  lines: z.array(
    z.object({
      /** The number of the entry in the ledger, and of the line in the entry. */
      entry: z.number(),
      at: z.string(),
      kind: z.enum([...statementKinds, ...statementMoves]),
      bookingId: id,
      productCategory: z.string(),
      productModel: z.string(),
      /**
       * The amount by which the line changes the balance; null for a move of money that does not change the balance.
       */
      change: z.nullable(dollars),
      /** The amount of a transfer that does not change the balance; null for a line that changes the balance. */
      moved: z.nullable(dollars),
    }),
  ),
  /** The invoices and credit notes of the month. */
  documents: z.array(z.object({ number: z.string(), bookingId: id, kind: z.enum(feeDocumentKinds) })),
  /** The number of the entry after which the next page begins; null on the last page. */
  next: z.nullable(z.number()),
});

export type SellerStatement = z.infer<typeof statement>;

const statementPageQuery = z.object({ after: z.optional(makeWholeNumberSchema(1, 999_999_999)) });

export const myStatement = call({
  method: 'GET',
  path: '/api/v1/me/statements/:month',
  summary: 'The own statement of a month, such as 2026-11; `next` is `after` of the page after',
  noun: 'seller-payments',
  access: 'Seller',
  params: month,
  query: statementPageQuery,
  answers: { 200: statement },
});

export const sellerStatement = call({
  method: 'GET',
  path: '/api/v1/accounts/:id/statements/:month',
  summary: 'The statement of a seller for a month, for admins',
  noun: 'seller-payments',
  access: 'admin',
  showsPeople: true,
  securityEvent: 'personal-data',
  params: z.object({ id: z.string(), ...month.shape }),
  query: statementPageQuery,
  answers: { 200: statement },
});

const feeDocument = z.object({
  number: z.string(),
  kind: z.enum(feeDocumentKinds),
  /** Whether the document is a tax invoice, because the operator was registered for GST at the time of issue. */
  isTax: z.boolean(),
  issuedAt: z.string(),
  /** The time of the supply: the confirmation of the sale. */
  suppliedAt: z.nullable(z.string()),
  supplier: z.object({ name: z.string(), address: z.string(), gstNumber: z.nullable(z.string()) }),
  bookingId: id,
  sellerName: z.string(),
  productCategory: z.string(),
  productModel: z.string(),
  price: dollars,
  currency: z.string(),
  fee: dollars,
  gst: dollars,
  /** The rate of the GST in percent. */
  gstPercent: z.number(),
  total: dollars,
});

export type FeeDocumentAnswer = z.infer<typeof feeDocument>;

export const feeDocuments = call({
  method: 'GET',
  path: '/api/v1/orders/:id/fee-documents',
  summary: 'The invoice of the fee of a sale and its credit note, as issued: for its seller and for admins',
  noun: 'seller-payments',
  access: 'signed-in',
  showsPeople: true,
  params: z.object({ id: z.string() }),
  answers: { 200: z.object({ documents: z.array(feeDocument) }) },
});
