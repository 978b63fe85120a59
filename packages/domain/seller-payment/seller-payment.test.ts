import { describe, expect, it } from 'vitest';
import { findLifecycleFaults } from '../lifecycle/lifecycle.ts';
import { cents } from '../money/money.ts';
import { computeNextPayoutCheckTime, sellerPayoutLifecycle } from './seller-payout.ts';
import { computeNettedDebt, computeNextAttemptTime, sellerTransferLifecycle } from './seller-transfer.ts';

const now = new Date('2026-11-26T00:00:00Z');
const countMinutesUntil = (time: Date | null): number | null => time && (time.getTime() - now.getTime()) / 60_000;

it('has lifecycles without faults', () => {
  expect(findLifecycleFaults(sellerTransferLifecycle)).toEqual([]);
  expect(findLifecycleFaults(sellerPayoutLifecycle)).toEqual([]);
});

describe('a debt', () => {
  it.each([
    [90_000n, 0n, 0n],
    [90_000n, -5n, 0n],
    [90_000n, 30_000n, 30_000n],
    [90_000n, 90_000n, 90_000n],
    [90_000n, 900_000n, 90_000n],
    [0n, 900_000n, 0n],
  ])('is paid by a share of %s, of a debt of %s, with %s', (sellerShare, debt, netted) => {
    expect(computeNettedDebt(cents(sellerShare), debt)).toBe(netted);
  });
});

describe('a failed step', () => {
  it('is tried again after ten minutes, and then after twice as long each time, at most a day', () => {
    expect([1, 2, 3, 8, 9, 1_000].map((tries) => countMinutesUntil(computeNextAttemptTime(tries, now)))).toEqual([
      10, 20, 40, 1_280, 1_440, 1_440,
    ]);
  });
});

describe('a payout', () => {
  it('is looked at every hour while under way, daily for two weeks once paid, and then no more', () => {
    const daysAgo = (days: number): Date => new Date(now.getTime() - days * 86_400_000);
    const computeMinutesToNextCheck = (state: Parameters<typeof computeNextPayoutCheckTime>[0]['state'], age: number) =>
      countMinutesUntil(computeNextPayoutCheckTime({ state, paidAt: daysAgo(age) }, now));
    expect([computeMinutesToNextCheck('under-way', 0), computeMinutesToNextCheck('under-way', 90)]).toEqual([60, 60]);
    expect([computeMinutesToNextCheck('paid', 13), computeMinutesToNextCheck('paid', 14)]).toEqual([1_440, null]);
    for (const state of ['refused', 'failed', 'returned'] as const)
      expect(computeMinutesToNextCheck(state, 0)).toBeNull();
  });
});
