import type { Field } from '../read/field.ts';

const price = 'a price such as 88,000';
const amount = 'an amount such as 41,617';
const year = 'a year such as 2017';
const day = 'a date such as 10-Nov-2017';
const words = 'some words';

/** What a column is expected to hold, for the person who mends the file. */
export const expectedValues: { readonly [F in Field]: string } = {
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
  variant: words,
  body: 'a body such as SUV',
  colour: 'a colour such as red',
  doors: 'a number of doors such as 5',
  seats: 'a number of seats such as 5',
  transmission: 'auto or manual',
  fuel: 'petrol, diesel, hybrid, plug-in hybrid or electric',
  engineCc: 'a size in cc such as 1,598',
  powerKw: 'a power in kW such as 110',
  curbWeightKg: 'a weight in kg such as 1,350',
  manufacturedYear: year,
  registeredOn: day,
  coeCategory: 'a letter from A to E',
  coePremium: amount,
  coeObtainedOn: day,
  coeExpiresOn: day,
  coeRenewed: 'yes or no',
  omv: amount,
  arfPaid: amount,
  owners: 'a number such as 2',
  mileageKm: 'a distance such as 98,000 km',
};

/** `is not a number; expected a price such as 88,000` */
export function withExpectation(reason: string, field: Field): string {
  return `${reason}; expected ${expectedValues[field]}`;
}
