import { mapFacts } from '@carhouse/domain/car/car-facts';
import type { Field } from '../read/field.ts';

/** The name of each field for a dealer. The name is used in messages about a field for which the file has no column. */
export const fieldNames: { readonly [F in Field]: string } = {
  ref: 'Your reference',
  title: 'Name of the car',
  brand: 'Make',
  model: 'Model',
  location: 'Location',
  originalPrice: 'Original price',
  resalePrice: 'Price',
  currency: 'Currency',
  yearsOfUse: 'Years of use',
  yearOfPurchase: 'Year of purchase',
  description: 'Description',
  features: 'Features',
  accessories: 'Accessories',
  offPeak: 'Off-peak car',
  lifespanEndsOn: 'End of lifespan',
  availability: 'On offer or sold',
  engine: 'Engine',
  photos: 'Photos',
  ...mapFacts((_, { label }) => (typeof label === 'string' ? label : label.import)),
};
