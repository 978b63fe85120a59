import type { CatalogueEntry } from '@carhouse/search/query/entry';
import {
  anyOf,
  costsAtLeast,
  costsUpTo,
  depreciatesUpTo,
  fitsAnyCar,
  fitsNoCar,
  hasEngine,
  hasFigureBetween,
  hasInstalmentUpTo,
  hasLongRange,
  hasMileageUpTo,
  hasOwnersUpTo,
  hasRoadTaxUpTo,
  hasSeats,
  hasYearsOfUseBetween,
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
  lowDepreciationFoundShare,
  type Question,
  readPriceInDollars,
  usesFuel,
} from './question.ts';

const readRoadTax = ({ roadTax: tax }: CatalogueEntry): number | null => tax;
const hasPower =
  (least: number, most = 9_999) =>
  (car: CatalogueEntry) =>
    car.power !== null && car.power >= least && car.power <= most;

/**
 * Questions with bounds for road tax, engine size, age and number of owners, and with amounts that are not a price.
 * Each of the questions comes from a person who had not seen the code of the search, or is similar to such a question.
 */
export const boundQuestions: readonly Question[] = [
  { text: 'road tax under $1000', fitsQuestion: hasRoadTaxUpTo(1_000), readSortValue: readRoadTax },
  {
    text: 'suv with road tax below 1200 a year',
    fitsQuestion: is(isSuv, hasRoadTaxUpTo(1_200)),
    readSortValue: readRoadTax,
  },
  { text: 'less than $700 road tax', fitsQuestion: hasRoadTaxUpTo(700), readSortValue: readRoadTax },
  {
    text: 'road tax 500 for 6 months hatchback',
    fitsQuestion: is(isHatchback, hasRoadTaxUpTo(1_000)),
    readSortValue: readRoadTax,
  },
  {
    text: 'below 60k road tax below 800',
    fitsQuestion: is(costsUpTo(60_000), hasRoadTaxUpTo(800)),
    readSortValue: readRoadTax,
  },
  { text: 'mileage up to 80k km, 1.6 engine', fitsQuestion: is(hasMileageUpTo(80_000), hasEngine(1_550, 1_649)) },
  { text: 'engine capacity above 2000cc', fitsQuestion: hasEngine(2_000), readSortValue: readPriceInDollars },
  { text: 'sedan below 1.5 litre', fitsQuestion: is(isSaloon, hasEngine(0, 1_549)), readSortValue: readPriceInDollars },
  { text: '1.5 to 2.0 litre suv', fitsQuestion: is(isSuv, hasEngine(1_450, 2_049)), readSortValue: readPriceInDollars },
  { text: '2.0 sedan', fitsQuestion: is(isSaloon, hasEngine(1_950, 2_049)), readSortValue: readPriceInDollars },
  { text: 'at least 150bhp', fitsQuestion: hasPower(112), readSortValue: readPriceInDollars },
  {
    text: 'hatchback less than 140 hp',
    fitsQuestion: is(isHatchback, hasPower(0, 104)),
    readSortValue: readPriceInDollars,
  },
  { text: 'audi 200 to 300 hp', fitsQuestion: is(isOfBrand('Audi'), hasPower(149, 224)) },
  { text: '1/2 owners', fitsQuestion: hasOwnersUpTo(2), readSortValue: readPriceInDollars },
  { text: 'suv 1st or 2nd owner', fitsQuestion: is(isSuv, hasOwnersUpTo(2)), readSortValue: readPriceInDollars },
  { text: '3-5 yrs old', fitsQuestion: hasYearsOfUseBetween(3, 5), readSortValue: readPriceInDollars },
  {
    text: 'between 5 and 7 years old suv',
    fitsQuestion: is(isSuv, hasYearsOfUseBetween(5, 7)),
    readSortValue: readPriceInDollars,
  },
  { text: '7-8 years old audi', fitsQuestion: is(isOfBrand('Audi'), hasYearsOfUseBetween(7, 8)) },
  {
    text: 'under 800 a yr road tax, hatchback',
    fitsQuestion: is(isHatchback, hasRoadTaxUpTo(800)),
    readSortValue: readRoadTax,
  },
  { text: '1.0 turbo hatchback', fitsQuestion: is(isHatchback, hasEngine(950, 1_049)), unusedTexts: ['turbo'] },
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
    readSortValue: readPriceInDollars,
  },
  { text: 'suv half a mil budget', fitsQuestion: is(isSuv, costsUpTo(500_000)), readSortValue: readPriceInDollars },
  { text: 'smallest car that fits 5', fitsQuestion: hasSeats(5) },
  { text: 'suv fit 7', fitsQuestion: is(isSuv, hasSeats(7)), readSortValue: readPriceInDollars },
  { text: 'no diesel, no cat b', fitsQuestion: ({ coeCategory, fuel }) => coeCategory === 1 && fuel !== 'diesel' },
  { text: 'top 3 lowest depre cars', fitsQuestion: fitsAnyCar },
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
  { text: 'OMV at least 30,000', fitsQuestion: hasFigureBetween('omv', 30_000), readSortValue: readPriceInDollars },
  {
    text: 'below 80k, parf rebate above 15k',
    fitsQuestion: is(costsUpTo(80_000), hasFigureBetween('parf', 15_000)),
    readSortValue: readPriceInDollars,
  },
  { text: 'arf less than 30000', fitsQuestion: hasFigureBetween('arf', 0, 30_000), readSortValue: readPriceInDollars },
  {
    text: 'max 1200 a month 5 year loan',
    fitsQuestion: hasInstalmentUpTo(1_200),
    unusedTexts: ['5 year loan'],
    notes: ['instalment'],
  },
  // A low depreciation does not mean a low price.
  { text: 'cheap depre hatchback', fitsQuestion: isHatchback, minimumShareFound: lowDepreciationFoundShare },
  { text: 'hatchback easy park', fitsQuestion: isHatchback },
  { text: 'coe car 10 year renewal', fitsQuestion: fitsNoCar, notes: ['no renewed COE'] },
  { text: 'small engine', fitsQuestion: hasEngine(0, 1_600) },
  { text: 'commercial vehicle diesel', fitsQuestion: is(anyOf(isVan, isPickup), usesFuel('diesel')) },
  // When a question names two orders, the search uses only the first one.
  { text: 'newest car with lowest mileage', fitsQuestion: fitsAnyCar, unusedTexts: ['lowest mileage'] },
  {
    text: 'cheapest suv lowest mileage',
    fitsQuestion: isSuv,
    unusedTexts: ['lowest mileage'],
    readSortValue: readPriceInDollars,
  },
  {
    text: 'price drop this week',
    fitsQuestion: fitsAnyCar,
    unusedTexts: ['price drop this week'],
    readSortValue: readPriceInDollars,
  },
];
