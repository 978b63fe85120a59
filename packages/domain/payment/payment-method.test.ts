import { describe, expect, it } from 'vitest';
import { cents } from '../money/money.ts';
import { assertFitsPaynow, assertRefundable, checkPaynowFit, computeRefundEnd } from './payment-method.ts';

describe('the amount of a PayNow payment', () => {
  it.each([
    [49n, 'too-small'],
    [50n, 'fits'],
    [20_000_000n, 'fits'],
    [20_000_001n, 'too-large'],
  ] as const)('%s cents: %s', (amount, expectedFit) => {
    expect(checkPaynowFit(cents(amount))).toBe(expectedFit);
  });

  it('that does not fit is refused with the limit', () => {
    expect(() => assertFitsPaynow(cents(20_000_001n))).toThrow(/at most \$200,000 .* by card/);
    expect(() => assertFitsPaynow(cents(49n))).toThrow(/at least \$0\.50/);
    assertFitsPaynow(cents(20_000_000n));
  });
});

describe('the time for a refund', () => {
  const paidAt = new Date('2026-01-01T12:00:00Z');

  it('is 90 days for PayNow, and has no end for a card', () => {
    expect(computeRefundEnd({ method: 'paynow', paidAt })).toEqual(new Date('2026-04-01T12:00:00Z'));
    expect(computeRefundEnd({ method: 'card', paidAt })).toBeNull();
  });

  it('is over at its end and not before', () => {
    assertRefundable({ method: 'paynow', paidAt }, new Date('2026-04-01T11:59:59.999Z'));
    assertRefundable({ method: 'card', paidAt }, new Date('2030-01-01T00:00:00Z'));
    expect(() => assertRefundable({ method: 'paynow', paidAt }, new Date('2026-04-01T12:00:00Z'))).toThrow(/90 days/);
  });
});
