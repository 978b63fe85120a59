import type { CatalogueEntry } from '@carhouse/search/query/entry';
import {
  anyOf,
  costsUpTo,
  hasLargeBoot,
  hasSeats,
  is,
  isBoughtBetween,
  isEstate,
  isHatchback,
  isModel,
  isMpv,
  isSaloon,
  isSuv,
  type Question,
  usesFuel,
} from './question.ts';

const isModel3 = isModel('Tesla', /^Model 3/);
const isSmallSuv = is(
  isSuv,
  (car: CatalogueEntry) => !/^(?:X[3-7]|Q[578]|GL[BCES]|Model [XY]|Cayenne)/.test(car.title),
);
/** SUVs of the size of an X3. */
const isMidSizeSuv = is(isSuv, hasLargeBoot);

/**
 * Questions for cars that are compared with a model: cars of the same class, or cheaper, newer, larger or faster cars.
 */
export const comparisonQuestions: readonly Question[] = [
  {
    text: 'like a bmw x3 but cheaper',
    fitsQuestion: is(isSuv, costsUpTo(160_000)),
    minimumShareFound: 0.1,
    fitsFirstCars: isMidSizeSuv,
  },
  // `cheaper` means the cheapest quarter of all SUVs, and not of the small SUVs that come first.
  { text: 'like vezel but cheaper', fitsQuestion: is(isSuv, costsUpTo(160_000)), minimumShareFound: 0.2 },
  { text: 'like a bmw x3', fitsQuestion: isModel('BMW', /^X3/), isNear: isMidSizeSuv, minimumShareFound: 0 },
  { text: 'something like a porsche macan', fitsQuestion: isModel('Porsche', /^Macan/), isNear: isMidSizeSuv },
  { text: 'like a mercedes glc but cheaper', fitsQuestion: isSuv, minimumShareFound: 0.05 },
  {
    text: 'something like a honda jazz but newer',
    fitsQuestion: is(anyOf(isHatchback, isModel('Honda', /^Jazz/)), isBoughtBetween(2018)),
    minimumShareFound: 0.01,
  },
  { text: 'tesla model 3 but newer', fitsQuestion: is(isModel3, isBoughtBetween(2018)), minimumShareFound: 0.3 },
  {
    text: 'honda civic but more economical',
    fitsQuestion: usesFuel('hybrid', 'plug-in hybrid', 'electric'),
    minimumShareFound: 0,
  },
  { text: 'bigger than an audi q3', fitsQuestion: isSuv, fitsFirstCars: isMidSizeSuv, minimumShareFound: 0.3 },
  { text: 'smaller than a bmw x5', fitsQuestion: isSuv, minimumShareFound: 0.05, fitsFirstCars: isSmallSuv },
  {
    text: 'upgrade from honda jazz',
    fitsQuestion: anyOf(isSaloon, isSuv, isEstate),
    minimumShareFound: 0.5,
  },
  {
    text: 'toyota alphard alternative',
    fitsQuestion: isModel('Toyota', /^Alphard/i),
    isNear: anyOf(isMpv, hasSeats(7)),
  },
  { text: 'i like bmw x5', fitsQuestion: isModel('BMW', /^X5/), isNear: isSuv },
];
