import { describe, expect, it } from 'vitest';
import { isRefundNews } from './refund-rules.ts';

describe('the word of the provider on a refund', () => {
  it('is news when it goes on, also from success to failure', () => {
    expect(isRefundNews('due', 'pending')).toBe(true);
    expect(isRefundNews('due', 'failed')).toBe(true);
    expect(isRefundNews('pending', 'succeeded')).toBe(true);
    expect(isRefundNews('succeeded', 'failed')).toBe(true);
  });

  it('is no news when it comes late or again', () => {
    expect(isRefundNews('succeeded', 'pending')).toBe(false);
    expect(isRefundNews('succeeded', 'succeeded')).toBe(false);
    expect(isRefundNews('failed', 'succeeded')).toBe(false);
    expect(isRefundNews('void', 'failed')).toBe(false);
  });
});
