import { describe, expect, it } from 'vitest';
import { saleStates } from '../sale/sale.ts';
import {
  groupOfPayment,
  type PaymentFacts,
  type PaymentReason,
  paymentReasons,
  saleStatesOfReason,
  standingOfPayment,
} from './payment-standing.ts';
import { sellerPayoutStates } from './seller-payout.ts';
import { sellerTransferStates } from './seller-transfer.ts';

const now = new Date('2026-11-26T08:00:00Z');
const later = new Date('2026-11-26T09:00:00Z');
const muchLater = new Date('2026-11-27T09:00:00Z');
const earlier = new Date('2026-11-26T07:00:00Z');

/** A confirmed sale of a seller who can be paid, with nothing begun. */
const payable: PaymentFacts = {
  saleState: 'confirmed',
  confirmBy: muchLater,
  openGround: null,
  isDisputed: false,
  isSellerSuspended: false,
  accountState: 'active',
  isNetted: false,
  transfers: [],
  payouts: [],
};
const made = { state: 'made', nextStepAt: null } as const;
const transferred: PaymentFacts = { ...payable, saleState: 'transferred', transfers: [made] };
const payout = (
  state: PaymentFacts['payouts'][number]['state'],
  facts: Partial<PaymentFacts['payouts'][number]> = {},
): PaymentFacts['payouts'][number] => ({ state, arrivesAt: null, failureCode: null, ...facts });

const cases: readonly [string, PaymentFacts, PaymentReason, Date | null, string | null][] = [
  ['is not handed over', { ...payable, saleState: 'paid' }, 'not-handed-over', null, null],
  ['is handed over', { ...payable, saleState: 'handed-over' }, 'confirming', muchLater, null],
  ['has a complaint', { ...payable, saleState: 'frozen', openGround: 'other' }, 'complaint', null, null],
  ['is frozen by a dispute', { ...payable, saleState: 'frozen', openGround: 'dispute' }, 'disputed', null, null],
  [
    'has a complaint and a dispute',
    { ...payable, saleState: 'frozen', openGround: 'other', isDisputed: true },
    'disputed',
    null,
    null,
  ],
  ['is confirmed and disputed', { ...payable, isDisputed: true, accountState: null }, 'disputed', null, null],
  ['has a suspended seller', { ...payable, isSellerSuspended: true, accountState: null }, 'suspended', null, null],
  ['has a seller without an account', { ...payable, accountState: null }, 'no-account', null, null],
  ['has a seller who only confirmed', { ...payable, accountState: 'none' }, 'no-account', null, null],
  ['has a seller within the form', { ...payable, accountState: 'onboarding' }, 'no-account', null, null],
  ['has a restricted seller', { ...payable, accountState: 'restricted' }, 'restricted', null, null],
  ['can be transferred', payable, 'sending', null, null],
  ['is being transferred', { ...payable, transfers: [{ state: 'sending', nextStepAt: later }] }, 'sending', null, null],
  ['was refused', { ...payable, transfers: [{ state: 'refused', nextStepAt: later }] }, 'refused', later, null],
  [
    'was refused and is due again',
    { ...payable, transfers: [{ state: 'refused', nextStepAt: earlier }] },
    'refused',
    null,
    null,
  ],
  [
    'was refused, and the seller is restricted since',
    { ...payable, accountState: 'restricted', transfers: [{ state: 'refused', nextStepAt: later }] },
    'restricted',
    null,
    null,
  ],
  [
    'was refused once and is tried again',
    {
      ...payable,
      transfers: [
        { state: 'refused', nextStepAt: earlier },
        { state: 'sending', nextStepAt: later },
      ],
    },
    'sending',
    null,
    null,
  ],
  [
    'waits until the provider releases it',
    { ...transferred, transfers: [{ state: 'made', nextStepAt: later }] },
    'releasing',
    later,
    null,
  ],
  ['is suspended after the transfer', { ...transferred, accountState: 'restricted' }, 'restricted', null, null],
  ['has a payout that is asked for', { ...transferred, payouts: [payout('sending')] }, 'sending', null, null],
  [
    'has a refused payout',
    {
      ...transferred,
      transfers: [{ state: 'made', nextStepAt: later }],
      payouts: [payout('refused', { failureCode: 'balance' })],
    },
    'payout-refused',
    later,
    'balance',
  ],
  [
    'is under way',
    { ...transferred, payouts: [payout('under-way', { arrivesAt: muchLater })] },
    'on-its-way',
    muchLater,
    null,
  ],
  [
    'has come back',
    {
      ...transferred,
      transfers: [{ state: 'made', nextStepAt: later }],
      payouts: [payout('returned', { failureCode: 'account_closed' })],
    },
    'returned',
    later,
    'account_closed',
  ],
  [
    'has failed and the seller is restricted',
    { ...transferred, accountState: 'restricted', payouts: [payout('failed', { failureCode: 'no_account' })] },
    'returned',
    null,
    'no_account',
  ],
  [
    'has come back and is under way again',
    { ...transferred, payouts: [payout('returned'), payout('under-way', { arrivesAt: later })] },
    'on-its-way',
    later,
    null,
  ],
  ['is paid', { ...transferred, saleState: 'paid-out', payouts: [payout('paid')] }, 'paid', null, null],
  ['has paid a debt', { ...payable, saleState: 'paid-out', isNetted: true }, 'netted', null, null],
  ['was refunded', { ...payable, saleState: 'refunded' }, 'refunded', null, null],
  [
    'was refunded and its transfer is back',
    { ...payable, saleState: 'refunded', transfers: [{ state: 'reversed', nextStepAt: null }] },
    'refunded',
    null,
    null,
  ],
  [
    'was refunded before its transfer was known',
    { ...payable, saleState: 'refunded', transfers: [{ state: 'sending', nextStepAt: later }] },
    'taking-back',
    later,
    null,
  ],
  [
    'was refunded and its transfer is not back',
    { ...payable, saleState: 'refunded', transfers: [{ state: 'reversing', nextStepAt: later }] },
    'taking-back',
    later,
    null,
  ],
  [
    'was refunded while the money is on its way to the bank',
    { ...transferred, saleState: 'refunded', payouts: [payout('under-way')] },
    'taking-back',
    null,
    null,
  ],
  [
    'was refunded after the money had reached the bank',
    { ...transferred, saleState: 'refunded', payouts: [payout('paid')] },
    'debt',
    null,
    null,
  ],
];

