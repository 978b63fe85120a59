import { describe, expect, it } from 'vitest';
import { readPhoneNumber } from './phone-number.ts';

describe('a telephone number', () => {
  it.each([
    ['9123 4567', '+6591234567'],
    ['6123-4567', '+6561234567'],
    ['+65 9123 4567', '+6591234567'],
    ['0065 91234567', undefined],
    ['(65) 8123 4567', '+6581234567'],
    ['+60 12-345 6789', '+60123456789'],
    ['+44 20 7946 0958', '+442079460958'],
    [' 9123 4567 ', '+6591234567'],
    ['９１２３４５６７', '+6591234567'],
  ])('%s is %s', (text, expected) => {
    expect(readPhoneNumber(text)).toBe(expected);
  });

  it.each([
    '',
    ' ',
    'abc',
    '1',
    '999',
    '1234 5678',
    '9123 456',
    'call me at 9123 4567',
    '9'.repeat(500),
    '+',
    '<b>91234567',
  ])('is not: %s', (text) => {
    expect(readPhoneNumber(text)).toBeUndefined();
  });
});
