import type { BooksTotals, LedgerDayAnswer, LedgerEntryAnswer } from '@carhouse/contract/ledger';
import type { ListedLedgerEntry } from '@carhouse/database/ledger/ledger-lists';
import { writeDocumentNumber } from '@carhouse/domain/fee/fee-document';
import type { SignedCents } from '@carhouse/domain/ledger/ledger-entry';
import { cents, dollarsFromCents } from '@carhouse/domain/money/money';
import type { showLedgerDay } from './show-ledger-day.ts';
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
    documents: entry.documents.map((document) => ({ number: writeDocumentNumber(document), kind: document.kind })),
    postings: entry.postings.map(({ account, ownerId, ownerName, amount }) => ({
      account,
      owner: ownerId === null ? null : { _id: ownerId, name: ownerName ?? '' },
      debit: amount > 0n ? dollarsFromCents(cents(amount)) : null,
      credit: amount < 0n ? dollarsFromCents(cents(0n - amount)) : null,
    })),
  };
}

/** Returns the audit record of a ledger day as an admin sees it; null when the day is not recorded. */
export function presentLedgerDay(recorded: Awaited<ReturnType<typeof showLedgerDay>>): LedgerDayAnswer['recorded'] {
  if (recorded === null) return null;
  const { entries, hash, recordedAt } = recorded;
  return { entries, hash, at: recordedAt.toISOString() };
}

/** Returns the totals of the accounts in dollars; debits are positive. */
export function presentTotals({ entryCount, totals, openDiscrepancies, comparedAt, days }: ShownTotals): BooksTotals {
  return {
    entries: entryCount,
    openDiscrepancies,
    comparedAt,
    days: [...days],
    totals: totals.map(({ account, currency, balance }) => ({ account, currency, balance: signedDollars(balance) })),
  };
}

function signedDollars(amount: SignedCents): number {
  return amount < 0n ? -dollarsFromCents(cents(0n - amount)) : dollarsFromCents(cents(amount));
}
