import { expect, test } from 'vitest';
import { findRegion } from './region.ts';

test('a place lies in its region, however it is written', () => {
  expect(findRegion('Leng Kee')).toBe('Central');
  expect(findRegion('blk 12, WOODLANDS Ave 3')).toBe('North');
  expect(findRegion('Jurong East')).toBe('West');
  expect(findRegion('Ang Mo Kio')).toBe('North-East');
  expect(findRegion('Upper-Changi Road')).toBe('East');
});

test('a text that names no known place lies nowhere', () => {
  expect(findRegion('Singapore')).toBeNull();
  expect(findRegion('')).toBeNull();
  expect(findRegion('Ubiquity Lane')).toBeNull();
  expect(findRegion('Pasir')).toBeNull();
});
