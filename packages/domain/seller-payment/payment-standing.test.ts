import { describe, expect, it } from 'vitest';
import { saleStates } from '../sale/sale.ts';
import {
  choosePaymentGroup,
  decidePaymentStanding,
  type PaymentFacts,
  type PaymentReason,
  paymentReasons,
  saleStatesOfReason,
} from './payment-standing.ts';
import { sellerPayoutStates } from './seller-payout.ts';
import { sellerTransferStates } from './seller-transfer.ts';

const now = new Date('2026-11-26T08:00:00Z');
const inAnHour = new Date('2026-11-26T09:00:00Z');
const tomorrow = new Date('2026-11-27T09:00:00Z');
const anHourAgo = new Date('2026-11-26T07:00:00Z');

/** A confirmed sale of a seller who can be paid, before any transfer or payout. */
const payableSale: PaymentFacts = {
  saleState: 'confirmed',
  confirmBy: tomorrow,
  openComplaintGround: null,
  isDisputed: false,
  isSellerSuspended: false,
  accountState: 'active',
  isShareUsedForDebt: false,
  hasDebtRefund: false,
  transfers: [],
  payouts: [],
};
const succeededTransfer = { state: 'made', nextStepAt: null } as const;
const transferredSale: PaymentFacts = { ...payableSale, saleState: 'transferred', transfers: [succeededTransfer] };
const payout = (
  state: PaymentFacts['payouts'][number]['state'],
  facts: Partial<PaymentFacts['payouts'][number]> = {},
): PaymentFacts['payouts'][number] => ({ state, arrivesAt: null, failureCode: null, ...facts });

const standingCases: readonly [string, PaymentFacts, PaymentReason, Date | null, string | null][] = [
  ['is not handed over', { ...payableSale, saleState: 'paid' }, 'not-handed-over', null, null],
  ['is handed over', { ...payableSale, saleState: 'handed-over' }, 'confirming', tomorrow, null],
  ['has a complaint', { ...payableSale, saleState: 'frozen', openComplaintGround: 'other' }, 'complaint', null, null],
  [
    'is frozen by a dispute',
    { ...payableSale, saleState: 'frozen', openComplaintGround: 'dispute' },
    'disputed',
    null,
    null,
  ],
  [
    'has a complaint and a dispute',
    { ...payableSale, saleState: 'frozen', openComplaintGround: 'other', isDisputed: true },
    'disputed',
    null,
    null,
  ],
  ['is confirmed and disputed', { ...payableSale, isDisputed: true, accountState: null }, 'disputed', null, null],
  ['has a suspended seller', { ...payableSale, isSellerSuspended: true, accountState: null }, 'suspended', null, null],
  ['has a seller without an account', { ...payableSale, accountState: null }, 'no-account', null, null],
  ['has a seller who only confirmed', { ...payableSale, accountState: 'none' }, 'no-account', null, null],
  ['has a seller within the form', { ...payableSale, accountState: 'onboarding' }, 'no-account', null, null],
  ['has a restricted seller', { ...payableSale, accountState: 'restricted' }, 'restricted', null, null],
  ['can be transferred', payableSale, 'sending', null, null],
  [
    'is being transferred',
    { ...payableSale, transfers: [{ state: 'sending', nextStepAt: inAnHour }] },
    'sending',
    null,
    null,
  ],
  [
    'was refused',
    { ...payableSale, transfers: [{ state: 'refused', nextStepAt: inAnHour }] },
    'refused',
    inAnHour,
    null,
  ],
  [
    'was refused and is due again',
    { ...payableSale, transfers: [{ state: 'refused', nextStepAt: anHourAgo }] },
    'refused',
    null,
    null,
  ],
  [
    'was refused, and the seller is restricted since',
    { ...payableSale, accountState: 'restricted', transfers: [{ state: 'refused', nextStepAt: inAnHour }] },
    'restricted',
    null,
    null,
  ],
  [
    'was refused once and is tried again',
    {
      ...payableSale,
      transfers: [
        { state: 'refused', nextStepAt: anHourAgo },
        { state: 'sending', nextStepAt: inAnHour },
      ],
    },
    'sending',
    null,
    null,
  ],
  [
    'waits until the provider releases it',
    { ...transferredSale, transfers: [{ state: 'made', nextStepAt: inAnHour }] },
    'releasing',
    inAnHour,
    null,
  ],
  ['is suspended after the transfer', { ...transferredSale, accountState: 'restricted' }, 'restricted', null, null],
  ['has a payout that is asked for', { ...transferredSale, payouts: [payout('sending')] }, 'sending', null, null],
  [
    'has a refused payout',
    {
      ...transferredSale,
      transfers: [{ state: 'made', nextStepAt: inAnHour }],
      payouts: [payout('refused', { failureCode: 'balance' })],
    },
    'payout-refused',
    inAnHour,
    'balance',
  ],
  [
    'is under way',
    { ...transferredSale, payouts: [payout('under-way', { arrivesAt: tomorrow })] },
    'on-its-way',
    tomorrow,
    null,
  ],
  [
    'has come back',
    {
      ...transferredSale,
      transfers: [{ state: 'made', nextStepAt: inAnHour }],
      payouts: [payout('returned', { failureCode: 'account_closed' })],
    },
    'returned',
    inAnHour,
    'account_closed',
  ],
  [
    'has failed and the seller is restricted',
    { ...transferredSale, accountState: 'restricted', payouts: [payout('failed', { failureCode: 'no_account' })] },
    'returned',
    null,
    'no_account',
  ],
  [
    'has come back and is under way again',
    { ...transferredSale, payouts: [payout('returned'), payout('under-way', { arrivesAt: inAnHour })] },
    'on-its-way',
    inAnHour,
    null,
  ],
  ['is paid', { ...transferredSale, saleState: 'paid-out', payouts: [payout('paid')] }, 'paid', null, null],
  ['has paid a debt', { ...payableSale, saleState: 'paid-out', isShareUsedForDebt: true }, 'netted', null, null],
  ['was refunded', { ...payableSale, saleState: 'refunded' }, 'refunded', null, null],
  [
    'was refunded and its transfer is back',
    { ...payableSale, saleState: 'refunded', transfers: [{ state: 'reversed', nextStepAt: null }] },
    'refunded',
    null,
    null,
  ],
  [
    'was refunded before its transfer was known',
    { ...payableSale, saleState: 'refunded', transfers: [{ state: 'sending', nextStepAt: inAnHour }] },
    'taking-back',
    inAnHour,
    null,
  ],
  [
    'was refunded and its transfer is not back',
    { ...payableSale, saleState: 'refunded', transfers: [{ state: 'reversing', nextStepAt: inAnHour }] },
    'taking-back',
    inAnHour,
    null,
  ],
  [
    'was refunded while the money is on its way to the bank',
    { ...transferredSale, saleState: 'refunded', payouts: [payout('under-way')] },
    'taking-back',
    null,
    null,
  ],
  [
    'was refunded after the money had reached the bank',
    { ...transferredSale, saleState: 'refunded', payouts: [payout('paid')] },
    'debt',
    null,
    null,
  ],
  [
    'was refunded, and whose paid debt goes back',
    { ...payableSale, saleState: 'refunded', hasDebtRefund: true, transfers: [{ state: 'sending', nextStepAt: null }] },
    'sending',
    null,
    null,
  ],
  [
    'was refunded, and whose paid debt is back',
    { ...transferredSale, saleState: 'refunded', hasDebtRefund: true, payouts: [payout('paid')] },
    'paid',
    null,
    null,
  ],
];

