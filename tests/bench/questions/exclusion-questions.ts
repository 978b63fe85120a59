import {
  anyCar,
  costsUpTo,
  dollars,
  is,
  isChinese,
  isModel,
  isMpv,
  isOfBrand,
  isPainted,
  isSuv,
  not,
  type Question,
  seats,
  usedUpTo,
  usesFuel,
} from './question.ts';

const isModel3 = isModel('Tesla', /^Model 3/);
const isModelY = isModel('Tesla', /^Model Y/);
const isAlphard = isModel('Toyota', /^Alphard/i);

/** Questions that exclude by a contraction or a relative clause, that exclude models, and that allow something. */
export const exclusionQuestions: readonly Question[] = [
  { text: "7 seater that isn't an alphard", fitsQuestion: is(seats(7), not(isAlphard)), orderedBy: dollars },
  { text: '7 seater that isn’t an alphard', fitsQuestion: is(seats(7), not(isAlphard)) },
  { text: 'not alphard', fitsQuestion: not(isAlphard), findsAtLeast: 0.9 },
  { text: 'suv which isnt a model y', fitsQuestion: is(isSuv, not(isModelY)) },
  { text: 'tesla but not model 3', fitsQuestion: is(isOfBrand('Tesla'), not(isModel3)) },
  { text: 'suv that is not a tesla model y', fitsQuestion: is(isSuv, not(isModelY)) },
  { text: "car that isn't white", fitsQuestion: not(isPainted(/white/i)), findsAtLeast: 0.9 },
  { text: "it can't be a diesel suv", fitsQuestion: not(usesFuel('diesel')), findsAtLeast: 0 },
  { text: "suv that won't cost more than 100k", fitsQuestion: is(isSuv, costsUpTo(100_000)) },
  { text: "shouldn't be more than 5 years old", fitsQuestion: usedUpTo(4) },
  { text: 'price does not exceed 80k', fitsQuestion: costsUpTo(80_000) },
  { text: 'suv that is not a 7 seater', fitsQuestion: is(isSuv, seats(1, 6)), findsAtLeast: 0.9 },
  // What is allowed is no wish.
  { text: "doesn't have to be white", fitsQuestion: anyCar },
  { text: 'mpv need not be japanese', fitsQuestion: isMpv },
  { text: "suv, don't mind diesel", fitsQuestion: isSuv },
  { text: 'suv white not a must', fitsQuestion: isSuv },
  // `or not` asks, and excludes nothing.
  { text: 'got sunroof or not suv', fitsQuestion: isSuv },
  { text: 'got diesel or not', fitsQuestion: usesFuel('diesel') },
  { text: 'suv can a not', fitsQuestion: isSuv },
  { text: 'not bmw or not audi', fitsQuestion: not(isOfBrand('BMW', 'Audi')) },
  { text: 'suv but not chinese brand', fitsQuestion: is(isSuv, not(isChinese)), findsAtLeast: 0.85 },
  {
    text: 'suv not korean',
    fitsQuestion: is(isSuv, not(isOfBrand('Hyundai', 'Kia', 'Genesis', 'SsangYong'))),
    findsAtLeast: 0.85,
  },
];
