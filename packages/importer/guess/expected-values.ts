import { mapFacts } from '@carhouse/domain/car/car-facts';
import type { Field } from '../read/field.ts';

const price = 'a price such as 88,000';
const year = 'a year such as 2017';
const day = 'a date such as 10-Nov-2017';
const words = 'some words';

/** The expected content of a column, for the report to the dealer. */
export const expectedValueByField: { readonly [F in Field]: string } = {
  ref: 'your own reference of the car, such as a stock number',
  title: 'the name of the car, such as Audi Q5 2.0A',
  brand: 'a make such as Audi',
  model: 'a model such as Q5',
  location: 'a place such as Jurong',
  originalPrice: price,
  resalePrice: price,
  currency: 'a currency such as SGD',
  yearsOfUse: 'a number of years such as 3',
  yearOfPurchase: year,
  description: words,
  features: words,
  accessories: words,
  offPeak: 'yes, no or the name of an off-peak scheme',
  lifespanEndsOn: day,
  availability: 'available or sold',
  engine: 'words such as 2.0L petrol',
  photos: 'names or addresses of pictures',
  ...mapFacts((_, { expected }) => expected),
};

/** Adds the expected content to the reason of a rejection: `is not a number; expected a price such as 88,000`. */
export function addExpectedValue(reason: string, field: Field): string {
  return `${reason}; expected ${expectedValueByField[field]}`;
}
