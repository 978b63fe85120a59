import { expect, test } from 'vitest';
import { originPath } from './paths.ts';

test.each([
  '/ferrari',
  '/dashboard/myOrders/0190-abc',
  '/ferrari?page=2#top',
  '/cars?q=100%25',
  '/home?name=%2Fa',
  '/100%',
])('goes back to %s after login', (from) => {
  expect(originPath(from)).toBe(from);
});

test.each([
  undefined,
  7,
  '',
  'ferrari',
  'https://evil.example',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '/ferrari\\..',
  '/%2Fevil.example',
  '/%5Cevil.example',
  '/%252Fevil.example',
  '%2F%2Fevil.example',
  '/\t/evil.example',
  '/%09/evil.example',
  'javascript:alert(1)',
  `/${'a'.repeat(2000)}`,
])('goes home instead of to %s', (from) => {
  expect(originPath(from)).toBe('/');
});
