import type { AccountId } from '../account/account.ts';
import type { BookingId } from '../booking/booking.ts';
import type { Id } from '../ids/id.ts';
import type { Cents } from '../money/money.ts';

/**
 * The accounts of the double-entry ledger. `provider_balance` is the money that the card provider holds for Car House.
 * `buyer` and `seller_payable` are what Car House owes a buyer or a seller. `seller_account` is money of a seller in
 * their account at the provider, and `payout` is money on its way from there to their bank: Car House owes this money
 * until it has arrived. `seller_debt` is what a seller owes Car House. `fee` is what Car House has earned and `gst` is
 * the tax on the fee, which Car House owes the tax office. `refund` is what Car House owes for refunds that the
 * provider has not made yet. `dispute` is money that a bank has withdrawn while it decides a dispute. `loss` is lost
 * money, and `provider_fee` is what the provider charges. `bank_paid` and `bank_received` note money that a bank pays
 * directly to a seller: `bank_paid` for the buyer, `bank_received` for the seller (decision 0083).
 */
export const ledgerAccounts = [
  'provider_balance',
  'buyer',
  'seller_payable',
  'seller_account',
  'payout',
  'seller_debt',
  'fee',
  'gst',
  'refund',
  'dispute',
  'loss',
  'provider_fee',
  'bank_paid',
  'bank_received',
] as const;
export type LedgerAccount = (typeof ledgerAccounts)[number];

/** The accounts of the money that is at the provider: of Car House, of sellers, and on its way to the banks of sellers. */
export const accountsAtProvider = [
  'provider_balance',
  'seller_account',
  'payout',
] as const satisfies readonly LedgerAccount[];

/** The accounts that record the amounts that Car House owes buyers and sellers. */
export const payableAccounts = ['buyer', 'seller_payable', 'refund'] as const satisfies readonly LedgerAccount[];

/**
 * The causes of entries: the facts about money that the ledger records. The `causeId` of an entry is the id of one of
 * these objects:
 * - for `charge`: the charge, with the provider's id;
 * - for `charge-fee`: the movement of the balance, with the provider's id;
 * - for `sale`, `sale-undone`, `deposit-forfeited`, `deposit-undone` and `charge-void`: the payment;
 * - for `refund-due` and `refund-void`: the refund;
 * - for `refund-paid` and `refund-returned`: the refund, and the number of its round;
 * - for causes of disputes: the dispute, with the provider's id;
 * - for `transfer`, `transfer-reversed`, `transfer-part-reversed`, `debt` and `debt-cancelled`: the transfer;
 * - for the other causes of debts: the booking;
 * - for causes of payouts: the payout;
 * - for causes of bank parts: the part.
 */
export const ledgerCauses = [
  'charge',
  'charge-void',
  'sale',
  'sale-undone',
  'refund-due',
  'refund-paid',
  'refund-returned',
  'refund-void',
  'dispute-withdrawn',
  'dispute-returned',
  'dispute-lost',
  'charge-fee',
  'transfer',
  'transfer-reversed',
  'transfer-part-reversed',
  'payout-sent',
  'payout-paid',
  'payout-failed',
  'payout-returned',
  'debt',
  'debt-cancelled',
  'debt-netted',
  'debt-netting-undone',
  'debt-refunded',
  'deposit-forfeited',
  'deposit-undone',
  'bank-part',
  'bank-part-returned',
] as const;
export type LedgerCause = (typeof ledgerCauses)[number];

export type LedgerEntryId = Id<'ledger_entry'>;

/** An integer number of cents with a sign: a debit is positive, a credit is negative. */
export type SignedCents = bigint & { readonly __unit: 'signed cents' };

/** One line of an entry. Only accounts of buyers and sellers have an owner: `buyer`, `seller_payable`, `seller_account`,
 * `payout`, `seller_debt`, `bank_paid` and `bank_received`. */
export type Posting = {
  readonly account: LedgerAccount;
  readonly ownerId: AccountId | null;
  readonly amount: SignedCents;
};

/**
 * A fact about money as postings that sum to zero. The database accepts one entry for each cause and its id, so a fact
 * is never recorded twice.
 */
export type LedgerEntry = {
  readonly cause: LedgerCause;
  readonly causeId: string;
  readonly bookingId: BookingId;
  /** The currency as ISO 4217 code, in lower case. */
  readonly currency: string;
  readonly postings: readonly Posting[];
};

/** An account of the ledger, with its owner if it belongs to a person. */
export type LedgerParty = Pick<Posting, 'account' | 'ownerId'>;

/** Returns the two postings that move an amount: it is debited to `debitedParty` and credited to `creditedParty`. */
export function makeMovePostings(
  amount: Cents,
  debitedParty: LedgerParty,
  creditedParty: LedgerParty,
): readonly Posting[] {
  return [
    { ...debitedParty, amount: amount as bigint as SignedCents },
    { ...creditedParty, amount: (0n - amount) as SignedCents },
  ];
}

/** Returns the postings that undo an entry. */
export function reversePostings(postings: readonly Posting[]): readonly Posting[] {
  return postings.map((posting) => ({ ...posting, amount: (0n - posting.amount) as SignedCents }));
}
