import type { CallArguments } from '@carhouse/contract/call';
import type { editListing, OwnListing } from '@carhouse/contract/listings';
import { type FactName, mapFacts } from '@carhouse/domain/car/car-facts';
import { dropSeparators, groupDigits } from './number-text.ts';

type ListingEditionBody = CallArguments<typeof editListing>['body'];
type Facts = NonNullable<ListingEditionBody['facts']>;

/** The texts of the form's fields as the seller typed them. */
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

export const emptyCarValues: CarFormValues = {
  title: '',
  category: '',
  location: '',
  description: '',
  resalePrice: '',
  originalPrice: '',
  yearsOfUse: '',
  yearOfPurchase: '',
  facts: makeEmptyFactValues(),
};

function makeEmptyFactValues(): Record<FactName, string> {
  return mapFacts(() => '');
}

/** Returns the values of the fields for an existing car. */
export function makeFormValues(car: OwnListing): CarFormValues {
  const facts = mapFacts((name, { kind }) => {
    const fact = car.facts[name];
    if (typeof fact === 'boolean') return fact ? 'yes' : 'no';
    return kind === 'money' ? groupDigits(toFieldText(fact)) : toFieldText(fact);
  });
  return {
    title: car.title,
    category: car.category,
    location: car.location,
    description: car.description,
    resalePrice: groupDigits(String(car.resalePrice)),
    originalPrice: groupDigits(toFieldText(car.originalPrice)),
    yearsOfUse: String(car.yearsOfUse),
    yearOfPurchase: String(car.yearOfPurchase),
    facts,
  };
}

function toFieldText(value: string | number | null): string {
  return value === null ? '' : String(value);
}

/**
 * Returns the terms of a listing, such as title, price and facts, as arguments of the API calls. Numbers are sent as
 * text, because the API accepts numbers and text, and text is not rounded.
 */
export function makeListingTerms(values: CarFormValues) {
  return {
    title: values.title.trim(),
    category: values.category,
    location: values.location.trim(),
    description: values.description.trim(),
    resalePrice: dropSeparators(values.resalePrice),
    yearsOfUse: dropSeparators(values.yearsOfUse),
    yearOfPurchase: dropSeparators(values.yearOfPurchase),
    facts: makeAllFacts(values.facts),
  };
}

/** Returns every fact, with null for unknown facts, because an edit replaces all facts. */
function makeAllFacts(typedFacts: Record<FactName, string>): Facts {
  return mapFacts((name, { kind }) => {
    const text = typedFacts[name];
    if (kind === 'yes or no') return text === '' ? null : text === 'yes';
    const isNumber = kind === 'whole number' || kind === 'money';
    return (isNumber ? dropSeparators(text) : text.trim()) || null;
  }) as Facts;
}

/** Returns the original price; null when the original price is unknown. */
export function readOriginalPrice(values: CarFormValues): string | null {
  return dropSeparators(values.originalPrice) || null;
}
