import { expect, test } from 'vitest';
import { listChanges } from './audit-changes.ts';

test('a changed fact has its old and its new value, and unchanged facts are left out', () => {
  expect(listChanges({ role: 'Seller', status: 'active' }, { role: 'Seller', status: 'suspended' })).toEqual([
    { name: 'Status', before: 'active', after: 'suspended' },
  ]);
});

test('amounts, yes and no, and missing values are written as texts', () => {
  expect(listChanges({ priceCents: '86800000', verified: false }, { priceCents: '85000050', verified: true })).toEqual([
    { name: 'Price', before: '$868,000', after: '$850,000.50' },
    { name: 'Verified', before: 'no', after: 'yes' },
  ]);
  expect(listChanges({ role: null }, { role: 'Buyer' })).toEqual([{ name: 'Role', before: 'none', after: 'Buyer' }]);
});

test('a fact that was not recorded before has only a new value', () => {
  expect(listChanges(null, { fields: ['name', 'number'] })).toEqual([
    { name: 'Changed fields', before: null, after: 'name, number' },
  ]);
  expect(listChanges(null, null)).toEqual([]);
});
