import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findLifecycleFaults } from '../lifecycle/lifecycle.ts';
import type { Cents } from '../money/money.ts';
import {
  assertDeposit,
  computeOfferedDeposit,
  decideRefund,
  depositMaximum,
  depositMinimum,
  makeTerms,
  mayStateCondition,
  type Outcome,
  reservationLifecycle,
} from './reservation.ts';
import { placeLifecycle } from './reservation-queue.ts';
import {
  computeTurnEnd,
  conditionKinds,
  endRuleByOutcome,
  reservationOutcomes,
  ruleTexts,
  ruleVersion,
} from './reservation-rule.ts';

const paidAt = new Date('2026-11-19T10:00:00Z');
const minuteMs = 60_000;
const computeTimeAfterDays = (days: number, minutes = 0): Date =>
  new Date(paidAt.getTime() + days * 24 * 60 * minuteMs + minutes * minuteMs);

/**
 * The expected refunds by the text of the rule, written without the table of the code: for each outcome, the number of
 * days before which the whole deposit comes back; null when the whole deposit always comes back.
 */
const wholeRefundDaysByOutcome: readonly (readonly [Outcome, number | null])[] = [
  [{ end: 'given-up' }, 3],
  [{ end: 'lapsed' }, 3],
  [{ end: 'condition-failed', condition: 'as-described' }, 5],
  [{ end: 'condition-failed', condition: 'loan' }, 6],
  [{ end: 'condition-failed', condition: 'inspection' }, 7],
  [{ end: 'seller-withdrew' }, null],
  [{ end: 'admin-ended' }, null],
  [{ end: 'account-closed' }, null],
];

describe('the refund of a deposit', () => {
  it('is exact for every outcome in every minute around every deadline', () => {
    const depositArbitrary = fc.bigInt({ min: depositMinimum, max: depositMaximum }).map((amount) => amount as Cents);
    fc.assert(
      fc.property(depositArbitrary, (deposit) => {
        const terms = makeTerms(deposit, conditionKinds, paidAt);
        for (const [outcome, days] of wholeRefundDaysByOutcome) {
          for (const deadline of [0, 3, 5, 6, 7]) {
            for (let minute = -3; minute <= 3; minute += 1) {
              const at = computeTimeAfterDays(deadline, minute);
              const isWholeRefund = days === null || at < computeTimeAfterDays(days);
              // Half of an odd deposit is rounded down for the seller.
              const forfeit = isWholeRefund ? 0n : (deposit - (deposit % 2n)) / 2n;
              expect(decideRefund(terms, outcome, at)).toEqual({ refund: deposit - forfeit, forfeit });
            }
          }
        }
      }),
    );
  });

  it('is decided for every end of the table', () => {
    expect(new Set(wholeRefundDaysByOutcome.map(([{ end }]) => end))).toEqual(new Set(reservationOutcomes));
    expect(Object.keys(endRuleByOutcome)).toEqual([...reservationOutcomes]);
  });

  it('does not follow a condition that the buyer did not choose', () => {
    const terms = makeTerms(100_000n as Cents, ['loan'], paidAt);
    const failedInspection: Outcome = { end: 'condition-failed', condition: 'inspection' };
    expect(mayStateCondition(terms, 'inspection', computeTimeAfterDays(4))).toBe(false);
    expect(decideRefund(terms, failedInspection, computeTimeAfterDays(4))).toEqual({
      refund: 50_000n,
      forfeit: 50_000n,
    });
  });

  it('changes at a deadline, not a millisecond before', () => {
    const terms = makeTerms(100_001n as Cents, conditionKinds, paidAt);
    const computeMomentBefore = (at: Date): Date => new Date(at.getTime() - 1);
    expect(decideRefund(terms, { end: 'given-up' }, computeMomentBefore(terms.freeUntil)).forfeit).toBe(0n);
    expect(decideRefund(terms, { end: 'given-up' }, terms.freeUntil)).toEqual({ refund: 50_001n, forfeit: 50_000n });
    for (const { kind, deadline } of terms.conditions) {
      expect(mayStateCondition(terms, kind, computeMomentBefore(deadline))).toBe(true);
      expect(mayStateCondition(terms, kind, deadline)).toBe(false);
    }
  });
});

describe('a deposit', () => {
  it.each([
    [20_000n, 400_000n, true],
    [19_999n, 10_000_000n, false],
    [500_000n, 10_000_000n, true],
    [500_001n, 100_000_000n, false],
    [20_001n, 400_000n, false],
  ])('of %s cents for a price of %s cents: allowed %s', (deposit, price, isAllowed) => {
    const assertDepositOfPrice = (): void => assertDeposit(deposit as Cents, price as Cents);
    if (isAllowed) expect(assertDepositOfPrice).not.toThrow();
    else expect(assertDepositOfPrice).toThrow(expect.objectContaining({ code: 'INVALID' }));
  });

  it('falls with the price, and ends with the smallest one', () => {
    const computeOffered = (price: bigint): bigint | null => computeOfferedDeposit(100_000n as Cents, price as Cents);
    expect(computeOffered(2_000_000n)).toBe(100_000n);
    expect(computeOffered(1_999_999n)).toBe(99_900n);
    expect(computeOffered(400_000n)).toBe(20_000n);
    expect(computeOffered(399_999n)).toBeNull();
    expect(computeOfferedDeposit(null, 2_000_000n as Cents)).toBeNull();
  });

  it('that is offered is always one that may be asked', () => {
    const amounts = fc.bigInt({ min: 1n, max: 10_000_000_000n }).map((amount) => amount as Cents);
    const askedDepositArbitrary = fc
      .bigInt({ min: depositMinimum, max: depositMaximum })
      .map((amount) => amount as Cents);
    fc.assert(
      fc.property(askedDepositArbitrary, amounts, (deposit, price) => {
        const offeredDeposit = computeOfferedDeposit(deposit, price);
        if (offeredDeposit !== null) assertDeposit(offeredDeposit, price);
        expect(offeredDeposit === null || offeredDeposit <= deposit).toBe(true);
      }),
    );
  });
});

describe('the rule', () => {
  it('has a text for its version, and lifecycles without faults', () => {
    expect(ruleTexts[ruleVersion]).toMatch(/7 days.*3 days.*half/);
    expect(findLifecycleFaults(reservationLifecycle)).toEqual([]);
    expect(findLifecycleFaults(placeLifecycle)).toEqual([]);
  });

  it('gives a turn of a day', () => {
    expect(computeTurnEnd(paidAt)).toEqual(computeTimeAfterDays(1));
  });
});
