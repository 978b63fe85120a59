import { feeDocumentKinds } from '@carhouse/domain/fee/fee-document';
import { ledgerAccounts, ledgerCauses } from '@carhouse/domain/ledger/ledger-entry';
import { z } from 'zod/mini';
import { call } from './call.ts';
import { day, dollars, id, makeFreeTextSchema, makeWholeNumberSchema } from './fields.ts';

/** The filters of the entries of the ledger and of their CSV file. */
export const ledgerFilters = {
  /** The id of a booking: the list then has only the entries of this order. */
  booking: z.optional(makeFreeTextSchema(64, 1)),
  /** The id of a user: the list then has only entries that change the amount owed to this user. */
  person: z.optional(makeFreeTextSchema(64, 1)),
  /** A calendar day in Singapore. */
  day: z.optional(day),
  /** A part of the name of the car, the buyer or the seller, of an id at the provider, or of the receipt number. */
  search: z.optional(makeFreeTextSchema(100, 1)),
};

export const ledgerEntry = z.object({
  _id: id,
  /** The number of the entry in the journal. Later entries have higher numbers; numbers may have gaps. */
  number: z.number(),
  at: z.string(),
  cause: z.enum(ledgerCauses),
  /** The id of what the entry is about, by its cause: a charge, a payment, a refund or a dispute. */
  causeId: z.string(),
  bookingId: id,
  /** The brand and the title of the booked car. */
  brand: z.string(),
  title: z.string(),
  /**
   * The invoice for the fee of the sale and its credit note, for the entry that posts the sale; an empty list for other
   * entries.
   */
  documents: z.array(z.object({ number: z.string(), kind: z.enum(feeDocumentKinds) })),
  /** The postings. Each posting is either a debit or a credit, and the sums of debits and credits are equal. */
  postings: z.array(
    z.object({
      account: z.enum(ledgerAccounts),
      /** The buyer or the seller to whom the account belongs; null for an account of the server. */
      owner: z.nullable(z.object({ _id: id, name: z.string() })),
      debit: z.nullable(dollars),
      credit: z.nullable(dollars),
    }),
  ),
});

export type LedgerEntryAnswer = z.infer<typeof ledgerEntry>;

export const books = call({
  method: 'GET',
  path: '/api/v1/books',
  summary: 'The entries of the ledger, newest first, 200 at most at a time; `next` is the cursor of the page after',
  noun: 'ledger',
  access: 'admin',
  showsPeople: true,
  securityEvent: 'personal-data',
  query: z.object({
    ...ledgerFilters,
    limit: z.optional(makeWholeNumberSchema(1, 200)),
    cursor: z.optional(makeFreeTextSchema(80, 1)),
  }),
  answers: { 200: z.object({ entries: z.array(ledgerEntry), next: z.nullable(z.string()) }) },
});

export const booksTotals = call({
  method: 'GET',
  path: '/api/v1/books/totals',
  summary:
    'The balance of each account of the ledger now; debits are positive, credits negative, and all sum to zero. Whether books and card provider agree, and which days of the month are recorded',
  noun: 'ledger',
  access: 'admin',
  answers: {
    200: z.object({
      entries: z.number(),
      totals: z.array(z.object({ account: z.enum(ledgerAccounts), currency: z.string(), balance: dollars })),
      /** Number of open discrepancies, and when books and card provider were last compared; null before the first time. */
      openDiscrepancies: z.number(),
      comparedAt: z.nullable(z.string()),
      /**
       * The days of this month in Singapore up to today, from the first entry on, and whether each is recorded in the audit.
       * Empty while the ledger has no entry.
       */
      days: z.array(z.object({ day, isRecorded: z.boolean() })),
    }),
  },
});

export type BooksTotals = z.infer<(typeof booksTotals.answers)[200]>;

export const ledgerDay = call({
  method: 'GET',
  path: '/api/v1/books/days/:day',
  summary:
    'A day of the ledger in Singapore: what came in and went out, what was held at its end, and what was recorded at night in the audit: the number of its entries and their hash; null when it is not recorded yet',
  noun: 'ledger',
  access: 'admin',
  params: z.object({ day }),
  answers: {
    200: z.object({
      recorded: z.nullable(z.object({ entries: z.number(), hash: z.string(), at: z.string() })),
      /**
       * Money that came to the provider: charges, and money that banks returned. `payments` is the number of charges,
       * and `returned` is the money that banks returned.
       */
      cameIn: z.object({ amount: dollars, payments: z.number(), returned: dollars }),
      /**
       * Money that left the provider. `payouts` and `refunds` are the numbers of paid payouts and of paid refunds.
       * `providerFees` is the sum of the provider's fees; the sum is negative when the provider gave back more than it
       * took. `withdrawn` is the money that banks took back for disputes. `voided` is the sum of recorded charges that
       * turned out not to exist.
       */
      wentOut: z.object({
        amount: dollars,
        payouts: z.number(),
        refunds: z.number(),
        providerFees: dollars,
        withdrawn: dollars,
        voided: dollars,
      }),
      /**
       * What Car House owed to buyers and sellers at the end of the day, and the money that was at the provider at that
       * time.
       */
      owedToOthers: dollars,
      heldAtProvider: dollars,
      /**
       * The fees from sellers that were earned on the day and the GST on these fees, less the fees and GST of sales
       * that were undone on the day.
       */
      fees: dollars,
      gst: dollars,
    }),
  },
});

export type LedgerDayAnswer = z.infer<(typeof ledgerDay.answers)[200]>;
