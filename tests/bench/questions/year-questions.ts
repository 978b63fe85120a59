import {
  coeEndsBetween,
  costsUpTo,
  hasCoeYears,
  is,
  isBoughtBetween,
  isHatchback,
  isOfBrand,
  isSuv,
  type Question,
  readPriceInDollars,
} from './question.ts';

/** Questions with a year or a month in which the COE ends, and with a year in which no car was bought yet. */
export const yearQuestions: readonly Question[] = [
  { text: 'coe 2033 or later', fitsQuestion: coeEndsBetween('2033-01'), readSortValue: readPriceInDollars },
  { text: 'fresh coe until 2034', fitsQuestion: coeEndsBetween('2034-01'), readSortValue: readPriceInDollars },
  { text: 'coe expiring in 2028', fitsQuestion: coeEndsBetween('2028-01', '2028-12') },
  {
    text: 'coe ends jan 2029',
    fitsQuestion: coeEndsBetween('2029-01', '2029-01'),
    isNear: coeEndsBetween('2028-06', '2029-12'),
  },
  { text: 'coe expiring before july 2028', fitsQuestion: coeEndsBetween('2000-01', '2028-06') },
  // A year in the future is not the year of purchase, but the year in which the COE ends.
  {
    text: 'car can last till my son go ns in 2032',
    fitsQuestion: coeEndsBetween('2032-01'),
    readSortValue: readPriceInDollars,
  },
  { text: 'small car for 3 years until 2029', fitsQuestion: is(isHatchback, coeEndsBetween('2029-01')) },
  // The time after the car is how long the buyer uses it. Of a range the longer time counts.
  { text: 'car for 2 to 3 years', fitsQuestion: hasCoeYears(3) },
  { text: 'suv for 4 years', fitsQuestion: is(isSuv, hasCoeYears(4)) },
  { text: 'parf car from 2019', fitsQuestion: isBoughtBetween(2019, 2026) },
  { text: 'bmw till 2030', fitsQuestion: is(isOfBrand('BMW'), coeEndsBetween('2030-01')) },
  { text: 'suv under 120k to use until 2031', fitsQuestion: is(isSuv, costsUpTo(120_000), coeEndsBetween('2031-01')) },
  { text: 'suv before 2030', fitsQuestion: is(isSuv, coeEndsBetween('2000-01', '2029-12')) },
];
