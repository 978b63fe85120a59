import { expect, test } from 'vitest';
import { changesOf } from './audit-changes.ts';

test('an old fact is beside the new one, and unchanged facts are left out', () => {
  expect(changesOf({ role: 'Seller', status: 'active' }, { role: 'Seller', status: 'suspended' })).toEqual([
    { name: 'Status', before: 'active', after: 'suspended' },
  ]);
});

test('money, yes and no, and nothing are words', () => {
  expect(changesOf({ priceCents: '86800000', verified: false }, { priceCents: '85000050', verified: true })).toEqual([
    { name: 'Price', before: '$868,000', after: '$850,000.50' },
    { name: 'Verified', before: 'no', after: 'yes' },
  ]);
  expect(changesOf({ role: null }, { role: 'Buyer' })).toEqual([{ name: 'Role', before: 'none', after: 'Buyer' }]);
});

test('a fact that was not there before is only new', () => {
  expect(changesOf(null, { fields: ['name', 'number'] })).toEqual([
    { name: 'Changed fields', before: null, after: 'name, number' },
  ]);
  expect(changesOf(null, null)).toEqual([]);
});
