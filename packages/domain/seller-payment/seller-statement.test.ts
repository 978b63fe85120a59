import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AccountId } from '../account/account.ts';
import type { BookingId } from '../booking/booking.ts';
import type { LedgerEntry } from '../ledger/ledger-entry.ts';
import { makeChargeEntry, makeDueRefundEntry, makeSaleEntry, makeUndoneSaleEntry } from '../ledger/payment-entries.ts';
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
} from '../ledger/payout-entries.ts';
import { cents } from '../money/money.ts';
import type { PaymentId, RefundId } from '../payment/payment.ts';
import type { SellerPayoutId } from './seller-payout.ts';
import {
  findMonthPeriod,
  isMoveKind,
  isStatementMonth,
  makeStatementLines,
  statementAccounts,
} from './seller-statement.ts';
import type { SellerTransferId } from './seller-transfer.ts';

const seller = 'seller' as AccountId;
const buyer = 'buyer' as AccountId;
const order = { bookingId: 'booking' as BookingId, buyerId: buyer, sellerId: seller, currency: 'sgd' };
const payment = 'payment' as PaymentId;
const [transfer, payout] = ['transfer' as SellerTransferId, 'payout' as SellerPayoutId];

/**
 * Every ledger entry that a sale with this price, fee and tax can cause, including the entries of a share that pays a
 * debt.
 */
function makeEntries(price: bigint, fee: bigint, gst: bigint): readonly LedgerEntry[] {
  const money = { ...order, amount: cents(price) };
  const share = { ...order, amount: cents(price - fee - gst) };
  const sale = makeSaleEntry(money, payment, { fee: cents(fee), gst: cents(gst) });
  return [
    makeChargeEntry(money, 'intent'),
    sale,
    makeTransferEntry(share, transfer),
    makeSentPayoutEntry(share, payout),
    makePaidPayoutEntry(share, payout),
    makeReturnedPayoutEntry(share, payout),
    makeFailedPayoutEntry(share, payout),
    makeReversedTransferEntry(share, transfer),
    makeUndoneSaleEntry(money, payment, sale.postings),
    makeDueRefundEntry(money, 'refund' as RefundId),
    makeDebtEntry(share, transfer),
    makeCancelledDebtEntry(share, transfer),
    makeNettedDebtEntry(share),
    makeUndoneNettingEntry(share),
  ];
}

const toKindsAndAmounts = (entry: LedgerEntry): readonly (readonly [string, number])[] =>
  makeStatementLines(entry, seller).map(({ kind, amount }) => [kind, Number(amount)]);

describe('the lines of a statement', () => {
  it('show the price, the fee and the tax of a sale and of its end, and every move of money', () => {
    expect(makeEntries(100_000n, 2_000n, 180n).map(toKindsAndAmounts)).toEqual([
      [],
      [
        ['sale', 100_000],
        ['fee', -2_000],
        ['gst', -180],
      ],
      [['transfer', 97_820]],
      [['payout-sent', 97_820]],
      [['payout', -97_820]],
      [['payout-returned', 97_820]],
      [['payout-failed', 97_820]],
      [['transfer-reversed', 97_820]],
      [
        ['refund', -100_000],
        ['fee-returned', 2_000],
        ['gst-returned', 180],
      ],
      [],
      [['debt', 97_820]],
      [['debt-cancelled', 97_820]],
      [['debt-netted', 97_820]],
      [['debt-netting-undone', 97_820]],
    ]);
  });

  it('add up to what the entry changes in what the seller is owed, to the cent', () => {
    const amounts = fc
      .tuple(fc.bigInt(1n, 10_000_000_000n), fc.bigInt(0n, 5_000n), fc.bigInt(0n, 3_000n))
      .map(([price, feeBasisPoints, gstBasisPoints]) => {
        const fee = (price * feeBasisPoints) / 10_000n;
        return [price, fee, (fee * gstBasisPoints) / 10_000n] as const;
      })
      .filter(([price, fee, gst]) => fee + gst < price);
    fc.assert(
      fc.property(amounts, ([price, fee, gst]) => {
        for (const entry of makeEntries(price, fee, gst)) {
          const expectedSum = entry.postings
            .filter(({ account, ownerId }) => ownerId === seller && statementAccounts.some((each) => each === account))
            .reduce((sum, { amount }) => sum - amount, 0n);
          const lineSum = makeStatementLines(entry, seller)
            .filter(({ kind }) => !isMoveKind(kind))
            .reduce((sum, { amount }) => sum + amount, 0n);
          expect(lineSum).toBe(expectedSum);
        }
      }),
    );
  });

  it('do not show the entries of another seller', () => {
    const otherSeller = 'other' as AccountId;
    const entries = makeEntries(100_000n, 0n, 0n).filter(({ cause }) => cause === 'payout-paid');
    expect(entries.map((entry) => makeStatementLines(entry, otherSeller).map(({ amount }) => amount))).toEqual([[0n]]);
  });

  it('refuse an entry that changes the balance in an unknown way', () => {
    const [entry] = makeEntries(100_000n, 0n, 0n).filter(({ cause }) => cause === 'payout-paid');
    expect(() => makeStatementLines({ cause: 'charge', postings: entry?.postings ?? [] }, seller)).toThrow('charge');
  });
});

describe('a month', () => {
  it('begins and ends at midnight in Singapore', () => {
    expect(findMonthPeriod('2026-12')).toEqual({
      from: new Date('2026-12-01T00:00:00+08:00'),
      until: new Date('2027-01-01T00:00:00+08:00'),
    });
  });

  it('is four digits and two', () => {
    expect(['2026-01', '2026-12', '2026-13', '2026-00', '1999-01', '2026-1', ''].map(isStatementMonth)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
  });
});
