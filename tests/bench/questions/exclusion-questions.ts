import {
  costsUpTo,
  fitsAnyCar,
  hasSeats,
  hasYearsOfUseUpTo,
  is,
  isChinese,
  isModel,
  isMpv,
  isNot,
  isOfBrand,
  isPainted,
  isSuv,
  type Question,
  readPriceInDollars,
  usesFuel,
} from './question.ts';

const isModel3 = isModel('Tesla', /^Model 3/);
const isModelY = isModel('Tesla', /^Model Y/);
const isAlphard = isModel('Toyota', /^Alphard/i);

/**
 * Questions that exclude something by a contraction or a relative clause, that exclude models, or that say what the
 * buyer accepts.
 */
export const exclusionQuestions: readonly Question[] = [
  // A `coe car` is a car whose COE was renewed.
  { text: 'no coe cars please', fitsQuestion: hasYearsOfUseUpTo(9) },
  { text: 'dont want coe car', fitsQuestion: hasYearsOfUseUpTo(9) },
  {
    text: "7 seater that isn't an alphard",
    fitsQuestion: is(hasSeats(7), isNot(isAlphard)),
    readSortValue: readPriceInDollars,
  },
  { text: '7 seater that isn’t an alphard', fitsQuestion: is(hasSeats(7), isNot(isAlphard)) },
  { text: 'not alphard', fitsQuestion: isNot(isAlphard), minimumShareFound: 0.9 },
  { text: 'suv which isnt a model y', fitsQuestion: is(isSuv, isNot(isModelY)) },
  { text: 'tesla but not model 3', fitsQuestion: is(isOfBrand('Tesla'), isNot(isModel3)) },
  { text: 'suv that is not a tesla model y', fitsQuestion: is(isSuv, isNot(isModelY)) },
  { text: "car that isn't white", fitsQuestion: isNot(isPainted(/white/i)), minimumShareFound: 0.9 },
  { text: "it can't be a diesel suv", fitsQuestion: isNot(usesFuel('diesel')), minimumShareFound: 0 },
  { text: "suv that won't cost more than 100k", fitsQuestion: is(isSuv, costsUpTo(100_000)) },
  { text: "shouldn't be more than 5 years old", fitsQuestion: hasYearsOfUseUpTo(4) },
  { text: 'price does not exceed 80k', fitsQuestion: costsUpTo(80_000) },
  { text: 'suv that is not a 7 seater', fitsQuestion: is(isSuv, hasSeats(1, 6)), minimumShareFound: 0.9 },
  // A property that the buyer only accepts does not set a filter.
  { text: "doesn't have to be white", fitsQuestion: fitsAnyCar },
  { text: 'mpv need not be japanese', fitsQuestion: isMpv },
  { text: "suv, don't mind diesel", fitsQuestion: isSuv },
  { text: 'suv white not a must', fitsQuestion: isSuv },
  // The words `or not` only ask whether there are such cars, and exclude no cars.
  { text: 'got sunroof or not suv', fitsQuestion: isSuv },
  { text: 'got diesel or not', fitsQuestion: usesFuel('diesel') },
  { text: 'suv can a not', fitsQuestion: isSuv },
  { text: 'not bmw or not audi', fitsQuestion: isNot(isOfBrand('BMW', 'Audi')) },
  { text: 'suv but not chinese brand', fitsQuestion: is(isSuv, isNot(isChinese)), minimumShareFound: 0.85 },
  {
    text: 'suv not korean',
    fitsQuestion: is(isSuv, isNot(isOfBrand('Hyundai', 'Kia', 'Genesis', 'SsangYong'))),
    minimumShareFound: 0.85,
  },
];
