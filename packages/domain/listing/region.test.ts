import { expect, test } from 'vitest';
import { regionOf } from './region.ts';

test('a place lies in its region, however it is written', () => {
  expect(regionOf('Leng Kee')).toBe('Central');
  expect(regionOf('blk 12, WOODLANDS Ave 3')).toBe('North');
  expect(regionOf('Jurong East')).toBe('West');
  expect(regionOf('Ang Mo Kio')).toBe('North-East');
  expect(regionOf('Upper-Changi Road')).toBe('East');
});

test('a text that names no known place lies nowhere', () => {
  expect(regionOf('Singapore')).toBeNull();
  expect(regionOf('')).toBeNull();
  expect(regionOf('Ubiquity Lane')).toBeNull();
  expect(regionOf('Pasir')).toBeNull();
});
