import {
  anyOf,
  coeEndsWithinYears,
  costsUpTo,
  fitsAnyCar,
  fitsNoCar,
  hasCoeYears,
  hasHighSeats,
  hasInstalmentUpTo,
  hasSeats,
  is,
  isEstate,
  isHatchback,
  isModel,
  isMpv,
  isOfBrand,
  isSaloon,
  isSuv,
  isVan,
  type Question,
  usesFuel,
} from './question.ts';

const isRoomy = is(hasSeats(5), anyOf(isSuv, isMpv, isEstate));
const isForHire = is(hasSeats(5), anyOf(isSaloon, isMpv));

/** Questions that name the purpose of the car, its maximum cost a month, or another car that it should resemble. */
export const purposeQuestions: readonly Question[] = [
  // A purpose puts suitable cars first and excludes none.
  { text: 'car for grandparents easy to get in and out', fitsQuestion: fitsAnyCar, fitsFirstCars: hasHighSeats },
  { text: 'car for elderly parents easy to get in and out', fitsQuestion: fitsAnyCar, fitsFirstCars: hasHighSeats },
  { text: 'family car with two kids and pram', fitsQuestion: hasSeats(5), fitsFirstCars: isRoomy },
  { text: 'suv for baby seat and stroller', fitsQuestion: is(isSuv, hasSeats(5)) },
  { text: 'car ready for grab', fitsQuestion: isForHire, notes: ['private hire'] },
  { text: 'private hire car phv', fitsQuestion: isForHire, notes: ['private hire'] },
  { text: 'car for delivery business', fitsQuestion: isVan, isNear: anyOf(isMpv, isEstate) },
  { text: 'delivery van', fitsQuestion: isVan, isNear: anyOf(isMpv, isEstate) },
  // Questions for cars that resemble another car.
  {
    text: 'something like a bmw 3 series but cheaper',
    fitsQuestion: is(isSaloon, costsUpTo(150_000)),
    minimumShareFound: 0.1,
  },
  { text: 'toyota camry but cheaper', fitsQuestion: is(isSaloon, costsUpTo(150_000)), minimumShareFound: 0.1 },
  // When no car of the named model is on sale, cars with the body, the seats or the fuel of the model count as near.
  {
    text: 'toyota sienta hybrid',
    fitsQuestion: is(isModel('Toyota', /sienta/i), usesFuel('hybrid', 'plug-in hybrid')),
    isNear: is(hasSeats(7), anyOf(isMpv, usesFuel('hybrid', 'plug-in hybrid'))),
  },
  { text: 'volkswagen golf', fitsQuestion: isModel('Volkswagen', /golf/i), isNear: isHatchback },
  { text: 'byd atto 3', fitsQuestion: isModel('BYD', /atto/i), isNear: is(isSuv, usesFuel('electric')) },
  // Questions with a maximum cost a month.
  {
    text: 'cars under $800 a month',
    fitsQuestion: hasInstalmentUpTo(800),
    isNear: hasInstalmentUpTo(1_300),
    notes: ['amount a month'],
  },
  { text: 'budget $1500 monthly', fitsQuestion: hasInstalmentUpTo(1_500), notes: ['amount a month'] },
  {
    text: 'loan under $1000 a month',
    fitsQuestion: hasInstalmentUpTo(1_000),
    isNear: hasInstalmentUpTo(1_400),
    notes: ['instalment'],
  },
  // The following questions name facts that no car on sale states.
  {
    text: 'weekend car (OPC) red plate',
    fitsQuestion: fitsNoCar,
    notes: ['no off-peak car'],
  },
  {
    text: 'coe renewed car 5 years',
    fitsQuestion: fitsNoCar,
    isNear: is(hasCoeYears(4), coeEndsWithinYears(5.1)),
    notes: ['no renewed COE'],
  },
  {
    text: 'fuel efficient car for commuting to jurong everyday',
    fitsQuestion: usesFuel('hybrid', 'plug-in hybrid', 'electric'),
  },
  { text: 'not toyota under 100k', fitsQuestion: (car) => !isOfBrand('Toyota')(car) && costsUpTo(100_000)(car) },
];
