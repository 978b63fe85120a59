import type { LedgerEntryAnswer } from '@carhouse/contract/ledger';
import { formatCountWithNoun } from '../../ui/format.ts';
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

const causeTexts: Readonly<Record<LedgerEntryAnswer['cause'], string>> = {
  charge: 'Payment received',
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

/** The money that left Car House on a day. The amounts are undefined when they are 0. */
type DayOutflow = {
  readonly payouts: number;
  readonly refunds: number;
  readonly withdrawnSum: string | undefined;
  readonly voidedSum: string | undefined;
  readonly providerFees: string | undefined;
};

/** Texts of the page 'Books': the totals and the entries of the ledger. */
export const booksMessages = {
  title: dashboardMessages.books,
  lead: (day: string): string => `${day}. Amounts in Singapore dollars.`,
  caption: 'Entries of the ledger',
  shown: (count: number): string => formatCountWithNoun(count, 'entry', 'entries'),
  failed: 'The books could not be loaded',
  none: 'No money has moved yet',
  noneHint: 'The first payment makes the first entry.',
  noMatch: 'No entry matches',
  noMatchHint: 'Remove one of the filters.',
  showAll: 'Show all entries',
  columns: { entry: 'Entry', postings: 'Postings', when: 'When' },
  accounts,
  causes: causeTexts,
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
      `${formatCountWithNoun(entries, 'entry', 'entries')}, recorded ${at}. A change of the day after that does not fit the hash.`,
    hash: 'SHA-256',
    audit: 'The record in the audit',
  },
  filters: {
    search: 'Car, name, receipt, reference or id',
    day: 'Day',
    oneOrder: 'One order',
    onePerson: 'One person',
    stop: (filterName: string): string => `Stop showing only ${filterName}`,
    byDay: (day: string): string => `All entries of ${day}, and its nightly record`,
    byOrder: (car: string): string => `All entries of the order of ${car}`,
    byPerson: (name: string): string => `All entries of ${name}`,
  },
  totals: {
    title: 'Where the money is',
    titleNow: 'Where the money is now',
    failed: 'The totals could not be loaded.',
    placeSum: 'Where it is:',
    ownerSum: 'Whose it is:',
    difference: (amount: string): string => `The difference is ${amount}.`,
    own: 'Left for Car House',
    ownHint: (fees: string, providerFees: string, lostSum: string): string =>
      `Left for Car House: fees ${fees}, less ${providerFees} for the card company and ${lostSum} that is lost.`,
    paidByBanks: (amount: string): string =>
      `Banks have paid ${amount} directly to sellers. That money is not in these sums.`,
  },
  day: {
    failed: 'The figures of the day could not be loaded',
    goTo: (day: string): string => `Books of ${day}`,
    today: { cameIn: 'Came in today', wentOut: 'Went out today', owed: 'Held for others', fees: 'Fees earned today' },
    otherDay: { cameIn: 'Came in', wentOut: 'Went out', owed: 'Held for others at its end', fees: 'Fees earned' },
    payments: (count: number, returnedSum: string | undefined): string =>
      `${formatCountWithNoun(count, 'payment', 'payments')}${returnedSum === undefined ? '' : `, ${returnedSum} returned by banks`}`,
    payouts: ({ payouts, refunds, withdrawnSum, voidedSum, providerFees }: DayOutflow): string => {
      const parts = [
        ...(payouts === 0 ? [] : [formatCountWithNoun(payouts, 'payout', 'payouts')]),
        ...(refunds === 0 ? [] : [formatCountWithNoun(refunds, 'refund', 'refunds')]),
        ...(withdrawnSum === undefined ? [] : [`${withdrawnSum} withdrawn by banks`]),
        ...(voidedSum === undefined ? [] : [`${voidedSum} that was never charged`]),
        ...(providerFees === undefined ? [] : [`${providerFees} to the card company`]),
      ];
      return parts.length === 0 ? 'No payout, no refund' : parts.join(', ');
    },
    nothingOwed: 'Nothing is owed',
    covered: 'The card company holds all of it',
    heldOnly: (amount: string): string => `The card company holds ${amount}`,
    gst: (amount: string): string => `and ${amount} of GST owed`,
  },
  append: {
    title: 'No entry can be changed',
    text: 'Every charge, sale, refund and dispute is posted twice: what is debited in one account is credited in another. Entries are added, never edited or removed. A mistake is corrected by a second entry.',
    audit: 'Audit log',
  },
  agreement: {
    agrees: 'The ledger sums to zero, and no payment issue is open.',
    issues: (count: number): string =>
      `The ledger sums to zero. ${formatCountWithNoun(count, 'payment issue', 'payment issues').replace(' ', '\u00a0')} ${count === 1 ? 'is' : 'are'} open.`,
    notCompared: 'The ledger sums to zero. It was not compared with the card company yet.',
    differs: (amount: string): string => `The ledger does not sum to zero: the difference is ${amount}.`,
    entries: (entries: number): string => `${formatCountWithNoun(entries, 'entry', 'entries')} in all.`,
    compared: (at: string): string => `Compared with the card company ${at}.`,
    ticks: (month: string): string => `Each tick is a day of ${month}. A hollow one is not recorded yet.`,
    days: (recordedCount: number, days: number): string =>
      `${recordedCount} of ${formatCountWithNoun(days, 'day', 'days')} recorded this month`,
  },
  sum: (debit: string, credit: string, difference: string): string =>
    `Debits ${debit}, credits ${credit}: the difference is ${difference}.`,
} as const;
