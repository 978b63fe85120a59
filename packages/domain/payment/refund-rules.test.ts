import { describe, expect, it } from 'vitest';
import { isNewerRefundState } from './refund-rules.ts';

describe('the word of the provider on a refund', () => {
  it('is news when it goes on, also from success to failure', () => {
    expect(isNewerRefundState('due', 'pending')).toBe(true);
    expect(isNewerRefundState('due', 'failed')).toBe(true);
    expect(isNewerRefundState('pending', 'succeeded')).toBe(true);
    expect(isNewerRefundState('succeeded', 'failed')).toBe(true);
  });

  it('is no news when it comes late or again', () => {
    expect(isNewerRefundState('succeeded', 'pending')).toBe(false);
    expect(isNewerRefundState('succeeded', 'succeeded')).toBe(false);
    expect(isNewerRefundState('failed', 'succeeded')).toBe(false);
    expect(isNewerRefundState('void', 'failed')).toBe(false);
  });
});
