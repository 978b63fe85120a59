import { describe, expect, it } from 'vitest';
import { accountLifecycle } from '../account/account-lifecycle.ts';
import { bookingLifecycle } from '../booking/booking-lifecycle.ts';
import { importLifecycle } from '../import/import-lifecycle.ts';
import { listingLifecycle } from '../listing/listing-lifecycle.ts';
import { discrepancyLifecycle } from '../payment/discrepancy.ts';
import { attemptLifecycle } from '../payment/payment-lifecycle.ts';
import { payoutAccountLifecycle } from '../payout-account/payout-account-lifecycle.ts';
import { advance, findLifecycleFaults, findNextState, type Lifecycle, listPossibleEvents } from './lifecycle.ts';

const formatTransitions = <S extends string>(lifecycle: Lifecycle<S, string, string>): string[] =>
  lifecycle.transitions.map((transition) => `${transition.from} → ${transition.to}`).sort();

describe('the lifecycles of the server', () => {
  it.each([
    accountLifecycle,
    bookingLifecycle,
    listingLifecycle,
    attemptLifecycle,
    importLifecycle,
    discrepancyLifecycle,
    payoutAccountLifecycle,
  ])('are sound: $noun', (lifecycle) => {
    expect(findLifecycleFaults<string, string, string>(lifecycle)).toEqual([]);
  });

  it('let a listing be drafted, offered, hidden, withdrawn and sold', () => {
    expect(formatTransitions(listingLifecycle)).toEqual([
      'available → hidden',
      'available → sold',
      'available → withdrawn',
      'draft → available',
      'draft → hidden',
      'hidden → available',
      'hidden → draft',
      'hidden → withdrawn',
      'sold → hidden',
      'sold → withdrawn',
      'withdrawn → available',
      'withdrawn → hidden',
      'withdrawn → sold',
    ]);
  });

  it('let paid go back by a refund, or by the seller who said that they were paid', () => {
    expect(formatTransitions(bookingLifecycle)).toEqual([
      'paid → refunded',
      'paid → unpaid',
      'unpaid → cancelled',
      'unpaid → cancelled',
      'unpaid → paid',
      'unpaid → paid',
    ]);
    expect(listPossibleEvents(bookingLifecycle, 'paid', 'buyer')).toEqual([]);
    expect(listPossibleEvents(bookingLifecycle, 'paid', 'seller')).toEqual(['undo-payment']);
    expect(listPossibleEvents(bookingLifecycle, 'paid', 'admin')).toEqual(['refund']);
  });

  it('give a late charge back', () => {
    expect(formatTransitions(attemptLifecycle)).toEqual([
      'cancelled → refund_due',
      'open → cancelled',
      'open → refund_due',
      'open → succeeded',
      'refund_due → refunded',
      'refunded → refund_due',
      'succeeded → refund_due',
    ]);
  });

  it('never bring a deleted account back', () => {
    expect(formatTransitions(accountLifecycle)).toEqual([
      'active → deleted',
      'active → suspended',
      'suspended → active',
      'suspended → deleted',
      'waiting → active',
      'waiting → deleted',
    ]);
  });
});

describe('a step', () => {
  it('leads where the table says', () => {
    expect(advance(bookingLifecycle, 'unpaid', 'pay', 'payment')).toBe('paid');
    expect(findNextState(bookingLifecycle, 'unpaid', 'lose-car')).toBe('cancelled');
  });

  it('that the table does not have is refused', () => {
    expect(findNextState(bookingLifecycle, 'paid', 'cancel')).toBeUndefined();
    expect(() => advance(bookingLifecycle, 'paid', 'pay', 'payment')).toThrow(
      expect.objectContaining({
        code: 'ILLEGAL_TRANSITION',
        message: "A booking that is paid cannot take the step 'pay'.",
      }),
    );
  });
});

describe('a step by a party that the table does not name', () => {
  it('is refused', () => {
    expect(() => advance(bookingLifecycle, 'paid', 'refund', 'buyer')).toThrow(
      expect.objectContaining({ code: 'ROLE_REQUIRED' }),
    );
  });
});

describe('a table that is not sound', () => {
  const table = (overrides: Partial<Lifecycle<string, string, string>>): readonly string[] =>
    findLifecycleFaults({ noun: 'lamp', initialState: 'off', states: ['off', 'on'], transitions: [], ...overrides });

  it('reports states that nothing leads to', () => {
    expect(table({})).toEqual(['unreachable state on']);
  });

  it('reports states that it does not name', () => {
    const transitions = [
      { from: 'off', event: 'press', to: 'on', by: [] },
      { from: 'on', event: 'break', to: 'dark', by: [] },
      { from: 'bright', event: 'press', to: 'off', by: [] },
    ];
    expect(table({ transitions })).toEqual(['unknown state dark', 'unknown state bright']);
  });

  it('reports two steps for one event', () => {
    const transitions = [
      { from: 'off', event: 'press', to: 'on', by: [] },
      { from: 'off', event: 'press', to: 'off', by: [] },
    ];
    expect(table({ transitions })).toEqual(['two steps for off on press']);
  });
});
