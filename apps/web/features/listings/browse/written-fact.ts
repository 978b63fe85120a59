import { type CarFact, carFacts, type FactName } from '@carhouse/domain/car/car-facts';
import { listingDetailMessages } from '#messages/listing-detail';
import { formatCount, formatKilograms, formatKilometres, formatMoney } from '../../../ui/format.ts';
import { formatDate } from '../../../ui/format-date.ts';

const t = listingDetailMessages.known;

/** Formats the value of a fact as text, by its kind: `3,855 cc`, `4 March 2021`. A year has no thousands separator. */
export function formatFact(name: FactName, value: string | number | boolean): string {
  const fact: CarFact = carFacts[name];
  if (typeof value === 'boolean') return value ? t.yes : t.no;
  if (typeof value === 'string') {
    if (fact.kind === 'day') return formatDate(value);
    return fact.kind === 'choice' ? value.charAt(0).toUpperCase() + value.slice(1) : value;
  }
  if (name === 'manufacturedYear') return String(value);
  return fact.kind === 'money'
    ? formatMoney(value)
    : appendUnit(value, fact.kind === 'whole number' ? fact.unit : undefined);
}

function appendUnit(value: number, unit: string | undefined): string {
  if (unit === 'km') return formatKilometres(value);
  if (unit === 'kg') return formatKilograms(value);
  return unit === undefined ? formatCount(value) : `${formatCount(value)} ${unit}`;
}
