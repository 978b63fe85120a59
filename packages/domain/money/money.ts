import { DomainError } from '../errors/domain-error.ts';

/**
 * An amount of money as an integer number of cents. The type prevents code from passing a plain bigint, a dollar amount
 * or an id as cents.
 */
export type Cents = bigint & { readonly __unit: 'cents' };

/**
 * The currency code of ISO 4217, in lower case as the card provider writes it. Amounts are in Singapore dollars, which
 * are displayed as `$`.
 */
export const currency = 'sgd';

/** The largest amount of one card payment: eight digits of cents, $999,999.99 (Stripe, amount of a PaymentIntent). */
export const cardPaymentMaximum = 99_999_999n as Cents;
/** The smallest amount of one card payment: the provider refuses charges below 50 cents. */
export const cardPaymentMinimum = 50n as Cents;
/**
 * The highest price that a listing may have: a hundred million dollars. The limit keeps prices within the size of
 * database columns, sums and fields on screens. This price is far above market prices.
 */
export const priceMaximum = 10_000_000_000n as Cents;
/** `priceMaximum` in dollars, the unit of the API and its forms. */
export const highestPrice = Number(priceMaximum / 100n);
/** Matches a price as forms send it: dollars with at most nine digits, at most two decimals and no separators. */
export const pricePattern = /^(0|[1-9]\d{0,8})(\.\d{1,2})?$/;

/** Converts a whole number of cents, for example from the database. @throws RangeError when the number is negative. */
export function cents(amount: bigint | number | string): Cents {
  const value = BigInt(amount);
  if (value < 0n) throw new RangeError('Money is never negative here.');
  return value as Cents;
}

/**
 * Converts dollars of the API (a JSON number such as 868000 or 1999.5) to cents, exactly. The shortest decimal text of
 * the number is parsed, so 0.29 becomes 29 cents although 0.29 * 100 is not 29 in JavaScript.
 * @throws DomainError INVALID for NaN, infinities, negative numbers, more than two decimals, or amounts above
 *   `priceMaximum`.
 */
export function centsFromDollars(dollars: number): Cents {
  const text = String(dollars);
  const parts = /^(\d+)(?:\.(\d{1,2}))?$/.exec(text);
  if (parts === null) {
    throw new DomainError('INVALID', { detail: 'A price is a positive number of dollars with at most two decimals.' });
  }
  const value = BigInt(parts[1] ?? '0') * 100n + BigInt((parts[2] ?? '').padEnd(2, '0'));
  if (value > priceMaximum)
    throw new DomainError('INVALID', { detail: `A price is at most ${formatMoney(priceMaximum)}.` });
  return value as Cents;
}

/**
 * Converts cents to dollars of the API. The result is exact: below 2^53 cents every quotient by 100 has one shortest
 * decimal text.
 */
export function dollarsFromCents(amount: Cents): number {
  return Number(amount) / 100;
}

/** Formats an amount as is usual in Singapore: `$868,000`, or `$1,999.50` when there are cents. */
export function formatMoney(amount: Cents): string {
  const dollars = (amount / 100n).toString().replace(/\B(?=(\d{3})+$)/g, ',');
  const centsPart = amount % 100n;
  return centsPart === 0n ? `$${dollars}` : `$${dollars}.${centsPart.toString().padStart(2, '0')}`;
}

/**
 * Exclusive upper limit of an exchange rate, which is the value of one unit of another currency in Singapore dollars.
 */
export const exchangeRateLimit = 1_000_000;

/** Whether a number may be an exchange rate. */
export function isExchangeRate(exchangeRate: number): boolean {
  return exchangeRate > 0 && exchangeRate < exchangeRateLimit;
}

export type CardFit = 'fits' | 'too-small' | 'too-large';

/** Returns whether one card payment can have this amount, or else whether the amount is too small or too large. */
export function checkCardFit(amount: Cents): CardFit {
  if (amount < cardPaymentMinimum) return 'too-small';
  return amount > cardPaymentMaximum ? 'too-large' : 'fits';
}

/**
 * Checks that one card payment can have this amount.
 * @throws DomainError AMOUNT_TOO_LARGE or AMOUNT_TOO_SMALL; the message names the limit.
 */
export function assertFitsCard(amount: Cents): void {
  const cardFit = checkCardFit(amount);
  if (cardFit === 'too-large') {
    const limit = `Cards take at most ${formatMoney(cardPaymentMaximum)} in one payment.`;
    throw new DomainError('AMOUNT_TOO_LARGE', { detail: `${limit} Please pay this price in parts.` });
  }
  if (cardFit === 'too-small') {
    throw new DomainError('AMOUNT_TOO_SMALL', { detail: `Cards take at least ${formatMoney(cardPaymentMinimum)}.` });
  }
}
