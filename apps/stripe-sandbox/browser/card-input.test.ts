import { describe, expect, it } from 'vitest';
import { brandOf, formatCvc, formatExpiry, formatNumber, readCvc, readExpiry, readNumber } from './card-input.js';

const today = new Date(2026, 7, 15);

describe('the card number', () => {
  it.each([
    ['4242424242424242', '4242 4242 4242 4242', 'visa'],
    ['4242-4242-4242-4242 and more', '4242 4242 4242 4242', 'visa'],
    ['378282246310005', '3782 822463 10005', 'amex'],
    ['36227206271667', '3622 720627 1667', 'diners'],
    ['6205500000000000004', '6205 5000 0000 0000 004', 'unionpay'],
    ['2223003122003222', '2223 0031 2200 3222', 'mastercard'],
    ['', '', 'unknown'],
  ])('shows %j as %j (%s)', (typedNumber, expectedText, brand) => {
    expect(formatNumber(typedNumber)).toBe(expectedText);
    expect(brandOf(typedNumber).name).toBe(brand);
  });

  it('is invalid only when no further digit can make it valid', () => {
    expect(readNumber('4242 4242')).toMatchObject({
      complete: false,
      error: null,
      incomplete: { code: 'incomplete_number' },
    });
    expect(readNumber('4242 4242 4242 4241')).toMatchObject({ complete: false, error: { code: 'invalid_number' } });
    expect(readNumber('4242 4242 4242 4242')).toMatchObject({ complete: true, error: null, value: '4242424242424242' });
    expect(readNumber('3622 720627 1667').complete).toBe(true);
  });
});

describe('the expiration date', () => {
  it.each([
    ['1', '1'],
    ['5', '05 / '],
    ['12', '12 / '],
    ['1/', '01 / '],
    ['1230', '12 / 30'],
    ['12/30', '12 / 30'],
    ['3/31', '03 / 31'],
    ['12 / 2030', '12 / 30'],
    ['122030', '12 / 30'],
  ])('shows %j as %j', (typedNumber, expectedText) => {
    expect(formatExpiry(typedNumber)).toBe(expectedText);
  });

  it.each([
    ['08 / 26', null],
    ['07 / 26', 'invalid_expiry_month_past'],
    ['12 / 25', 'invalid_expiry_year_past'],
    ['13 / 30', 'invalid_expiry_month'],
  ])('judges %j as %s', (typedNumber, code) => {
    expect(readExpiry(typedNumber, today).error?.code ?? null).toBe(code);
  });

  it('is incomplete until the year is complete', () => {
    expect(readExpiry('12 / 3', today)).toMatchObject({ complete: false, error: null });
    expect(readExpiry('12 / 30', today)).toMatchObject({ complete: true, value: '12/2030' });
  });
});

describe('the security code', () => {
  it('has four digits on American Express and three elsewhere', () => {
    expect(readCvc('123', 'amex').complete).toBe(false);
    expect(readCvc('1234', 'amex').complete).toBe(true);
    expect(readCvc('123', 'visa').complete).toBe(true);
    expect(formatCvc('12345', 'visa')).toBe('123');
    expect(formatCvc('12345', 'unknown')).toBe('1234');
  });
});
