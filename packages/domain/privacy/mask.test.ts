import { describe, expect, it } from 'vitest';
import { maskEmail, maskName } from './mask.ts';
import { computeRetentionLimit } from './retention.ts';

describe('a mask', () => {
  it('leaves the first character', () => {
    expect([maskName('Mei Lin'), maskName('🚗 Cars'), maskName('')]).toEqual(['M***', '🚗***', '***']);
    expect(maskEmail('mei.lin@people.example')).toBe('m***@***');
  });
});

describe('the limit of a retention rule', () => {
  it('lies its days before now', () => {
    expect(computeRetentionLimit('bookingContact', new Date('2026-11-20T00:00:00Z')).toISOString()).toBe(
      '2026-05-24T00:00:00.000Z',
    );
  });
});
