import {
  anyOf,
  costsUpTo,
  instalmentUpTo,
  is,
  isEstate,
  isHatchback,
  isModel,
  isMpv,
  isOfBrand,
  isSaloon,
  isSuv,
  isVan,
  monthlyCostUpTo,
  type Question,
  seats,
  usesFuel,
} from './question.ts';

const isHigh = anyOf(isSuv, isMpv);
const isRoomy = is(seats(5), anyOf(isSuv, isMpv, isEstate));
const isForHire = is(seats(5), anyOf(isSaloon, isMpv));

/** Questions that say what the car is for, what it may cost a month, or to which car it should be like. */
export const purposeQuestions: readonly Question[] = [
  // Purposes. A word that texts of cars have finds these cars, so only some of the fitting cars are found.
  { text: 'car for grandparents easy to get in and out', fits: is(seats(5), isHigh), findsAtLeast: 0.01 },
  { text: 'car for elderly parents easy to get in and out', fits: is(seats(5), isHigh) },
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
  {
    text: 'cars under $800 a month',
    fits: monthlyCostUpTo(800),
    isNear: monthlyCostUpTo(1_300),
    notes: ['cost of a month'],
  },
  { text: 'budget $1500 monthly', fits: monthlyCostUpTo(1_500), notes: ['cost of a month'] },
  {
    text: 'loan under $1000 a month',
    fits: instalmentUpTo(1_000),
    isNear: instalmentUpTo(1_400),
    notes: ['instalment'],
  },
  // Facts that no car on sale states.
  {
    text: 'weekend car (OPC) red plate',
    fits: () => true,
    notes: ['no off-peak car'],
  },
  {
    text: 'coe renewed car 5 years',
    fits: () => true,
    notes: ['no renewed COE'],
  },
  {
    text: 'fuel efficient car for commuting to jurong everyday',
    fits: usesFuel('hybrid', 'plug-in hybrid', 'electric'),
  },
  { text: 'not toyota under 100k', fits: (car) => !isOfBrand('Toyota')(car) && costsUpTo(100_000)(car) },
];
