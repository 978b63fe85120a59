import type { AccountId } from '../account/account.ts';
import type { BookingId } from '../booking/booking.ts';
import type { Cents } from '../money/money.ts';
import type { SellerPayoutId } from '../seller-payment/seller-payout.ts';
import type { SellerTransferId } from '../seller-payment/seller-transfer.ts';
import { type LedgerCause, type LedgerEntry, type LedgerParty, makeMovePostings } from './ledger-entry.ts';

/** The entries that transfers, payouts and debts of sellers make. */

const providerBalanceParty: LedgerParty = { account: 'provider_balance', ownerId: null };

/** The data that all entries about one seller's share of an order have in common. */
export type SellerShareData = {
  readonly bookingId: BookingId;
  readonly sellerId: AccountId;
  readonly amount: Cents;
  readonly currency: string;
};

function makeMoneyMoveEntry(
  cause: LedgerCause,
  causeId: string,
  share: SellerShareData,
  debitedParty: LedgerParty,
  creditedParty: LedgerParty,
): LedgerEntry {
  const { bookingId, currency, amount } = share;
  return { cause, causeId, bookingId, currency, postings: makeMovePostings(amount, debitedParty, creditedParty) };
}

const makeSellerParty = (account: LedgerParty['account'], { sellerId }: SellerShareData): LedgerParty => ({
  account,
  ownerId: sellerId,
});

/**
 * Money has moved from Car House's balance to the seller's account at the provider. Car House still owes the
 * transferred money to the seller.
 */
export function makeTransferEntry(share: SellerShareData, id: SellerTransferId): LedgerEntry {
  return makeMoneyMoveEntry('transfer', id, share, makeSellerParty('seller_account', share), providerBalanceParty);
}

/** The money of a transfer has come back to Car House's balance. */
export function makeReversedTransferEntry(share: SellerShareData, id: SellerTransferId): LedgerEntry {
  return makeMoneyMoveEntry(
    'transfer-reversed',
    id,
    share,
    providerBalanceParty,
    makeSellerParty('seller_account', share),
  );
}

/** A part of the money of a transfer, which pays a debt of its seller, has come back to Car House's balance. */
export function makePartReversedTransferEntry(share: SellerShareData, id: SellerTransferId): LedgerEntry {
  return makeMoneyMoveEntry(
    'transfer-part-reversed',
    id,
    share,
    providerBalanceParty,
    makeSellerParty('seller_account', share),
  );
}

/** The provider sends money of the seller's account to their bank. */
export function makeSentPayoutEntry(share: SellerShareData, id: SellerPayoutId): LedgerEntry {
  return makeMoneyMoveEntry(
    'payout-sent',
    id,
    share,
    makeSellerParty('payout', share),
    makeSellerParty('seller_account', share),
  );
}

/** A payout has arrived: Car House does not owe this money any more. */
export function makePaidPayoutEntry(share: SellerShareData, id: SellerPayoutId): LedgerEntry {
  return makeMoneyMoveEntry(
    'payout-paid',
    id,
    share,
    makeSellerParty('seller_payable', share),
    makeSellerParty('payout', share),
  );
}

/** A payout has failed before it arrived: its money is in the seller's account at the provider again. */
export function makeFailedPayoutEntry(share: SellerShareData, id: SellerPayoutId): LedgerEntry {
  return makeMoneyMoveEntry(
    'payout-failed',
    id,
    share,
    makeSellerParty('seller_account', share),
    makeSellerParty('payout', share),
  );
}

/**
 * The bank has returned a payout that was paid: Car House owes the money again, and the money is in the seller's
 * account.
 */
export function makeReturnedPayoutEntry(share: SellerShareData, id: SellerPayoutId): LedgerEntry {
  return makeMoneyMoveEntry(
    'payout-returned',
    id,
    share,
    makeSellerParty('seller_account', share),
    makeSellerParty('seller_payable', share),
  );
}

/** A sale was refunded after its seller had the money of a transfer: the seller owes this money to Car House. */
export function makeDebtEntry(share: SellerShareData, id: SellerTransferId): LedgerEntry {
  return makeMoneyMoveEntry(
    'debt',
    id,
    share,
    makeSellerParty('seller_debt', share),
    makeSellerParty('seller_payable', share),
  );
}

/** The bank has returned the money of a debt, so the seller does not owe this money any more. */
export function makeCancelledDebtEntry(share: SellerShareData, id: SellerTransferId): LedgerEntry {
  return makeMoneyMoveEntry(
    'debt-cancelled',
    id,
    share,
    makeSellerParty('seller_payable', share),
    makeSellerParty('seller_debt', share),
  );
}

/** A part of the amount that Car House owes the seller for a sale pays the seller's debt to Car House. */
export function makeNettedDebtEntry(share: SellerShareData): LedgerEntry {
  return makeMoneyMoveEntry(
    'debt-netted',
    share.bookingId,
    share,
    makeSellerParty('seller_payable', share),
    makeSellerParty('seller_debt', share),
  );
}

/**
 * Other sales have paid the debt from a sale's fee, and then this sale was refunded: Car House owes this money to the
 * seller.
 */
export function makeRefundedDebtEntry(share: SellerShareData): LedgerEntry {
  return makeMoneyMoveEntry(
    'debt-refunded',
    share.bookingId,
    share,
    makeSellerParty('seller_debt', share),
    makeSellerParty('seller_payable', share),
  );
}

/** A sale that has paid a part of a debt was refunded: the seller owes this part again. */
export function makeUndoneNettingEntry(share: SellerShareData): LedgerEntry {
  return makeMoneyMoveEntry(
    'debt-netting-undone',
    share.bookingId,
    share,
    makeSellerParty('seller_debt', share),
    makeSellerParty('seller_payable', share),
  );
}
