import { formatBrandName } from '@carhouse/domain/brand/brand-text';
import { carName as nameWithMake } from '@carhouse/domain/car/car-name';
import { language } from '#messages/shared';

const wholeNumberFormat = new Intl.NumberFormat(language.tag, { maximumFractionDigits: 0 });
const centsFormat = new Intl.NumberFormat(language.tag, { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Formats dollars as `$868,000`, with cents only when the cents are not 0 (`$1,999.50`). */
export function formatMoney(dollars: number): string {
  return `$${Number.isInteger(dollars) ? wholeNumberFormat.format(dollars) : centsFormat.format(dollars)}`;
}

/** Formats dollars always with cents (`$868,000.00`), and amounts below 0 with a minus sign (`−$1,190.40`). */
export function formatMoneyWithCents(dollars: number): string {
  return `${dollars < 0 ? '−' : ''}$${centsFormat.format(Math.abs(dollars))}`;
}

/** Formats a number such as `1,204`. */
export function formatCount(value: number): string {
  return wholeNumberFormat.format(value);
}

/** Formats a number with its noun: `1 car`, `58 cars`. */
export function formatCountWithNoun(value: number, singular: string, plural: string): string {
  return `${formatCount(value)} ${value === 1 ? singular : plural}`;
}

/** Formats a number without needless zeros, such as `2.5` or `2.78`; by default at most one decimal is shown. */
export function formatDecimal(value: number, decimalsMaximum = 1): string {
  return new Intl.NumberFormat(language.tag, { maximumFractionDigits: decimalsMaximum }).format(value);
}

const kilometreFormat = new Intl.NumberFormat(language.tag, {
  style: 'unit',
  unit: 'kilometer',
  maximumFractionDigits: 0,
});
const kilogramFormat = new Intl.NumberFormat(language.tag, {
  style: 'unit',
  unit: 'kilogram',
  maximumFractionDigits: 0,
});

/** Formats a distance such as `62,000 km`. */
export function formatKilometres(value: number): string {
  return kilometreFormat.format(value);
}

/** Formats a weight such as `1,570 kg`. */
export function formatKilograms(value: number): string {
  return kilogramFormat.format(value);
}

const compactNumberFormat = new Intl.NumberFormat(language.tag, { notation: 'compact', maximumSignificantDigits: 3 });

/** Formats dollars for small spaces: `$4.21M`, and `$868,000` below a million. */
export function formatShortMoney(dollars: number): string {
  return dollars < 1_000_000 ? formatMoney(Math.round(dollars)) : formatRoundMoney(dollars);
}

/** Formats round amounts with few characters: `$100K`, `$1M`. */
export function formatRoundMoney(dollars: number): string {
  return `$${compactNumberFormat.format(dollars)}`;
}

/** Returns the name of a stored category for running text: `Rolls-Royce`, `Aston Martin`. */
export const formatBrand = formatBrandName;

/** Returns make and model without repeating the make: `BMW 318i` for a model `318i` or `BMW 318i`. */
export function formatCarName(category: string, title: string): string {
  return nameWithMake(formatBrand(category), title);
}
