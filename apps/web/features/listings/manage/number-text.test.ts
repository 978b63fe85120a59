import { expect, test } from 'vitest';
import { dropSeparators, groupDigits, isPrice, isWholeNumber } from './number-text.ts';

test('formats prices with separators and does not change other texts', () => {
  expect(groupDigits('868000')).toBe('868,000');
  expect(groupDigits('1,128,000.5')).toBe('1,128,000.50');
  expect(groupDigits('about 5')).toBe('about 5');
  expect(dropSeparators(groupDigits('868000'))).toBe('868000');
});

test('distinguishes prices from other texts', () => {
  for (const price of ['1', '0.01', '868 000', '100,000,000']) expect(isPrice(price), price).toBe(true);
  for (const invalidText of ['', '0', '-5', '1e5', '1.234', '100000001', 'x'])
    expect(isPrice(invalidText), invalidText).toBe(false);
});

test('accepts whole numbers within the bounds only', () => {
  expect(isWholeNumber('5', 0, 100)).toBe(true);
  expect(isWholeNumber('101', 0, 100)).toBe(false);
  expect(isWholeNumber('5.5', 0, 100)).toBe(false);
});
