import type { CatalogueEntry } from '@carhouse/search/query/entry';
import {
  anyOf,
  costsUpTo,
  depreciatesUpTo,
  fitsAnyCar,
  hasCoeUntil,
  hasCoeYears,
  hasHighSeats,
  hasInstalmentUpTo,
  hasLargeBoot,
  hasMileageUpTo,
  hasOwnersUpTo,
  hasSeats,
  hasYearsOfUseUpTo,
  is,
  isBoughtBetween,
  isCoupe,
  isHatchback,
  isManual,
  isModel,
  isMpv,
  isOfBrand,
  isPainted,
  isSaloon,
  isSuv,
  type Question,
  readPriceInDollars,
  textMatches,
  usesFuel,
} from './question.ts';

const isElectric = usesFuel('electric');
const isHybrid = usesFuel('hybrid', 'plug-in hybrid');
const isNotPainted = (pattern: RegExp) => is(isPainted(/./), (car) => !isPainted(pattern)(car));
const readRoadTax = (car: CatalogueEntry): number | null => car.roadTax;
const readNegativePower = ({ power }: CatalogueEntry): number | null => (power === null ? null : -power);
const readDepreciation = (car: CatalogueEntry): number | null => car.depreciation;

/** Questions of families, drivers for hire, retirees, enthusiasts and dealers, each with several wishes. */
export const mixedQuestions: readonly Question[] = [
  { text: 'mpv for family of 6 with grandma', fitsQuestion: is(hasSeats(6), isMpv), minimumShareFound: 0.5 },
  {
    text: 'phv ready sedan low road tax',
    fitsQuestion: is(isSaloon, hasSeats(5)),
    readSortValue: readRoadTax,
    notes: ['private hire'],
  },
  { text: 'low tax ev', fitsQuestion: isElectric, readSortValue: readRoadTax },
  {
    text: 'road tax below 1000',
    fitsQuestion: (car) => car.roadTax !== null && car.roadTax <= 100_000,
    readSortValue: readRoadTax,
  },
  {
    text: 'ev below 130k coe more than 6 years',
    fitsQuestion: is(isElectric, costsUpTo(130_000), hasCoeYears(6)),
    minimumShareFound: 0.9,
  },
  {
    text: 'ev cat a coe till 2033',
    fitsQuestion: is(isElectric, (car) => car.coeCategory === 1, hasCoeUntil('2033-01-01')),
    minimumShareFound: 0.7,
  },
  {
    text: 'tesla or bmw 320i',
    fitsQuestion: anyOf(isOfBrand('Tesla'), isModel('BMW', /^320i/)),
    minimumShareFound: 0.5,
  },
  {
    text: 'bmw 5 series or e class below 180k',
    fitsQuestion: is(
      anyOf(isModel('BMW', /^(?:M|i)?5/), isModel('Mercedes_Benz', /^(?:AMG )?E ?\d/)),
      costsUpTo(180_000),
    ),
    minimumShareFound: 0.5,
  },
  {
    text: 'anything but tesla electric',
    fitsQuestion: is(isElectric, (car) => car.brand !== 'Tesla'),
    minimumShareFound: 0.5,
  },
  { text: 'white or blue not white', fitsQuestion: isPainted(/blue|navy/i) },
  {
    text: 'no black no grey sedan',
    fitsQuestion: is(isSaloon, isNotPainted(/black|gr[ea]y|gunmetal|graphite/i)),
    minimumShareFound: 0.9,
  },
  {
    text: 'not diesel not electric below 80k',
    fitsQuestion: is(usesFuel('petrol', 'hybrid', 'plug-in hybrid'), costsUpTo(80_000)),
  },
  {
    text: 'suv with $20k downpayment',
    fitsQuestion: isSuv,
    notes: ['down payment'],
    unusedTexts: ['$20k downpayment'],
  },
  {
    text: 'model 3 or model y which cheaper',
    fitsQuestion: isModel('Tesla', /^Model [3Y]/),
    readSortValue: readPriceInDollars,
  },
  {
    text: '0 to 100 below 4 seconds',
    fitsQuestion: fitsAnyCar,
    readSortValue: readNegativePower,
    unusedTexts: ['0 to 100 below 4 seconds'],
  },
  {
    text: 'low depreciation suv below 20k a year',
    fitsQuestion: is(isSuv, depreciatesUpTo(20_000)),
    readSortValue: readDepreciation,
  },
  { text: 'clock below 30k km', fitsQuestion: hasMileageUpTo(30_000) },
  { text: 'monthly 2k instalment suv', fitsQuestion: is(isSuv, hasInstalmentUpTo(2_000)), notes: ['instalment'] },
  { text: 'suv for camping and stroller', fitsQuestion: isSuv, fitsFirstCars: hasLargeBoot },
  { text: 'legroom for tall people', fitsQuestion: fitsAnyCar, fitsFirstCars: anyOf(hasHighSeats, hasLargeBoot) },
  {
    text: 'boleh tahan car for newbie driver',
    fitsQuestion: fitsAnyCar,
    fitsFirstCars: anyOf(isHatchback, isSuv, textMatches(/Attrage|Vios|City|\bA ?\d{3}\b/)),
  },
  {
    text: 'uncle wan a sedan below 70k coe at least 3 year',
    fitsQuestion: is(isSaloon, costsUpTo(70_000), hasCoeYears(3)),
    minimumShareFound: 0.9,
    isNear: isSaloon,
  },
  {
    text: 'petrol suv 5 seater less than 3 years old under 200k',
    fitsQuestion: is(isSuv, usesFuel('petrol'), hasSeats(5, 5), hasYearsOfUseUpTo(2), costsUpTo(200_000)),
    isNear: isSuv,
  },
  { text: 'not more than 2 owners mercedes', fitsQuestion: is(isOfBrand('Mercedes_Benz'), hasOwnersUpTo(2)) },
  { text: 'registered 2020 to 2022 sedan', fitsQuestion: is(isSaloon, isBoughtBetween(2020, 2022)) },
  { text: 'suv near yishun', fitsQuestion: is(isSuv, (car) => car.location === 'Yishun'), isNear: isSuv },
  {
    text: 'selling in tampines or bedok',
    fitsQuestion: ({ location }) => location === 'Tampines' || location === 'Bedok',
  },
  { text: 'bmw 118i', fitsQuestion: isModel('BMW', /^118i/), isNear: isHatchback },
  {
    text: 'mercedes c300',
    fitsQuestion: isModel('Mercedes_Benz', /^C ?300/),
    isNear: isModel('Mercedes_Benz', /^(?:AMG )?C ?\d/),
  },
  { text: 'bmw m2', fitsQuestion: isModel('BMW', /^M2/), isNear: isCoupe },
  { text: 'any 7 seater hybrid left', fitsQuestion: is(hasSeats(7), isHybrid) },
  { text: 'manual track day car', fitsQuestion: isManual, minimumShareFound: 0.5 },
  { text: 'what car can i buy with 5k salary', fitsQuestion: fitsAnyCar, unusedTexts: ['5k salary'] },
];
