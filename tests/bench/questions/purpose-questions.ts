import {
  anyOf,
  coeEndsWithinYears,
  costsUpTo,
  depreciatesUpTo,
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
  seats,
  usedAtLeast,
  usesFuel,
} from './question.ts';

const hasFourDoors = anyOf(isSaloon, isSuv, isMpv, isHatchback);
const isRoomy = is(seats(5), anyOf(isSuv, isMpv, isEstate));
const isForHire = is(seats(5), anyOf(isSaloon, isMpv));

/** Questions that say what the car is for, what it may cost a month, or to which car it should be like. */
export const purposeQuestions: readonly Question[] = [
  // Purposes. A word that texts of cars have finds these cars, so only some of the fitting cars are found.
  { text: 'car for grandparents easy to get in and out', fits: is(seats(5), hasFourDoors), findsAtLeast: 0.01 },
  { text: 'car for elderly parents easy to get in and out', fits: is(seats(5), hasFourDoors) },
  { text: 'family car with two kids and pram', fits: isRoomy },
  { text: 'suv for baby seat and stroller', fits: is(isSuv, seats(5)) },
  { text: 'car ready for grab', fits: isForHire },
  { text: 'private hire car phv', fits: isForHire },
  { text: 'car for delivery business', fits: isVan, isNear: anyOf(isMpv, isEstate) },
  { text: 'delivery van', fits: isVan, isNear: anyOf(isMpv, isEstate) },
  // Like another car.
  {
    text: 'something like a bmw 3 series but cheaper',
    fits: is(isSaloon, costsUpTo(150_000)),
    findsAtLeast: 0.1,
  },
  { text: 'toyota camry but cheaper', fits: is(isSaloon, costsUpTo(150_000)), findsAtLeast: 0.1 },
  // Models that are not on sale keep their body, seats and energy.
  {
    text: 'toyota sienta hybrid',
    fits: is(isModel('Toyota', /sienta/i), usesFuel('hybrid', 'plug-in hybrid')),
    isNear: is(seats(7), isMpv),
  },
  { text: 'volkswagen golf', fits: isModel('Volkswagen', /golf/i), isNear: isHatchback },
  { text: 'byd atto 3', fits: isModel('BYD', /atto/i), isNear: is(isSuv, usesFuel('electric')) },
  // Amounts a month.
  { text: 'cars under $800 a month', fits: depreciatesUpTo(9_600), isNear: depreciatesUpTo(15_000) },
  { text: 'budget $1500 monthly', fits: depreciatesUpTo(18_000) },
  { text: 'loan under $1000 a month', fits: costsUpTo(117_194) },
  // Facts that no car on sale states.
  {
    text: 'weekend car (OPC) red plate',
    fits: () => true,
    droppedTexts: ['weekend car', '(OPC)', 'red plate'],
  },
  {
    text: 'coe renewed car 5 years',
    fits: is(usedAtLeast(9), coeEndsWithinYears(5.1)),
    droppedTexts: ['coe renewed car 5 years'],
  },
  {
    text: 'fuel efficient car for commuting to jurong everyday',
    fits: usesFuel('hybrid', 'plug-in hybrid', 'electric'),
  },
  { text: 'not toyota under 100k', fits: (car) => !isOfBrand('Toyota')(car) && costsUpTo(100_000)(car) },
];
