import { defaultParseSearch } from '@tanstack/react-router';
import { describe, expect, it, test } from 'vitest';
import { findReturnPath, stringifySearch } from './paths.ts';

test.each([
  '/ferrari',
  '/dashboard/myOrders/0190-abc',
  '/ferrari?page=2#top',
  '/cars?q=100%25',
  '/home?name=%2Fa',
  '/100%',
])('goes back to %s after login', (from) => {
  expect(findReturnPath(from)).toBe(from);
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
  expect(findReturnPath(from)).toBe('/');
});

describe('the query of a URL', () => {
  it('has a list as a repeated parameter, as a plain form sends it', () => {
    const search = { maxPrice: 5, brand: ['Audi', 'Mercedes_Benz'], model: ['Tesla/Model 3'] };
    expect(stringifySearch(search)).toBe('?maxPrice=5&brand=Audi&brand=Mercedes_Benz&model=Tesla%2FModel+3');
    expect(defaultParseSearch(stringifySearch({ brand: search.brand }))).toEqual({ brand: search.brand });
  });

  it('has other values as the router writes them', () => {
    expect(stringifySearch({ q: '296', cars: 48 })).toBe('?q=%22296%22&cars=48');
    expect(stringifySearch({})).toBe('');
    expect(stringifySearch({ brand: [] })).toBe('');
  });
});
