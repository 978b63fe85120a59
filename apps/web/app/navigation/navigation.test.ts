import { expect, test } from 'vitest';
import { stringifySearch } from '../stringify-search.ts';
import { hrefOf } from './navigation.ts';

test('writes the address of a page with its parameters, search and part', () => {
  expect(hrefOf({ to: '/cars/$id', params: { id: 'a/b c' } })).toBe('/cars/a%2Fb%20c');
  expect(hrefOf({ to: '/about', hash: 'prices' })).toBe('/about#prices');
  expect(hrefOf({ to: '/cars', search: { minPrice: 100_000, maxPrice: undefined } })).toBe('/cars?minPrice=100000');
  expect(hrefOf({ to: '/cars', search: {} })).toBe('/cars');
});

test('writes searches as the router does', () => {
  for (const search of [{ minPrice: 100_000 }, { brand: ['Audi', 'Tesla'] }, { q: 'Roma & friends' }]) {
    expect(hrefOf({ to: '/cars', search })).toBe(`/cars${stringifySearch(search)}`);
  }
});
