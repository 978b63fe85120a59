import type { LedgerEntryAnswer } from '@carhouse/contract/ledger';
import { counted } from '../../ui/format.ts';
import { dashboardMessages } from './dashboard.ts';

type Account = LedgerEntryAnswer['postings'][number]['account'];

type Document = LedgerEntryAnswer['documents'][number]['kind'];

const documents: Readonly<Record<Document, string>> = { invoice: 'Invoice', 'credit-note': 'Credit note' };

const accounts: Readonly<Record<Account, string>> = {
  provider_balance: 'Card company',
  buyer: 'Owed to buyers',
  seller_payable: 'Owed to sellers',
  seller_account: 'In accounts of sellers',
  payout: 'On the way to sellers’ banks',
  seller_debt: 'Owed by sellers',
  fee: 'Fees',
  gst: 'GST on fees',
  refund: 'Refunds to be made',
  dispute: 'Withdrawn by banks',
  loss: 'Lost',
  provider_fee: 'Fees of the card company',
  bank_paid: 'Paid by banks, not here',
  bank_received: 'Received from banks by sellers, not here',
};

const causes: Readonly<Record<LedgerEntryAnswer['cause'], string>> = {
  charge: 'Card charged',
  'charge-void': 'Charge does not exist',
  sale: 'Car sold',
  'sale-undone': 'Sale undone',
  'deposit-forfeited': 'Part of a deposit forfeited to the seller',
  'deposit-undone': 'Forfeited part undone after a lost dispute',
  'refund-due': 'Refund due',
  'refund-paid': 'Refund made',
  'refund-returned': 'Refund returned by the bank',
  'refund-void': 'Refund no longer owed',
  'dispute-withdrawn': 'Bank withdrew the money',
  'dispute-returned': 'Bank returned the money',
  'dispute-lost': 'Dispute lost',
  'charge-fee': 'Fee of the card company',
  transfer: 'Moved to the seller’s account',
  'transfer-reversed': 'Moved back from the seller’s account',
  'transfer-part-reversed': 'A part moved back from the seller’s account',
  'payout-sent': 'Payout sent to the bank',
  'payout-paid': 'Payout arrived',
  'payout-failed': 'Payout failed',
  'payout-returned': 'Payout sent back by the bank',
  debt: 'Refunded after the payout: the seller owes it',
  'debt-cancelled': 'Debt of the seller cancelled',
  'debt-netted': 'Debt of the seller paid from a sale',
  'debt-netting-undone': 'Debt of the seller owed again',
  'debt-refunded': 'Paid debt goes back to the seller',
  'bank-part': 'Bank paid the seller',
  'bank-part-returned': 'Seller returned the money to the bank',
};

/** Texts of the page 'Books': the totals and the entries of the ledger. */
export const booksMessages = {
  title: dashboardMessages.books,
  lead: 'Every charge, sale, refund and dispute, posted twice: what was debited is credited elsewhere.',
  caption: 'Entries of the ledger',
  shown: (count: number): string => counted(count, 'entry', 'entries'),
  failed: 'The books could not be loaded',
  none: 'No money has moved yet',
  noneHint: 'The first charge of a card makes the first entry.',
  noMatch: 'No entry matches',
  noMatchHint: 'Remove one of the filters.',
  showAll: 'Show all entries',
  columns: { entry: 'Entry', postings: 'Postings', when: 'When' },
  accounts,
  causes,
  debit: 'Debit',
  credit: 'Credit',
  number: (number: number): string => `No. ${number}`,
  ofOwner: (account: string, owner: string): string => `${account}: ${owner}`,
  document: (kind: Document, number: string): string => `${documents[kind]} ${number}`,
  documentOf: (kind: Document, number: string, car: string): string =>
    `${documents[kind]} ${number} for the fee of the sale of ${car}`,
  dayRecord: {
    title: (day: string): string => `Nightly record of ${day}`,
    failed: 'The nightly record could not be loaded',
    none: 'This day is not recorded yet. An ended day is recorded in the night after it.',
    recorded: (entries: number, at: string): string =>
      `${counted(entries, 'entry', 'entries')}, recorded ${at}. A change of the day after that does not fit the hash.`,
    hash: 'SHA-256',
    audit: 'The record in the audit',
  },
  filters: {
    day: 'Day',
    oneOrder: 'One order',
    onePerson: 'One person',
    stop: (what: string): string => `Stop showing only ${what}`,
    byDay: (day: string): string => `All entries of ${day}, and its nightly record`,
    byOrder: (car: string): string => `All entries of the order of ${car}`,
    byPerson: (name: string): string => `All entries of ${name}`,
  },
  totals: {
    title: 'Where the money is',
    failed: 'The totals could not be loaded.',
  },
  agreement: {
    agrees: 'The ledger sums to zero, and no payment issue is open.',
    issues: (count: number): string =>
      `The ledger sums to zero. ${counted(count, 'payment issue', 'payment issues')} ${count === 1 ? 'is' : 'are'} open.`,
    notCompared: 'The ledger sums to zero. It was not compared with the card company yet.',
    differs: (amount: string): string => `The ledger does not sum to zero: the difference is ${amount}.`,
    entries: (entries: number): string => `${counted(entries, 'entry', 'entries')} in all.`,
    compared: (at: string): string => `Compared with the card company ${at}.`,
    append: 'Entries are added, never changed. A mistake is corrected by a second entry.',
    toIssues: 'Payment issues',
    ticks: (month: string): string => `Each tick is a day of ${month}. A hollow one is not recorded yet.`,
    days: (recorded: number, days: number): string =>
      `${recorded} of ${counted(days, 'day', 'days')} recorded this month`,
  },
  sum: (debit: string, credit: string, difference: string): string =>
    `Debits ${debit}, credits ${credit}: the difference is ${difference}.`,
} as const;
