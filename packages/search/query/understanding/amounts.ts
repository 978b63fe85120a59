import type { Token } from './tokens.ts';

/** A typed number with its unit and scale. */
export type Amount = {
  readonly value: number;
  /** Whether it has a currency sign or word. */
  readonly money: boolean;
  /** Whether it has a scale (`k`, `m`) or thousands separators. Then it is no year and no model. */
  readonly large: boolean;
  /** The factor of its scale: `between 100 and 150k` means 100k. */
  readonly scale: number;
  readonly unit: 'km' | 'years' | 'months' | null;
  /** Whether `+` follows, as in `2019+`. */
  readonly orMore: boolean;
  readonly next: number;
};

const number =
  /^(s\$|us\$|sgd|\$)?(\d{1,3}(?:,\d{3})+|\d{1,9})(\.\d{1,3})?(k|m|mil|mio|million|thousand)?(kms?|yrs?|years?|mths?|months?)?(\+)?$/;
const scales: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  mil: 1e6,
  mio: 1e6,
  million: 1e6,
};
/** A lone `m` is not a scale: `2.0 M Sport`. */
const scaleWords = new Set(['k', 'thousand', 'mil', 'mio', 'million']);
const moneyBefore = new Set(['$', 's$', 'sgd']);
const moneyAfter = new Set(['dollars', 'bucks', 'sgd']);

/** The amount at a token: `$150k`, `150 k`, `1.2m`, `80,000 km`, `5 years`. */
export function amountAt(tokens: readonly Token[], at: number): Amount | null {
  const signed = moneyBefore.has(tokens[at]?.low ?? '');
  let next = signed ? at + 1 : at;
  const match = number.exec(tokens[next]?.low ?? '');
  if (match === null) return null;
  const [, sign, digits = '', fraction = '', ownScale, ownUnit, plus] = match;
  next += 1;
  let scaleWord = ownScale;
  if (scaleWord === undefined && ownUnit === undefined && scaleWords.has(tokens[next]?.low ?? '')) {
    scaleWord = tokens[next]?.low;
    next += 1;
  }
  let unit = unitOf(ownUnit);
  if (unit === null) {
    unit = unitOf(tokens[next]?.low);
    if (unit !== null) next += 1;
  }
  let money = signed || sign !== undefined;
  if (unit === null && moneyAfter.has(tokens[next]?.low ?? '')) {
    money = true;
    next += 1;
  }
  const scale = scaleWord === undefined ? 1 : (scales[scaleWord] ?? 1);
  const value = Math.round(Number(digits.replaceAll(',', '') + fraction) * scale);
  const large = scale > 1 || digits.includes(',');
  return { value, money, large, scale, unit, orMore: plus !== undefined, next };
}

/** Whether an amount has four digits without unit, scale or currency, in the range of years. */
export function isYear(amount: Amount): boolean {
  return !amount.money && !amount.large && amount.unit === null && amount.value >= 1950 && amount.value <= 2099;
}

function unitOf(word: string | undefined): Amount['unit'] {
  if (word === undefined) return null;
  if (/^(?:kms?|kilomet(?:er|re)s?)$/.test(word)) return 'km';
  if (/^(?:yrs?|years?)$/.test(word)) return 'years';
  return /^(?:mths?|months?)$/.test(word) ? 'months' : null;
}
