import { expect, test } from 'vitest';
import { counted, money, moneyWithCents, shortMoney } from './format.ts';
import { date, dateTime, formatLongDay } from './format-date.ts';

test('formats dollars with cents only when there are any', () => {
  expect(money(868000)).toBe('$868,000');
  expect(money(1999.5)).toBe('$1,999.50');
  expect(money(0)).toBe('$0');
});

test('formats an amount with its cents always, with a minus sign only below 0', () => {
  expect(moneyWithCents(868000)).toBe('$868,000.00');
  expect(moneyWithCents(-1190.4)).toBe('−$1,190.40');
  expect(moneyWithCents(-0)).toBe('$0.00');
});

test('uses the singular noun for one and the plural noun for other numbers', () => {
  expect(counted(1, 'car', 'cars')).toBe('1 car');
  expect(counted(1204, 'car', 'cars')).toBe('1,204 cars');
});

test('formats times in Singapore time in every time zone', () => {
  expect(date('2026-11-19T17:00:00Z')).toBe('20 Nov 2026');
  expect(dateTime('2026-11-19T13:14:00Z')).toBe('19 Nov 2026, 21:14');
});

test('shortens large sums', () => {
  expect(shortMoney(4_210_400)).toBe('$4.21M');
  expect(shortMoney(868_000)).toBe('$868,000');
});

test('formats a day with its weekday', () => {
  expect(formatLongDay('2026-11-20')).toMatch(/^Friday.* 20 November 2026$/);
});
