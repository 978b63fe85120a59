import { costsUpTo, fitsAnyCar, is, isOfBrand, isSuv, type Question, readPriceInDollars } from './question.ts';

/**
 * Questions about the marketplace instead of a car. These questions exclude no car, and a note answers each question.
 */
export const siteQuestions: readonly Question[] = [
  ...[
    'can test drive',
    'how to sell my car',
    'do you do trade in',
    'where is the seller',
    'is inspection included',
    'how much deposit',
    'refund policy',
    'paynow',
    'contact human',
    'motorbike',
    'rent a car for weekend',
    'got insurance or not',
    'any hidden fees',
    'is this legit',
    'coe price today',
  ].map((text): Question => ({ text, fitsQuestion: fitsAnyCar, notes: ['site'], readSortValue: readPriceInDollars })),
  { text: 'can loan 100%', fitsQuestion: fitsAnyCar, notes: ['down payment'], readSortValue: readPriceInDollars },
  { text: 'can test drive suv below 120k', fitsQuestion: is(isSuv, costsUpTo(120_000)), notes: ['site'] },
  { text: 'bmw how to pay', fitsQuestion: isOfBrand('BMW'), notes: ['site'] },
];
