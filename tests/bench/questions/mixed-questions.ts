import type { CatalogueEntry } from '@carhouse/search/query/entry';
import {
  anyCar,
  anyOf,
  boughtBetween,
  coeUntil,
  coeYears,
  costsUpTo,
  depreciatesUpTo,
  dollars,
  drivenUpTo,
  hasLargeBoot,
  instalmentUpTo,
  is,
  isCoupe,
  isHatchback,
  isHighSeated,
  isManual,
  isModel,
  isMpv,
  isOfBrand,
  isPainted,
  isSaloon,
  isSuv,
  ownersUpTo,
  type Question,
  seats,
  textMatches,
  usedUpTo,
  usesFuel,
} from './question.ts';

const isElectric = usesFuel('electric');
const isHybrid = usesFuel('hybrid', 'plug-in hybrid');
const isNotPainted = (pattern: RegExp) => is(isPainted(/./), (car) => !isPainted(pattern)(car));
const roadTax = (car: CatalogueEntry): number | null => car.roadTax;
const mostPowerfulFirst = ({ power }: CatalogueEntry): number | null => (power === null ? null : -power);
const depreciation = (car: CatalogueEntry): number | null => car.depreciation;

/** Questions of families, drivers for hire, retirees, enthusiasts and dealers, each with several wishes. */
export const mixedQuestions: readonly Question[] = [
  { text: 'mpv for family of 6 with grandma', fitsQuestion: is(seats(6), isMpv), findsAtLeast: 0.5 },
  {
    text: 'phv ready sedan low road tax',
    fitsQuestion: is(isSaloon, seats(5)),
    orderedBy: roadTax,
    notes: ['private hire'],
  },
  { text: 'low tax ev', fitsQuestion: isElectric, orderedBy: roadTax },
  {
    text: 'road tax below 1000',
    fitsQuestion: (car) => car.roadTax !== null && car.roadTax <= 100_000,
    orderedBy: roadTax,
  },
  {
    text: 'ev below 130k coe more than 6 years',
    fitsQuestion: is(isElectric, costsUpTo(130_000), coeYears(6)),
    findsAtLeast: 0.9,
  },
  {
    text: 'ev cat a coe till 2033',
    fitsQuestion: is(isElectric, (car) => car.coeCategory === 1, coeUntil('2033-01-01')),
    findsAtLeast: 0.7,
  },
  { text: 'tesla or bmw 320i', fitsQuestion: anyOf(isOfBrand('Tesla'), isModel('BMW', /^320i/)), findsAtLeast: 0.5 },
  {
    text: 'bmw 5 series or e class below 180k',
    fitsQuestion: is(
      anyOf(isModel('BMW', /^(?:M|i)?5/), isModel('Mercedes_Benz', /^(?:AMG )?E ?\d/)),
      costsUpTo(180_000),
    ),
    findsAtLeast: 0.5,
  },
  {
    text: 'anything but tesla electric',
    fitsQuestion: is(isElectric, (car) => car.brand !== 'Tesla'),
    findsAtLeast: 0.5,
  },
  { text: 'white or blue not white', fitsQuestion: isPainted(/blue|navy/i) },
  {
    text: 'no black no grey sedan',
    fitsQuestion: is(isSaloon, isNotPainted(/black|gr[ea]y|gunmetal|graphite/i)),
    findsAtLeast: 0.9,
  },
  {
    text: 'not diesel not electric below 80k',
    fitsQuestion: is(usesFuel('petrol', 'hybrid', 'plug-in hybrid'), costsUpTo(80_000)),
  },
  {
    text: 'suv with $20k downpayment',
    fitsQuestion: isSuv,
    notes: ['down payment'],
    droppedTexts: ['$20k downpayment'],
  },
  {
    text: 'model 3 or model y which cheaper',
    fitsQuestion: isModel('Tesla', /^Model [3Y]/),
    orderedBy: dollars,
  },
  {
    text: '0 to 100 below 4 seconds',
    fitsQuestion: anyCar,
    orderedBy: mostPowerfulFirst,
    droppedTexts: ['0 to 100 below 4 seconds'],
  },
  {
    text: 'low depreciation suv below 20k a year',
    fitsQuestion: is(isSuv, depreciatesUpTo(20_000)),
    orderedBy: depreciation,
  },
  { text: 'clock below 30k km', fitsQuestion: drivenUpTo(30_000) },
  { text: 'monthly 2k instalment suv', fitsQuestion: is(isSuv, instalmentUpTo(2_000)), notes: ['instalment'] },
  { text: 'suv for camping and stroller', fitsQuestion: isSuv, firstFit: hasLargeBoot },
  { text: 'legroom for tall people', fitsQuestion: anyCar, firstFit: anyOf(isHighSeated, hasLargeBoot) },
  {
    text: 'boleh tahan car for newbie driver',
    fitsQuestion: anyCar,
    firstFit: anyOf(isHatchback, isSuv, textMatches(/Attrage|Vios|City|\bA ?\d{3}\b/)),
  },
  {
    text: 'uncle wan a sedan below 70k coe at least 3 year',
    fitsQuestion: is(isSaloon, costsUpTo(70_000), coeYears(3)),
    findsAtLeast: 0.9,
    isNear: isSaloon,
  },
  {
    text: 'petrol suv 5 seater less than 3 years old under 200k',
    fitsQuestion: is(isSuv, usesFuel('petrol'), seats(5, 5), usedUpTo(2), costsUpTo(200_000)),
    isNear: isSuv,
  },
  { text: 'not more than 2 owners mercedes', fitsQuestion: is(isOfBrand('Mercedes_Benz'), ownersUpTo(2)) },
  { text: 'registered 2020 to 2022 sedan', fitsQuestion: is(isSaloon, boughtBetween(2020, 2022)) },
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
  { text: 'any 7 seater hybrid left', fitsQuestion: is(seats(7), isHybrid) },
  { text: 'manual track day car', fitsQuestion: isManual, findsAtLeast: 0.5 },
  { text: 'what car can i buy with 5k salary', fitsQuestion: anyCar, droppedTexts: ['5k salary'] },
];
