import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDomainError } from '../errors/domain-error.ts';
import {
  assertFitsCard,
  type Cents,
  cardPaymentMaximum,
  cents,
  centsFromDollars,
  checkCardFit,
  dollarsFromCents,
  formatMoney,
  priceMaximum,
} from './money.ts';

const amounts = fc.bigInt({ min: 0n, max: priceMaximum }).map((amount) => amount as Cents);

function refusal(dollars: number): string | undefined {
  try {
    centsFromDollars(dollars);
    return undefined;
  } catch (error) {
    return isDomainError(error) ? error.code : String(error);
  }
}

describe('dollars and cents', () => {
  it('come back the same from the API, for every price', () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        expect(centsFromDollars(dollarsFromCents(amount))).toBe(amount);
        expect(centsFromDollars(JSON.parse(JSON.stringify(dollarsFromCents(amount))))).toBe(amount);
      }),
    );
  });

  it('are exact where floating point is not', () => {
    expect(centsFromDollars(0.29)).toBe(29n);
    expect(centsFromDollars(1.1)).toBe(110n);
    expect(centsFromDollars(1_999.5)).toBe(199_950n);
    expect(centsFromDollars(999_999.99)).toBe(cardPaymentMaximum);
    expect(centsFromDollars(-0)).toBe(0n);
  });

  it.each([0.1 + 0.2, 19.999, 0.001, 1e-7, 1e21, 1e308, 2 ** 53, 100_000_000.01, -1, -0.01])(
    'refuse %d as a price',
    (dollars) => {
      expect(refusal(dollars)).toBe('INVALID');
    },
  );

  it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])('refuse %d as a price', (dollars) => {
    expect(refusal(dollars)).toBe('INVALID');
  });

  it('refuse every number with more than two decimals', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, min: 0, max: 1e8 }), (dollars) => {
        const decimalCount = /\.(\d+)$/.exec(String(dollars))?.[1]?.length ?? 0;
        fc.pre(decimalCount > 2);
        expect(refusal(dollars)).toBe('INVALID');
      }),
    );
  });

  it('are never negative', () => {
    expect(cents('868000')).toBe(868_000n);
    expect(() => cents(-1n)).toThrow(RangeError);
    expect(() => cents(0.5)).toThrow(RangeError);
  });
});

describe('money as it is shown', () => {
  it.each([
    [0n, '$0'],
    [5n, '$0.05'],
    [99_900n, '$999'],
    [100_000n, '$1,000'],
    [199_950n, '$1,999.50'],
    [86_800_000n, '$868,000'],
    [10_000_000_000n, '$100,000,000'],
  ])('%s cents are %s', (amount, text) => {
    expect(formatMoney(amount as Cents)).toBe(text);
  });

  it('reads back to the same amount, whatever it is', () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        const text = formatMoney(amount);
        expect(text).toMatch(/^\$\d{1,3}(,\d{3})*(\.\d{2})?$/);
        expect(centsFromDollars(Number(text.replace(/[$,]/g, '')))).toBe(amount);
      }),
    );
  });
});

describe('one card payment', () => {
  it.each([
    [49n, 'too-small'],
    [50n, 'fits'],
    [99_999_999n, 'fits'],
    [100_000_000n, 'too-large'],
  ] as const)('of %s cents: %s', (amount, cardFit) => {
    expect(checkCardFit(amount as Cents)).toBe(cardFit);
  });

  it.each([
    [49n, 'Cards take at least $0.50.'],
    [100_000_000n, 'Cards take at most $999,999.99 in one payment. Please pay this price in parts.'],
  ])('of %s cents is refused with the limit', (amount, expectedMessage) => {
    expect(() => assertFitsCard(amount as Cents)).toThrow(expectedMessage);
  });
});
