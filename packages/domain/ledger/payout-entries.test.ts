import { describe, expect, it } from 'vitest';
import type { AccountId } from '../account/account.ts';
import type { BookingId } from '../booking/booking.ts';
import { cents } from '../money/money.ts';
import type { SellerPayoutId } from '../seller-payment/seller-payout.ts';
import type { SellerTransferId } from '../seller-payment/seller-transfer.ts';
import type { LedgerEntry } from './ledger-entry.ts';
import {
  makeCancelledDebtEntry,
  makeDebtEntry,
  makeFailedPayoutEntry,
  makeNettedDebtEntry,
  makePaidPayoutEntry,
  makeReturnedPayoutEntry,
  makeReversedTransferEntry,
  makeSentPayoutEntry,
  makeTransferEntry,
  makeUndoneNettingEntry,
} from './payout-entries.ts';

const share = {
  bookingId: 'booking' as BookingId,
  sellerId: 'seller' as AccountId,
  amount: cents(90_000),
  currency: 'sgd',
};
const [transferId, payoutId] = ['transfer' as SellerTransferId, 'payout' as SellerPayoutId];

/** The balance of each account after the entries; accounts whose balance is zero are omitted. */
function sumByAccount(entries: readonly LedgerEntry[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { postings } of entries)
    for (const { account, amount } of postings) sums[account] = (sums[account] ?? 0) + Number(amount);
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0));
}

const [transfer, payout] = [makeTransferEntry(share, transferId), makeSentPayoutEntry(share, payoutId)];
const paid = makePaidPayoutEntry(share, payoutId);

describe('the entries of a payment to a seller', () => {
  it.each<[string, readonly LedgerEntry[], Record<string, number>]>([
    ['a transfer', [transfer], { provider_balance: -90_000, seller_account: 90_000 }],
    ['a payout under way', [transfer, payout], { provider_balance: -90_000, payout: 90_000 }],
    ['a paid payout', [transfer, payout, paid], { provider_balance: -90_000, seller_payable: 90_000 }],
    [
      'a failed payout',
      [transfer, payout, makeFailedPayoutEntry(share, payoutId)],
      { provider_balance: -90_000, seller_account: 90_000 },
    ],
    [
      'a returned payout',
      [transfer, payout, paid, makeReturnedPayoutEntry(share, payoutId)],
      { provider_balance: -90_000, seller_account: 90_000 },
    ],
    ['a reversed transfer', [transfer, makeReversedTransferEntry(share, transferId)], {}],
    ['a debt', [makeDebtEntry(share, transferId)], { seller_debt: 90_000, seller_payable: -90_000 }],
    ['a cancelled debt', [makeDebtEntry(share, transferId), makeCancelledDebtEntry(share, transferId)], {}],
    ['a debt that a sale pays', [makeNettedDebtEntry(share)], { seller_payable: 90_000, seller_debt: -90_000 }],
    ['a netting that a refund undoes', [makeNettedDebtEntry(share), makeUndoneNettingEntry(share)], {}],
  ])('%s sum to zero and leave the money where it is', (_what, entries, expectedBalances) => {
    for (const { postings } of entries) expect(postings.reduce((sum, { amount }) => sum + amount, 0n)).toBe(0n);
    expect(sumByAccount(entries)).toEqual(expectedBalances);
    for (const { ownerId, account } of entries.flatMap(({ postings }) => postings))
      expect(ownerId).toBe(account === 'provider_balance' ? null : 'seller');
  });
});
