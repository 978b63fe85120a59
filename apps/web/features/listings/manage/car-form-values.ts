import type { CallArguments } from '@carhouse/contract/call';
import type { editListing, OwnListing } from '@carhouse/contract/listings';
import { digitsOf, priceText } from './number-text.ts';

type Edition = CallArguments<typeof editListing>['body'];
type Facts = NonNullable<Edition['facts']>;

/** Facts of the car that are numbers, amounts of money, days and text in the API; the form holds all of them as text. */
const numbers = [
  'doors',
  'seats',
  'engineCc',
  'powerKw',
  'curbWeightKg',
  'manufacturedYear',
  'owners',
  'mileageKm',
] as const;
const amounts = ['coePremium', 'omv', 'arfPaid'] as const;
const plain = [
  'variant',
  'body',
  'colour',
  'transmission',
  'fuel',
  'registeredOn',
  'coeCategory',
  'coeObtainedOn',
  'coeExpiresOn',
  'coeRenewed',
] as const;
export type FactName = (typeof numbers)[number] | (typeof amounts)[number] | (typeof plain)[number];
export const factNames: readonly FactName[] = [...numbers, ...amounts, ...plain];

/** What stands in the fields, as typed. */
export type CarFormValues = {
  title: string;
  category: string;
  location: string;
  description: string;
  resalePrice: string;
  originalPrice: string;
  yearsOfUse: string;
  yearOfPurchase: string;
  facts: Record<FactName, string>;
};

export const emptyCar: CarFormValues = {
  title: '',
  category: '',
  location: '',
  description: '',
  resalePrice: '',
  originalPrice: '',
  yearsOfUse: '',
  yearOfPurchase: '',
  facts: emptyFacts(),
};

function emptyFacts(): Record<FactName, string> {
  return Object.fromEntries(factNames.map((name) => [name, ''])) as Record<FactName, string>;
}

/** The fields of a car that exists. */
export function valuesOf(car: OwnListing): CarFormValues {
  const facts = emptyFacts();
  for (const name of numbers) facts[name] = textOf(car.facts[name]);
  for (const name of amounts) facts[name] = priceText(textOf(car.facts[name]));
  for (const name of plain) {
    const fact = car.facts[name];
    facts[name] = typeof fact === 'boolean' ? (fact ? 'yes' : 'no') : textOf(fact);
  }
  return {
    title: car.title,
    category: car.category,
    location: car.location,
    description: car.description,
    resalePrice: priceText(String(car.resalePrice)),
    originalPrice: priceText(textOf(car.originalPrice)),
    yearsOfUse: String(car.yearsOfUse),
    yearOfPurchase: String(car.yearOfPurchase),
    facts,
  };
}

function textOf(value: string | number | null): string {
  return value === null ? '' : String(value);
}

/** The terms as the calls take them. Numbers go as text: the contract reads both, and nothing is rounded on the way. */
export function termsOf(values: CarFormValues) {
  return {
    title: values.title.trim(),
    category: values.category,
    location: values.location.trim(),
    description: values.description.trim(),
    resalePrice: digitsOf(values.resalePrice),
    yearsOfUse: digitsOf(values.yearsOfUse),
    yearOfPurchase: digitsOf(values.yearOfPurchase),
    facts: factsOf(values.facts),
  };
}

/** Every fact: what is not known is sent as null, because an edition replaces all of them. */
function factsOf(typed: Record<FactName, string>): Facts {
  const facts: Record<string, string | boolean | null> = {};
  for (const name of [...numbers, ...amounts]) facts[name] = digitsOf(typed[name]) || null;
  for (const name of plain) facts[name] = typed[name].trim() || null;
  facts.coeRenewed = typed.coeRenewed === '' ? null : typed.coeRenewed === 'yes';
  return facts;
}

/** The original price, null where it is not known. */
export function originalPriceOf(values: CarFormValues): string | null {
  return digitsOf(values.originalPrice) || null;
}
