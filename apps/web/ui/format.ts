import { carName as nameWithMake } from '@carhouse/domain/car/car-name';
import { language, sharedMessages } from '#messages/shared';

const whole = new Intl.NumberFormat(language.tag, { maximumFractionDigits: 0 });
const exact = new Intl.NumberFormat(language.tag, { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Dollars as `$868,000`; cents are shown only where there are some (`$1,999.50`). */
export function money(dollars: number): string {
  return `$${Number.isInteger(dollars) ? whole.format(dollars) : exact.format(dollars)}`;
}

/** `1,204`. */
export function count(value: number): string {
  return whole.format(value);
}

/** `1 car`, `58 cars`. */
export function counted(value: number, one: string, many: string): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

/** `2.5`, `2.78`: with as many decimals as there are, one at most by default. */
export function decimal(value: number, most = 1): string {
  return new Intl.NumberFormat(language.tag, { maximumFractionDigits: most }).format(value);
}

const length = new Intl.NumberFormat(language.tag, { style: 'unit', unit: 'kilometer', maximumFractionDigits: 0 });
const mass = new Intl.NumberFormat(language.tag, { style: 'unit', unit: 'kilogram', maximumFractionDigits: 0 });

/** `62,000 km`. */
export function kilometres(value: number): string {
  return length.format(value);
}

/** `1,570 kg`. */
export function kilograms(value: number): string {
  return mass.format(value);
}

const compact = new Intl.NumberFormat(language.tag, { notation: 'compact', maximumSignificantDigits: 3 });

/** Dollars where there is little room: `$4.21M`, and `$868,000` below a million. */
export function shortMoney(dollars: number): string {
  return dollars < 1_000_000 ? money(Math.round(dollars)) : roundMoney(dollars);
}

/** Round amounts in as few signs as there are: `$100K`, `$1M`. */
export function roundMoney(dollars: number): string {
  return `$${compact.format(dollars)}`;
}

/** A stored category as running text writes it: `Rolls-Royce`, `Aston Martin`. */
export function brandName(category: string): string {
  return sharedMessages.brandNames[category] ?? category.replaceAll('_', ' ');
}

/** Make and model, the make once: `BMW 318i` for a model of either `318i` or `BMW 318i`. */
export function carName(category: string, title: string): string {
  return nameWithMake(brandName(category), title);
}
