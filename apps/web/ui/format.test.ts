import { expect, test } from 'vitest';
import { formatCountWithNoun, formatMoney, formatMoneyWithCents, formatShortMoney } from './format.ts';
import { formatDate, formatDateTime, formatLongDay } from './format-date.ts';

test('formats dollars with cents only when there are any', () => {
  expect(formatMoney(868000)).toBe('$868,000');
  expect(formatMoney(1999.5)).toBe('$1,999.50');
  expect(formatMoney(0)).toBe('$0');
});

test('formats an amount with its cents always, with a minus sign only below 0', () => {
  expect(formatMoneyWithCents(868000)).toBe('$868,000.00');
  expect(formatMoneyWithCents(-1190.4)).toBe('−$1,190.40');
  expect(formatMoneyWithCents(-0)).toBe('$0.00');
});

test('uses the singular noun for one and the plural noun for other numbers', () => {
  expect(formatCountWithNoun(1, 'car', 'cars')).toBe('1 car');
  expect(formatCountWithNoun(1204, 'car', 'cars')).toBe('1,204 cars');
});

test('formats times in Singapore time in every time zone', () => {
  expect(formatDate('2026-11-19T17:00:00Z')).toBe('20 Nov 2026');
  expect(formatDateTime('2026-11-19T13:14:00Z')).toBe('19 Nov 2026, 21:14');
});

test('shortens large sums', () => {
  expect(formatShortMoney(4_210_400)).toBe('$4.21M');
  expect(formatShortMoney(868_000)).toBe('$868,000');
});

test('formats a day with its weekday', () => {
  expect(formatLongDay('2026-11-20')).toMatch(/^Friday.* 20 November 2026$/);
});
