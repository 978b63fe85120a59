import type { CardMethodRecord } from '../ledger/records.ts';
import { type Params, text } from '../params.ts';
import { makeInvalidCardError } from '../stripe-error.ts';
import { type CardBrand, type CardRow, findCardByNumber, findCardByPaymentMethod } from './cards.ts';

/** The details of a card that are stored. The card number itself is not stored. */
export type CardDetails = Omit<CardMethodRecord, 'id' | 'created' | 'name' | 'email'>;

/** Reads `number`, `exp_month`, `exp_year` and `cvc` of a card. Throws 402 for invalid card data. */
export function readCard(card: Params, now: number): CardDetails {
  const number = readNumber(text(card, 'number') ?? '');
  const { month, year } = readExpiry(text(card, 'exp_month') ?? '', text(card, 'exp_year') ?? '', now);
  const row = findCardByNumber(number);
  const brand = row?.brand ?? findBrandOfNumber(number);
  const cvc = text(card, 'cvc');
  if (cvc !== undefined && !new RegExp(brand === 'amex' ? '^\\d{4}$' : '^\\d{3}$').test(cvc)) {
    throw makeInvalidCardError('invalid_cvc', "Your card's security code is invalid.", 'cvc');
  }
  return { ...describeCard(row, brand, number), expMonth: month, expYear: year, cvcGiven: cvc !== undefined };
}

/** The card of a ready-made payment method such as `pm_card_visa`. The result is undefined for any other id. */
export function findReadyMadeCard(id: string, now: number): CardDetails | undefined {
  const row = findCardByPaymentMethod(id);
  if (row === undefined) return undefined;
  return {
    ...describeCard(row, row.brand, row.number),
    expMonth: 12,
    expYear: new Date(now * 1000).getUTCFullYear() + 1,
    cvcGiven: true,
  };
}

/**
 * Whether the check digit of a card number is right (ISO/IEC 7812-1, the Luhn formula). `number` contains only digits.
 */
export function passesLuhn(number: string): boolean {
  let sum = 0;
  for (let index = 0; index < number.length; index += 1) {
    const digit = Number(number[number.length - 1 - index]);
    const doubledDigit = index % 2 === 1 ? digit * 2 : digit;
    sum += doubledDigit > 9 ? doubledDigit - 9 : doubledDigit;
  }
  return sum % 10 === 0;
}

function describeCard(row: CardRow | undefined, brand: CardBrand, number: string) {
  return {
    testCard: row?.number ?? null,
    brand,
    funding: row?.funding ?? ('credit' as const),
    country: row?.country ?? null,
    last4: number.slice(-4),
  };
}

function readNumber(rawNumber: string): string {
  const number = rawNumber.replaceAll(/[\s-]/g, '');
  if (!/^\d+$/.test(number)) {
    throw makeInvalidCardError('invalid_number', 'The card number is not a valid credit card number.', 'number');
  }
  if (number.length < 12 || number.length > 19 || !passesLuhn(number)) {
    throw makeInvalidCardError('incorrect_number', 'Your card number is incorrect.', 'number');
  }
  return number;
}

/** Reads month and year of the expiry. Two-digit years count from 2000. A year more than 50 years ahead is refused. */
function readExpiry(rawMonth: string, rawYear: string, now: number): { month: number; year: number } {
  const today = new Date(now * 1000);
  const month = /^\d{1,2}$/.test(rawMonth) ? Number(rawMonth) : 0;
  if (month < 1 || month > 12) {
    throw makeInvalidCardError('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month');
  }
  const enteredYear = /^(\d{2}|\d{4})$/.test(rawYear) ? Number(rawYear) : 0;
  const year = enteredYear < 100 && rawYear.length === 2 ? 2000 + enteredYear : enteredYear;
  if (year < today.getUTCFullYear() || year > today.getUTCFullYear() + 50) {
    throw makeInvalidCardError('invalid_expiry_year', "Your card's expiration year is invalid.", 'exp_year');
  }
  if (year === today.getUTCFullYear() && month < today.getUTCMonth() + 1) {
    throw makeInvalidCardError('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month');
  }
  return { month, year };
}

function findBrandOfNumber(number: string): CardBrand {
  if (/^4/.test(number)) return 'visa';
  if (/^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/.test(number)) return 'mastercard';
  if (/^3[47]/.test(number)) return 'amex';
  if (/^(30[0-5]|309|36|38|39)/.test(number)) return 'diners';
  if (/^35/.test(number)) return 'jcb';
  if (/^62/.test(number)) return 'unionpay';
  if (/^(6011|64[4-9]|65)/.test(number)) return 'discover';
  return 'unknown';
}