describe('the payment of a sale', () => {
  it.each(cases)('that %s says so', (_name, facts, reason, at, code) => {
    expect(standingOfPayment(facts, now)).toEqual({ reason, at, code });
  });

  it('can have every reason', () => {
    expect(new Set(cases.map(([, , reason]) => reason))).toEqual(new Set(paymentReasons));
  });

  it('has its reason only in the states in which a list looks for it', () => {
    const accountStates = [null, 'none', 'onboarding', 'active', 'restricted'] as const;
    const seen = new Set<PaymentReason>();
    for (const saleState of saleStates)
      for (const accountState of accountStates)
        for (const flags of [0, 1, 2, 3, 4, 5, 6, 7])
          for (const transfer of [null, ...sellerTransferStates])
            for (const last of [null, ...sellerPayoutStates]) {
              const { reason } = standingOfPayment(
                {
                  saleState,
                  confirmBy: later,
                  openGround: saleState === 'frozen' ? 'other' : null,
                  isDisputed: (flags & 1) > 0,
                  isSellerSuspended: (flags & 2) > 0,
                  accountState,
                  isNetted: (flags & 4) > 0,
                  transfers: transfer === null ? [] : [{ state: transfer, nextStepAt: later }],
                  payouts: last === null ? [] : [payout(last)],
                },
                now,
              );
              expect(saleStatesOfReason[reason], reason).toContain(saleState);
              seen.add(reason);
            }
    expect(seen).toEqual(new Set(paymentReasons));
  });
});

describe('the group of a payment', () => {
  it('follows the state of its sale', () => {
    expect(saleStates.map((state) => groupOfPayment(state, 'restricted'))).toEqual([
      'owed',
      'owed',
      'owed',
      'owed',
      'on-its-way',
      'paid',
      null,
    ]);
    expect(groupOfPayment('transferred', 'returned')).toBe('returned');
  });
});
