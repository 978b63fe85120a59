import type { BooksTotals, LedgerDayAnswer, LedgerEntryAnswer } from '@carhouse/contract/ledger';
import type { ListedLedgerEntry } from '@carhouse/database/ledger/ledger-lists';
import { formatDocumentNumber } from '@carhouse/domain/fee/fee-document';
import { cents, dollarsFromCents } from '@carhouse/domain/money/money';
import type { ShownLedgerDay } from './show-ledger-day.ts';
import type { ShownTotals } from './show-totals.ts';

/** Returns an entry of the ledger as an admin sees it: debits and credits in dollars. */
export function presentLedgerEntry(entry: ListedLedgerEntry): LedgerEntryAnswer {
  return {
    _id: entry.id,
    number: Number(entry.number),
    at: entry.at.toISOString(),
    cause: entry.cause,
    causeId: entry.causeId,
    bookingId: entry.bookingId,
    brand: entry.brand,
    title: entry.title,
    documents: entry.documents.map((document) => ({ number: formatDocumentNumber(document), kind: document.kind })),
    postings: entry.postings.map(({ account, ownerId, ownerName, amount }) => ({
      account,
      owner: ownerId === null ? null : { _id: ownerId, name: ownerName ?? '' },
      debit: amount > 0n ? dollarsFromCents(cents(amount)) : null,
      credit: amount < 0n ? dollarsFromCents(cents(0n - amount)) : null,
    })),
  };
}

/** Returns the figures and the audit record of a day as an admin sees them: amounts in dollars. */
export function presentLedgerDay({ dayRecord, movements, balances }: ShownLedgerDay): LedgerDayAnswer {
  const { cameIn, wentOut, payments, payouts, refunds, fees, gst } = movements;
  return {
    recorded:
      dayRecord === undefined
        ? null
        : { entries: dayRecord.entries, hash: dayRecord.hash, at: dayRecord.recordedAt.toISOString() },
    cameIn: { amount: toSignedDollars(cameIn), payments, returned: toSignedDollars(movements.returned) },
    wentOut: {
      amount: toSignedDollars(wentOut),
      payouts,
      refunds,
      providerFees: toSignedDollars(movements.providerFees),
      withdrawn: toSignedDollars(movements.withdrawn),
      voided: toSignedDollars(movements.voided),
    },
    // What is owed is a credit, which is negative in the ledger.
    owedToOthers: toSignedDollars(0n - balances.owedToOthers),
    heldAtProvider: toSignedDollars(balances.heldAtProvider),
    fees: toSignedDollars(fees),
    gst: toSignedDollars(gst),
  };
}

/** Returns the totals of the accounts in dollars; debits are positive. */
export function presentTotals({ entryCount, totals, openDiscrepancies, comparedAt, days }: ShownTotals): BooksTotals {
  return {
    entries: entryCount,
    openDiscrepancies,
    comparedAt,
    days: [...days],
    totals: totals.map(({ account, currency, balance }) => ({ account, currency, balance: toSignedDollars(balance) })),
  };
}

function toSignedDollars(amount: bigint): number {
  return amount < 0n ? -dollarsFromCents(cents(0n - amount)) : dollarsFromCents(cents(amount));
}
