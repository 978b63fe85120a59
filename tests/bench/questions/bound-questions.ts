import type { CatalogueEntry } from '@carhouse/search/query/entry';
import {
  agedBetween,
  anyCar,
  anyOf,
  costsAtLeast,
  costsUpTo,
  depreciatesUpTo,
  drivenUpTo,
  hasEngine,
  hasFigureBetween,
  hasLongRange,
  hasSeats,
  instalmentUpTo,
  is,
  isCoupe,
  isHatchback,
  isModel,
  isOfBrand,
  isOpen,
  isPainted,
  isPickup,
  isSaloon,
  isSuv,
  isVan,
  lowDepreciationShare,
  noCar,
  ownersUpTo,
  priceInDollars,
  type Question,
  roadTaxUpTo,
  usesFuel,
} from './question.ts';

const readRoadTax = ({ roadTax: tax }: CatalogueEntry): number | null => tax;
const hasPower =
  (least: number, most = 9_999) =>
  (car: CatalogueEntry) =>
    car.power !== null && car.power >= least && car.power <= most;

/**
 * Questions with bounds of road tax, engines, ages and owners, and with amounts that are no price. Each was asked by
 * a person who had not seen the code of the search, or is like such a question.
 */
export const boundQuestions: readonly Question[] = [
  { text: 'road tax under $1000', fitsQuestion: roadTaxUpTo(1_000), orderedBy: readRoadTax },
  { text: 'suv with road tax below 1200 a year', fitsQuestion: is(isSuv, roadTaxUpTo(1_200)), orderedBy: readRoadTax },
  { text: 'less than $700 road tax', fitsQuestion: roadTaxUpTo(700), orderedBy: readRoadTax },
  {
    text: 'road tax 500 for 6 months hatchback',
    fitsQuestion: is(isHatchback, roadTaxUpTo(1_000)),
    orderedBy: readRoadTax,
  },
  {
    text: 'below 60k road tax below 800',
    fitsQuestion: is(costsUpTo(60_000), roadTaxUpTo(800)),
    orderedBy: readRoadTax,
  },
  { text: 'mileage up to 80k km, 1.6 engine', fitsQuestion: is(drivenUpTo(80_000), hasEngine(1_550, 1_649)) },
  { text: 'engine capacity above 2000cc', fitsQuestion: hasEngine(2_000), orderedBy: priceInDollars },
  { text: 'sedan below 1.5 litre', fitsQuestion: is(isSaloon, hasEngine(0, 1_549)), orderedBy: priceInDollars },
  { text: '1.5 to 2.0 litre suv', fitsQuestion: is(isSuv, hasEngine(1_450, 2_049)), orderedBy: priceInDollars },
  { text: '2.0 sedan', fitsQuestion: is(isSaloon, hasEngine(1_950, 2_049)), orderedBy: priceInDollars },
  { text: 'at least 150bhp', fitsQuestion: hasPower(112), orderedBy: priceInDollars },
  { text: 'hatchback less than 140 hp', fitsQuestion: is(isHatchback, hasPower(0, 104)), orderedBy: priceInDollars },
  { text: 'audi 200 to 300 hp', fitsQuestion: is(isOfBrand('Audi'), hasPower(149, 224)) },
  { text: '1/2 owners', fitsQuestion: ownersUpTo(2), orderedBy: priceInDollars },
  { text: 'suv 1st or 2nd owner', fitsQuestion: is(isSuv, ownersUpTo(2)), orderedBy: priceInDollars },
  { text: '3-5 yrs old', fitsQuestion: agedBetween(3, 5), orderedBy: priceInDollars },
  { text: 'between 5 and 7 years old suv', fitsQuestion: is(isSuv, agedBetween(5, 7)), orderedBy: priceInDollars },
  { text: '7-8 years old audi', fitsQuestion: is(isOfBrand('Audi'), agedBetween(7, 8)) },
  {
    text: 'under 800 a yr road tax, hatchback',
    fitsQuestion: is(isHatchback, roadTaxUpTo(800)),
    orderedBy: readRoadTax,
  },
  { text: '1.0 turbo hatchback', fitsQuestion: is(isHatchback, hasEngine(950, 1_049)), droppedTexts: ['turbo'] },
  // `dep` (depreciation) between two amounts belongs to the second amount, which is smaller.
  {
    text: 'sedan below 120k dep not more than 20k',
    fitsQuestion: is(isSaloon, costsUpTo(120_000), depreciatesUpTo(20_000)),
  },
  {
    text: 'car 60-95k dep 12-17k',
    fitsQuestion: is(
      costsAtLeast(60_000),
      costsUpTo(95_000),
      depreciatesUpTo(17_000),
      ({ depreciation }) => (depreciation ?? 0) >= 1_200_000,
    ),
  },
  { text: 'below 18k depre below 100k', fitsQuestion: is(costsUpTo(100_000), depreciatesUpTo(18_000)) },
  {
    text: 'quarter mil sports car',
    fitsQuestion: is(anyOf(isCoupe, isOpen), costsUpTo(250_000)),
    orderedBy: priceInDollars,
  },
  { text: 'suv half a mil budget', fitsQuestion: is(isSuv, costsUpTo(500_000)), orderedBy: priceInDollars },
  { text: 'smallest car that fits 5', fitsQuestion: hasSeats(5) },
  { text: 'suv fit 7', fitsQuestion: is(isSuv, hasSeats(7)), orderedBy: priceInDollars },
  { text: 'no diesel, no cat b', fitsQuestion: ({ coeCategory, fuel }) => coeCategory === 1 && fuel !== 'diesel' },
  { text: 'top 3 lowest depre cars', fitsQuestion: anyCar },
  { text: 'tesla m3p', fitsQuestion: isModel('Tesla', /^Model 3 Performance/) },
  { text: 'white mylr', fitsQuestion: is(isModel('Tesla', /^Model Y Long Range/), isPainted(/white/i)) },
  {
    text: 'electric suv range 400+',
    fitsQuestion: is(isSuv, usesFuel('electric')),
    fitsFirstCars: hasLongRange,
    notes: ['range'],
  },
  {
    text: 'i drive 40km daily to tuas, save on petrol',
    fitsQuestion: anyOf(usesFuel('hybrid', 'plug-in hybrid', 'electric', 'diesel')),
    minimumShareFound: 0.5,
  },
  // Questions with amounts that are not the price: OMV, ARF and PARF rebate.
  { text: 'OMV at least 30,000', fitsQuestion: hasFigureBetween('omv', 30_000), orderedBy: priceInDollars },
  {
    text: 'below 80k, parf rebate above 15k',
    fitsQuestion: is(costsUpTo(80_000), hasFigureBetween('parf', 15_000)),
    orderedBy: priceInDollars,
  },
  { text: 'arf less than 30000', fitsQuestion: hasFigureBetween('arf', 0, 30_000), orderedBy: priceInDollars },
  {
    text: 'max 1200 a month 5 year loan',
    fitsQuestion: instalmentUpTo(1_200),
    droppedTexts: ['5 year loan'],
    notes: ['instalment'],
  },
  // A low depreciation does not mean a low price.
  { text: 'cheap depre hatchback', fitsQuestion: isHatchback, minimumShareFound: lowDepreciationShare },
  { text: 'hatchback easy park', fitsQuestion: isHatchback },
  { text: 'coe car 10 year renewal', fitsQuestion: noCar, notes: ['no renewed COE'] },
  { text: 'small engine', fitsQuestion: ({ coeCategory }) => coeCategory === 1, notes: ['engine size'] },
  { text: 'commercial vehicle diesel', fitsQuestion: is(anyOf(isVan, isPickup), usesFuel('diesel')) },
  // When a question names two orders, the search uses only the first one.
  { text: 'newest car with lowest mileage', fitsQuestion: anyCar, droppedTexts: ['lowest mileage'] },
  {
    text: 'cheapest suv lowest mileage',
    fitsQuestion: isSuv,
    droppedTexts: ['lowest mileage'],
    orderedBy: priceInDollars,
  },
  {
    text: 'price drop this week',
    fitsQuestion: anyCar,
    droppedTexts: ['price drop this week'],
    orderedBy: priceInDollars,
  },
];
