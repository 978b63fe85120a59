import type { AccountId } from '../account/account.ts';
import type { BookingId } from '../booking/booking.ts';
import type { Cents } from '../money/money.ts';
import { type LedgerEntry, type LedgerParty, movePostings } from './ledger-entry.ts';

/** The entries that transfers to sellers, payouts to their banks and their debts make. */

const providerBalance: LedgerParty = { account: 'provider_balance', ownerId: null };
const owedToSeller = (ownerId: AccountId): LedgerParty => ({ account: 'seller_payable', ownerId });
const sellerAccount = (ownerId: AccountId): LedgerParty => ({ account: 'seller_account', ownerId });
const payoutUnderWay = (ownerId: AccountId): LedgerParty => ({ account: 'payout', ownerId });
const owedBySeller = (ownerId: AccountId): LedgerParty => ({ account: 'seller_debt', ownerId });

/** The data that all entries about the payment of one seller share. */
export type MoneyOfSeller = {
  readonly bookingId: BookingId;
  readonly sellerId: AccountId;
  readonly amount: Cents;
  readonly currency: string;
};

function entry(
  cause: LedgerEntry['cause'],
  causeId: string,
  { bookingId, currency, amount }: MoneyOfSeller,
  debited: LedgerParty,
  credited: LedgerParty,
): LedgerEntry {
  return { cause, causeId, bookingId, currency, postings: movePostings(amount, debited, credited) };
}

/** The provider has moved the seller's share to the seller's account at the provider. Car House still owes it. */
export function makeTransferEntry(money: MoneyOfSeller, transferId: string): LedgerEntry {
  return entry('transfer', transferId, money, sellerAccount(money.sellerId), providerBalance);
}

/** The provider has moved a transfer back. */
export function makeReversedTransferEntry(money: MoneyOfSeller, transferId: string): LedgerEntry {
  return entry('transfer-reversed', transferId, money, providerBalance, sellerAccount(money.sellerId));
}

/** The provider has begun to pay the money to the seller's bank. */
export function makeSentPayoutEntry(money: MoneyOfSeller, payoutId: string): LedgerEntry {
  return entry('payout-sent', payoutId, money, payoutUnderWay(money.sellerId), sellerAccount(money.sellerId));
}

/** The seller's bank has the money: only now is it no longer owed. */
export function makePaidPayoutEntry(money: MoneyOfSeller, payoutId: string): LedgerEntry {
  return entry('payout-paid', payoutId, money, owedToSeller(money.sellerId), payoutUnderWay(money.sellerId));
}

/** A payout has failed before it arrived: the money is in the seller's account at the provider again. */
export function makeFailedPayoutEntry(money: MoneyOfSeller, payoutId: string): LedgerEntry {
  return entry('payout-failed', payoutId, money, sellerAccount(money.sellerId), payoutUnderWay(money.sellerId));
}

/** The seller's bank has sent back a payout that had arrived: the money is owed again. */
export function makeReturnedPayoutEntry(money: MoneyOfSeller, payoutId: string): LedgerEntry {
  return entry('payout-returned', payoutId, money, sellerAccount(money.sellerId), owedToSeller(money.sellerId));
}

/** A sale is refunded after its seller was paid: the seller owes the money. */
export function makeDebtEntry(money: MoneyOfSeller): LedgerEntry {
  return entry('debt', money.bookingId, money, owedBySeller(money.sellerId), owedToSeller(money.sellerId));
}

/** The money of a refunded sale came back from the seller's bank, so that its seller no longer owes it. */
export function makeCancelledDebtEntry(money: MoneyOfSeller): LedgerEntry {
  return entry('debt-cancelled', money.bookingId, money, owedToSeller(money.sellerId), owedBySeller(money.sellerId));
}

/** A part of a sale's share pays an earlier debt of the seller. */
export function makeNettedDebtEntry(money: MoneyOfSeller): LedgerEntry {
  return entry('debt-netted', money.bookingId, money, owedToSeller(money.sellerId), owedBySeller(money.sellerId));
}

/** A sale whose share paid a debt is refunded, so that the seller owes the debt again. */
export function makeUndoneNettingEntry(money: MoneyOfSeller): LedgerEntry {
  return entry(
    'debt-netting-undone',
    money.bookingId,
    money,
    owedBySeller(money.sellerId),
    owedToSeller(money.sellerId),
  );
}