describe('the payment of a sale', () => {
  it.each(standingCases)('that %s says so', (_caseName, facts, reason, expectedTime, code) => {
    expect(decidePaymentStanding(facts, now)).toEqual({ reason, at: expectedTime, code });
  });

  it('can have every reason', () => {
    expect(new Set(standingCases.map(([, , reason]) => reason))).toEqual(new Set(paymentReasons));
  });

  it('has its reason only in the states in which a list looks for it', () => {
    const accountStates = [null, 'none', 'onboarding', 'active', 'restricted'] as const;
    const seenReasons = new Set<PaymentReason>();
    for (const saleState of saleStates)
      for (const accountState of accountStates)
        for (const flagCombination of Array.from({ length: 16 }, (_, index) => index))
          for (const transfer of [null, ...sellerTransferStates])
            for (const lastPayoutState of [null, ...sellerPayoutStates]) {
              const { reason } = decidePaymentStanding(
                {
                  saleState,
                  confirmBy: inAnHour,
                  openComplaintGround: saleState === 'frozen' ? 'other' : null,
                  hasDebtRefund: (flagCombination & 8) > 0,
                  isDisputed: (flagCombination & 1) > 0,
                  isSellerSuspended: (flagCombination & 2) > 0,
                  accountState,
                  isShareUsedForDebt: (flagCombination & 4) > 0,
                  transfers: transfer === null ? [] : [{ state: transfer, nextStepAt: inAnHour }],
                  payouts: lastPayoutState === null ? [] : [payout(lastPayoutState)],
                },
                now,
              );
              expect(saleStatesOfReason[reason], reason).toContain(saleState);
              seenReasons.add(reason);
            }
    expect(seenReasons).toEqual(new Set(paymentReasons));
  });
});

describe('the group of a payment', () => {
  it('follows the state of its sale', () => {
    expect(saleStates.map((state) => choosePaymentGroup(state, 'restricted', false))).toEqual([
      'owed',
      'owed',
      'owed',
      'owed',
      'on-its-way',
      'paid',
      null,
    ]);
    expect(choosePaymentGroup('transferred', 'returned', false)).toBe('returned');
    expect(choosePaymentGroup('refunded', 'sending', true)).toBe('owed');
    expect(choosePaymentGroup('refunded', 'paid', true)).toBe('paid');
  });
});
