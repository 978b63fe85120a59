import type { CatalogueEntry } from '@carhouse/search/query/entry';
import {
  anyCar,
  anyOf,
  boughtBetween,
  coeYears,
  costsUpTo,
  dollars,
  drivenUpTo,
  goesFar,
  is,
  isEstate,
  isModel,
  isMpv,
  isOfBrand,
  isPainted,
  isSaloon,
  isSuv,
  isVan,
  type Question,
  usedUpTo,
  usesFuel,
} from './question.ts';

const isElectric = usesFuel('electric');
const says =
  (pattern: RegExp) =>
  (car: CatalogueEntry): boolean =>
    pattern.test(car.description);
const isFrugal = anyOf(usesFuel('hybrid', 'plug-in hybrid', 'diesel'), goesFar);

/** Questions with a number beside a vague word, the range of electric cars, trips, and colours that no car has. */
export const figureQuestions: readonly Question[] = [
  // A number decides over a vague word for the same figure.
  {
    text: 'low mileage suv under 50000 km',
    fitsQuestion: is(isSuv, drivenUpTo(50_000)),
    orderedBy: dollars,
  },
  { text: 'not too old, max 8 years old', fitsQuestion: usedUpTo(7), orderedBy: dollars },
  { text: 'newer car, 2020 onwards', fitsQuestion: boughtBetween(2020), orderedBy: dollars },
  { text: 'cheap car under 60k', fitsQuestion: costsUpTo(60_000), orderedBy: dollars },
  // The range of an electric car.
  {
    text: 'electric car with range more than 400km',
    fitsQuestion: isElectric,
    firstFit: goesFar,
    notes: ['range'],
  },
  { text: 'ev can go 500 km', fitsQuestion: isElectric, firstFit: goesFar, notes: ['range'] },
  { text: 'tesla 450km per charge', fitsQuestion: isOfBrand('Tesla'), firstFit: goesFar, notes: ['range'] },
  { text: 'drive 80 km a day', fitsQuestion: anyCar, firstFit: isFrugal },
  // Trips.
  {
    text: 'car for malacca trips',
    fitsQuestion: anyCar,
    firstFit: anyOf(isFrugal, says(/malacca|melaka/i)),
  },
  {
    text: 'drive to cameron highlands',
    fitsQuestion: anyCar,
    firstFit: anyOf(isFrugal, says(/cameron/i)),
  },
  { text: 'desaru weekends', fitsQuestion: anyCar, firstFit: isFrugal },
  // What is near when nothing fits.
  {
    text: 'polestar 2 or ioniq 5',
    fitsQuestion: anyOf(isModel('Polestar', /^2/), isModel('Hyundai', /^Ioniq 5/)),
    isNear: is(isElectric, anyOf(isSaloon, isSuv)),
  },
  { text: 'pink car', fitsQuestion: isPainted(/pink/i), isNear: isPainted(/red|purple/i) },
  {
    text: 'teal sedan',
    fitsQuestion: is(isSaloon, isPainted(/teal/i)),
    isNear: is(isSaloon, isPainted(/blue|green/i)),
  },
  { text: 'van for my bakery deliveries', fitsQuestion: isVan, isNear: anyOf(isMpv, isEstate) },
  // A car is driven in Singapore as long as its COE lasts.
  { text: 'cheap car can tahan 3 years', fitsQuestion: coeYears(3), findsAtLeast: 0.15 },
  { text: 'can last 5 years', fitsQuestion: coeYears(5) },
  { text: 'car that can last me 5 more years', fitsQuestion: coeYears(5) },
  { text: 'suv that lasts 3 years', fitsQuestion: is(isSuv, coeYears(3)) },
  { text: 'car to drive for 4 years', fitsQuestion: coeYears(4) },
  { text: 'just use for 2 years', fitsQuestion: coeYears(2) },
];
