import type { CatalogueEntry } from '@carhouse/search/query/entry';
import {
  anyOf,
  costsUpTo,
  fitsAnyCar,
  hasCoeYears,
  hasLongRange,
  hasMileageUpTo,
  hasYearsOfUseUpTo,
  is,
  isBoughtBetween,
  isEstate,
  isModel,
  isMpv,
  isOfBrand,
  isPainted,
  isSaloon,
  isSuv,
  isVan,
  type Question,
  readPriceInDollars,
  usesFuel,
} from './question.ts';

const isElectric = usesFuel('electric');
const descriptionMatches =
  (pattern: RegExp) =>
  (car: CatalogueEntry): boolean =>
    pattern.test(car.description);
const isFrugal = anyOf(usesFuel('hybrid', 'plug-in hybrid', 'diesel'), hasLongRange);

/** Questions with a number beside a vague word, the range of electric cars, trips, and colours that no car has. */
export const figureQuestions: readonly Question[] = [
  // When a text has a number and a vague word for the same figure, the number counts.
  {
    text: 'low mileage suv under 50000 km',
    fitsQuestion: is(isSuv, hasMileageUpTo(50_000)),
    readSortValue: readPriceInDollars,
  },
  { text: 'not too old, max 8 years old', fitsQuestion: hasYearsOfUseUpTo(7), readSortValue: readPriceInDollars },
  { text: 'newer car, 2020 onwards', fitsQuestion: isBoughtBetween(2020), readSortValue: readPriceInDollars },
  { text: 'cheap car under 60k', fitsQuestion: costsUpTo(60_000), readSortValue: readPriceInDollars },
  // Questions about the range of electric cars.
  {
    text: 'electric car with range more than 400km',
    fitsQuestion: isElectric,
    fitsFirstCars: hasLongRange,
    notes: ['range'],
  },
  { text: 'ev can go 500 km', fitsQuestion: isElectric, fitsFirstCars: hasLongRange, notes: ['range'] },
  { text: 'tesla 450km per charge', fitsQuestion: isOfBrand('Tesla'), fitsFirstCars: hasLongRange, notes: ['range'] },
  { text: 'drive 80 km a day', fitsQuestion: fitsAnyCar, fitsFirstCars: isFrugal },
  // Questions about trips to other countries.
  {
    text: 'car for malacca trips',
    fitsQuestion: fitsAnyCar,
    fitsFirstCars: anyOf(isFrugal, descriptionMatches(/malacca|melaka/i)),
  },
  {
    text: 'drive to cameron highlands',
    fitsQuestion: fitsAnyCar,
    fitsFirstCars: anyOf(isFrugal, descriptionMatches(/cameron/i)),
  },
  { text: 'desaru weekends', fitsQuestion: fitsAnyCar, fitsFirstCars: isFrugal },
  // Questions that no car matches, so that the nearest cars are shown.
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
  { text: 'cheap car can tahan 3 years', fitsQuestion: hasCoeYears(3), minimumShareFound: 0.15 },
  { text: 'can last 5 years', fitsQuestion: hasCoeYears(5) },
  { text: 'car that can last me 5 more years', fitsQuestion: hasCoeYears(5) },
  { text: 'suv that lasts 3 years', fitsQuestion: is(isSuv, hasCoeYears(3)) },
  { text: 'car to drive for 4 years', fitsQuestion: hasCoeYears(4) },
  { text: 'just use for 2 years', fitsQuestion: hasCoeYears(2) },
];
