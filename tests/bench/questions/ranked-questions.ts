import type { CatalogueEntry } from '@carhouse/search/query/entry';
import {
  anyOf,
  costsAtLeast,
  costsUpTo,
  fitsAnyCar,
  hasCoeUntil,
  hasCoeYears,
  hasHighSeats,
  hasLargeBoot,
  hasLowMileage,
  hasOwnersUpTo,
  hasSeats,
  hasYearsOfUseUpTo,
  is,
  isHatchback,
  isModel,
  isOfBrand,
  isSaloon,
  isSuv,
  type Question,
  questionDayNumber,
  readPriceInDollars,
  textMatches,
  usesFuel,
} from './question.ts';

const coeEndsBefore = (date: string) => (car: CatalogueEntry) =>
  car.coeExpiresOn !== null && car.coeExpiresOn < Date.parse(date) / 86_400_000;
const coeEndsInYear = (year: number) => is(hasCoeUntil(`${year}-01-01`), coeEndsBefore(`${year + 1}-01-01`));
const coeEndsWithinYearsAndMonth = (years: number) => (car: CatalogueEntry) =>
  car.coeExpiresOn !== null && car.coeExpiresOn - questionDayNumber <= years * 365.25 + 31;
const readNegativePrice = (car: CatalogueEntry): number => -readPriceInDollars(car);
const isPremium = isOfBrand(
  'Mercedes_Benz',
  'BMW',
  'Audi',
  'Porsche',
  'Lexus',
  'Rolls_Royce',
  'Bentley',
  'Jaguar',
  'Land_Rover',
  'Maserati',
  'Ferrari',
  'Lamborghini',
  'Volvo',
  'Infiniti',
  'McLaren',
  'Aston_Martin',
  'Genesis',
  'Maybach',
);
const isHybrid = usesFuel('hybrid', 'plug-in hybrid');
const isSmall = anyOf(isHatchback, isSuv, textMatches(/\b(?:A1|A ?\d{3}|Vios|Attrage|City)\b/));

/** Questions whose words put cars first, name a time in several ways, or name equipment and variants of models. */
export const rankedQuestions: readonly Question[] = [
  // Questions about the end of the COE.
  { text: 'coe expire 2030 onwards', fitsQuestion: hasCoeUntil('2030-01-01'), minimumShareFound: 0.9 },
  { text: 'coe until 2029', fitsQuestion: hasCoeUntil('2029-01-01'), minimumShareFound: 0.9 },
  { text: 'coe not ending before 2031', fitsQuestion: hasCoeUntil('2031-01-01'), minimumShareFound: 0.9 },
  { text: 'coe expiring before 2028', fitsQuestion: coeEndsBefore('2028-01-01'), minimumShareFound: 0.7 },
  { text: 'coe ends next year', fitsQuestion: coeEndsInYear(2027), minimumShareFound: 0.7 },
  { text: 'audi coe expiry 2028', fitsQuestion: is(isOfBrand('Audi'), coeEndsInYear(2028)), minimumShareFound: 0.5 },
  { text: 'coe ending within 2 years', fitsQuestion: coeEndsWithinYearsAndMonth(2), minimumShareFound: 0.9 },
  // The age of a car counts from its registration.
  { text: '5 years old max', fitsQuestion: hasYearsOfUseUpTo(4) },
  { text: 'suv not more than 6 years old', fitsQuestion: is(isSuv, hasYearsOfUseUpTo(5)) },
  {
    text: 'tesla not older than 3 years',
    fitsQuestion: is(isOfBrand('Tesla'), hasYearsOfUseUpTo(2)),
    minimumShareFound: 0.9,
  },
  { text: 'car age below 5', fitsQuestion: hasYearsOfUseUpTo(4) },
  // Questions for luxury cars.
  { text: 'luxury car', fitsQuestion: isPremium, readSortValue: readNegativePrice, notes: ['luxury'] },
  { text: 'atas suv', fitsQuestion: is(isPremium, isSuv), readSortValue: readNegativePrice, notes: ['luxury'] },
  {
    text: 'prestige car below 200k',
    fitsQuestion: is(isPremium, costsUpTo(200_000)),
    readSortValue: readNegativePrice,
    notes: ['luxury'],
  },
  {
    text: 'executive sedan under 150k',
    fitsQuestion: is(isSaloon, costsUpTo(150_000)),
    minimumShareFound: 0.02,
    readSortValue: readNegativePrice,
    notes: ['luxury'],
  },
  // The situation of the buyer puts suitable cars first and excludes none.
  { text: 'starter car', fitsQuestion: fitsAnyCar, fitsFirstCars: is(isSmall, costsUpTo(120_000)) },
  // A car for a new driver has at least a year of COE left.
  {
    text: 'first car for fresh grad',
    fitsQuestion: fitsAnyCar,
    fitsFirstCars: is(isSmall, costsUpTo(120_000), hasCoeYears(1)),
  },
  {
    text: 'p plate driver cheap car',
    fitsQuestion: costsUpTo(130_000),
    minimumShareFound: 0.3,
    fitsFirstCars: hasCoeYears(1),
  },
  { text: 'new driver p plate', fitsQuestion: fitsAnyCar, fitsFirstCars: is(isSmall, costsUpTo(120_000)) },
  { text: 'for my parents', fitsQuestion: fitsAnyCar, fitsFirstCars: hasHighSeats },
  {
    text: 'drive to genting every month',
    fitsQuestion: fitsAnyCar,
    fitsFirstCars: anyOf(isHybrid, usesFuel('diesel', 'electric')),
  },
  { text: 'suv with big boot', fitsQuestion: isSuv, fitsFirstCars: hasLargeBoot },
  { text: 'small suv', fitsQuestion: isSuv, minimumShareFound: 0.05 },
  // Cars with a low mileage are ordered by price, unless the text names another order.
  { text: 'low mileage suv', fitsQuestion: is(isSuv, hasLowMileage), readSortValue: readPriceInDollars },
  {
    text: 'low mileage mercedes',
    fitsQuestion: is(isOfBrand('Mercedes_Benz'), hasLowMileage),
    readSortValue: readPriceInDollars,
  },
  {
    text: 'low mileage one owner',
    fitsQuestion: is(hasLowMileage, hasOwnersUpTo(1)),
    readSortValue: readPriceInDollars,
  },
  {
    text: 'low mileage suv newest first',
    fitsQuestion: is(isSuv, hasLowMileage),
    readSortValue: (car) => -car.yearOfPurchase,
  },
  // Questions for a model with a fuel or a variant.
  {
    text: 'sienta hybrid',
    fitsQuestion: is(isModel('Toyota', /sienta/i), isHybrid),
    isNear: hasSeats(7),
  },
  {
    text: 'audi q3 diesel',
    fitsQuestion: is(isModel('Audi', /^Q3/), usesFuel('diesel')),
    isNear: anyOf(isModel('Audi', /^Q3/), usesFuel('diesel')),
  },
  {
    text: 'golf gti',
    fitsQuestion: isModel('Volkswagen', /golf/i),
    minimumShareFound: 0,
    isNear: is(isHatchback, costsAtLeast(50_000)),
  },
];
