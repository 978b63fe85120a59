/**
 * Reads what a buyer has typed so far, with the same rules as the card fields of Stripe.js. This file does not use the
 * DOM.
 *
 * @typedef {{ code: string, message: string }} InputError
 * @typedef {{ value: string, complete: boolean, empty: boolean, error: InputError | null, incomplete: InputError }} Reading
 *   `error`: the value is wrong whatever is typed next; `incomplete`: the error to display when the buyer stops here.
 */

const brands = [
  { name: 'amex', prefix: /^3[47]/, lengths: [15], gaps: [4, 10], cvc: 4 },
  { name: 'diners', prefix: /^(30[0-5]|3095|3[689])/, lengths: [14, 16], gaps: [4, 10], cvc: 3 },
  { name: 'jcb', prefix: /^35/, lengths: [16], gaps: [4, 8, 12], cvc: 3 },
  { name: 'unionpay', prefix: /^62/, lengths: [16, 19], gaps: [4, 8, 12, 16], cvc: 3 },
  { name: 'discover', prefix: /^(6011|64[4-9]|65)/, lengths: [16], gaps: [4, 8, 12], cvc: 3 },
  { name: 'mastercard', prefix: /^(5[1-5]|2[2-7])/, lengths: [16], gaps: [4, 8, 12], cvc: 3 },
  { name: 'visa', prefix: /^4/, lengths: [16], gaps: [4, 8, 12], cvc: 3 },
];
const unknownBrand = { name: 'unknown', prefix: /^/, lengths: [16], gaps: [4, 8, 12], cvc: 3 };

/** @param {string} text */
export function brandOf(text) {
  const digits = digitsOf(text);
  return brands.find((brand) => brand.prefix.test(digits)) ?? unknownBrand;
}

/** Groups the digits of a card number as on a card. @param {string} text */
export function formatNumber(text) {
  const brand = brandOf(text);
  const digits = digitsOf(text).slice(0, Math.max(...brand.lengths));
  return [...digits].map((digit, place) => (brand.gaps.includes(place) ? ` ${digit}` : digit)).join('');
}

/** Formats an expiry as `MM / YY`. A pasted `12/2031` or `1231` gives the same. @param {string} text */
export function formatExpiry(text) {
  const slashed = /^\s*(\d{1,2})\s*[/-]\s*(?:20)?(\d{2})\s*$/.exec(text);
  let digits = slashed ? `${slashed[1]?.padStart(2, '0')}${slashed[2]}` : digitsOf(text);
  if (/^[2-9]/.test(digits)) digits = `0${digits}`;
  if (/^\d\s*\//.test(text) && digits.length === 1) digits = `0${digits}`;
  if (digits.length === 6 && digits.slice(2, 4) === '20') digits = digits.slice(0, 2) + digits.slice(4);
  digits = digits.slice(0, 4);
  return digits.length < 2 ? digits : `${digits.slice(0, 2)} / ${digits.slice(2)}`;
}

/** @param {string} text @param {string} brandName */
export function formatCvc(text, brandName) {
  // Until the number determines the brand, four digits may be right.
  return digitsOf(text).slice(0, brandName === 'amex' || brandName === 'unknown' ? 4 : 3);
}

/** @param {string} text @returns {Reading} */
export function readNumber(text) {
  const value = digitsOf(text);
  const { lengths } = brandOf(value);
  const full = lengths.includes(value.length);
  const complete = full && passesLuhn(value);
  const wrong = !complete && value.length >= Math.max(...lengths);
  return {
    value,
    complete,
    empty: value === '',
    error: wrong ? { code: 'invalid_number', message: 'Your card number is invalid.' } : null,
    incomplete: { code: 'incomplete_number', message: 'Your card number is incomplete.' },
  };
}

/** @param {string} text @param {Date} today @returns {Reading} */
export function readExpiry(text, today) {
  const digits = digitsOf(text);
  const month = Number(digits.slice(0, 2));
  const year = 2000 + Number(digits.slice(2, 4));
  const full = digits.length === 4;
  const error = full ? expiryError(month, year, today) : null;
  return {
    value: full ? `${digits.slice(0, 2)}/${year}` : '',
    complete: full && error === null,
    empty: digits === '',
    error: error ?? (digits.length >= 2 && (month < 1 || month > 12) ? wrongMonth : null),
    incomplete: { code: 'incomplete_expiry', message: "Your card's expiration date is incomplete." },
  };
}

/** @param {string} text @param {string} brandName @returns {Reading} */
export function readCvc(text, brandName) {
  const value = digitsOf(text);
  const wanted = brands.find((brand) => brand.name === brandName)?.cvc;
  const complete = wanted === undefined ? value.length >= 3 : value.length === wanted;
  return {
    value,
    complete,
    empty: value === '',
    error: null,
    incomplete: { code: 'incomplete_cvc', message: "Your card's security code is incomplete." },
  };
}

const wrongMonth = { code: 'invalid_expiry_month', message: "Your card's expiration month is invalid." };

/** @param {number} month @param {number} year @param {Date} today @returns {InputError | null} */
function expiryError(month, year, today) {
  if (month < 1 || month > 12) return wrongMonth;
  if (year < today.getFullYear() || year > today.getFullYear() + 50) {
    return { code: 'invalid_expiry_year_past', message: "Your card's expiration year is in the past." };
  }
  if (year === today.getFullYear() && month < today.getMonth() + 1) {
    return { code: 'invalid_expiry_month_past', message: "Your card's expiration date is in the past." };
  }
  return null;
}

/** @param {string} digits */
function passesLuhn(digits) {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = place % 2 === 1 ? Number(digit) * 2 : Number(digit);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** @param {string} text */
function digitsOf(text) {
  return text.replace(/\D/g, '');
}
