import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AccountId } from '../account/account.ts';
import type { BookingId } from '../booking/booking.ts';
import { type Cents, cardPaymentMaximum } from '../money/money.ts';
import type { PaymentId, RefundId } from '../payment/payment.ts';
import type { LedgerEntry } from './ledger-entry.ts';
import {
  type DisputedMoneyPlace,
  locateDisputedMoney,
  makeChargeEntry,
  makeDisputeEntries,
  makeDueRefundEntry,
  makePaidRefundEntry,
  makeReturnedRefundEntry,
  makeSaleEntry,
  makeUndoneSaleEntry,
  makeVoidChargeEntry,
  makeVoidRefundEntry,
} from './payment-entries.ts';

const order = {
  bookingId: 'booking' as BookingId,
  buyerId: 'buyer' as AccountId,
  sellerId: 'seller' as AccountId,
  currency: 'sgd',
};
const paymentId = 'payment' as PaymentId;
const refundId = 'refund' as RefundId;
const amounts = fc.bigInt({ min: 1n, max: cardPaymentMaximum }).map((amount) => amount as Cents);
const places: readonly DisputedMoneyPlace[] = ['kept', 'withdrawn', 'lost'];

/** The balances after some entries; accounts whose balance is zero are omitted. */
function sumEntries(entries: readonly LedgerEntry[]): Record<string, bigint> {
  const balances: Record<string, bigint> = {};
  for (const { account, amount } of entries.flatMap(({ postings }) => postings))
    balances[account] = (balances[account] ?? 0n) + amount;
  return Object.fromEntries(Object.entries(balances).filter(([, balance]) => balance !== 0n));
}

describe('every entry', () => {
  it('sums to zero and moves the whole amount', () => {
    fc.assert(
      fc.property(amounts, fc.constantFrom(...places), fc.constantFrom(...places), (amount, from, to) => {
        const money = { ...order, amount };
        const refund = { ...money, refundId, round: 1 };
        const sale = makeSaleEntry(money, paymentId);
        const entries = [
          makeChargeEntry(money, 'pi_1'),
          makeVoidChargeEntry(money, paymentId),
          sale,
          makeUndoneSaleEntry(money, paymentId, sale.postings),
          makeDueRefundEntry(money, refundId),
          makePaidRefundEntry(refund),
          makeReturnedRefundEntry(refund),
          makeVoidRefundEntry(refund),
          ...makeDisputeEntries(money, 'du_1', from, to),
        ];
        for (const { postings } of entries) {
          expect(postings.reduce((sum, posting) => sum + posting.amount, 0n)).toBe(0n);
          expect(postings.map((posting) => (posting.amount < 0n ? 0n - posting.amount : posting.amount))).toEqual([
            amount,
            amount,
          ]);
        }
      }),
    );
  });
});

describe('the balances', () => {
  const money = { ...order, amount: 86_800_000n as Cents };
  const refund = { ...money, refundId, round: 1 };
  const sale = makeSaleEntry(money, paymentId);

  it.each<[string, readonly LedgerEntry[], Record<string, bigint>]>([
    ['a sale', [makeChargeEntry(money, 'pi'), sale], { provider_balance: 86_800_000n, seller_payable: -86_800_000n }],
    [
      'an undone sale before its refund',
      [
        makeChargeEntry(money, 'pi'),
        sale,
        makeUndoneSaleEntry(money, paymentId, sale.postings),
        makeDueRefundEntry(money, refundId),
      ],
      { provider_balance: 86_800_000n, refund: -86_800_000n },
    ],
    [
      'a refund that was returned and made again',
      [
        makeChargeEntry(money, 'pi'),
        makeDueRefundEntry(money, refundId),
        makePaidRefundEntry(refund),
        makeReturnedRefundEntry(refund),
        makePaidRefundEntry({ ...refund, round: 2 }),
      ],
      {},
    ],
    [
      'a refund that a lost dispute made needless',
      [
        makeChargeEntry(money, 'pi'),
        makeDueRefundEntry(money, refundId),
        ...makeDisputeEntries(money, 'du', 'kept', 'lost'),
        makeVoidRefundEntry(refund),
      ],
      {},
    ],
    ['a charge that never was', [makeChargeEntry(money, 'pi'), makeVoidChargeEntry(money, paymentId)], {}],
  ])('after %s', (_name, entries, balances) => {
    expect(sumEntries(entries)).toEqual(balances);
  });

  it('give each round of a refund a cause of its own', () => {
    expect(makePaidRefundEntry(refund).causeId).not.toBe(makePaidRefundEntry({ ...refund, round: 2 }).causeId);
  });
});

describe('a dispute', () => {
  const money = { ...order, amount: 500n as Cents };

  it.each([
    ['needs_response', 'withdrawn'],
    ['under_review', 'withdrawn'],
    ['won', 'kept'],
    ['prevented', 'kept'],
    ['lost', 'lost'],
    ['warning_needs_response', 'kept'],
    ['warning_under_review', 'kept'],
    ['warning_closed', 'kept'],
  ])('with the status %s has its money %s', (status, place) => {
    expect(locateDisputedMoney(status)).toBe(place);
  });

  it('leaves the balances of the place where its money ends, however it got there', () => {
    const balancesByPlace = {
      kept: {},
      withdrawn: { dispute: 500n, provider_balance: -500n },
      lost: { loss: 500n, provider_balance: -500n },
    };
    for (const to of places) {
      expect(sumEntries(makeDisputeEntries(money, 'du', 'kept', to))).toEqual(balancesByPlace[to]);
      const entriesViaWithdrawal = [
        ...makeDisputeEntries(money, 'du', 'kept', 'withdrawn'),
        ...makeDisputeEntries(money, 'du', 'withdrawn', to),
      ];
      expect(sumEntries(entriesViaWithdrawal)).toEqual(balancesByPlace[to]);
    }
  });

  it('that is lost stays lost', () => {
    expect(places.flatMap((to) => makeDisputeEntries(money, 'du', 'lost', to))).toEqual([]);
  });
});
