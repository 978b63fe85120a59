import type { CatalogueEntry } from '@carhouse/search/query/entry';
import {
  anyOf,
  coeEndsWithinYears,
  costsAtLeast,
  costsUpTo,
  depreciatesUpTo,
  fitsAnyCar,
  hasCoeYears,
  hasEngine,
  hasInstalmentUpTo,
  hasMileageUpTo,
  hasMonthlyCostUpTo,
  hasOwnersUpTo,
  hasYearsOfUseBetween,
  hasYearsOfUseUpTo,
  is,
  isAutomatic,
  isBoughtBetween,
  isEstate,
  isHatchback,
  isModel,
  isNot,
  isOfBrand,
  isPainted,
  isSaloon,
  isSuv,
  type Question,
  questionDay,
  usesFuel,
} from './question.ts';

const dayMicroseconds = 86_400_000_000;
const isPostedWithin =
  (days: number) =>
  ({ postedAt }: CatalogueEntry): boolean =>
    postedAt >= questionDay.getTime() * 1_000 - days * dayMicroseconds;
const isThreeSeries = isModel('BMW', /^(?:M|i)?3(?:\d\d|\b)/);
const isCClass = isModel('Mercedes_Benz', /^(?:AMG )?C ?\d/);

/**
 * Questions by people outside the project: with lists of years, bounds after their numbers, model generation codes, and
 * figures in different units.
 */
export const writtenQuestions: readonly Question[] = [
  // Several years form one range, and a noun after a comma belongs to the number that follows.
  {
    text: 'suv registered in 2018 or 2019, mileage below 80,000 km',
    fitsQuestion: is(isSuv, isBoughtBetween(2018, 2019), hasMileageUpTo(80_000)),
  },
  { text: '2019/2020 suv', fitsQuestion: is(isSuv, isBoughtBetween(2019, 2020)) },
  { text: '2018-19 audi', fitsQuestion: is(isOfBrand('Audi'), isBoughtBetween(2018, 2019)) },
  { text: 'audi 2018, 2019 or 2020', fitsQuestion: is(isOfBrand('Audi'), isBoughtBetween(2018, 2020)) },
  { text: '2020 mileage under 60k', fitsQuestion: is(isBoughtBetween(2020, 2020), hasMileageUpTo(60_000)) },
  { text: 'suv registered between January 2021 and June 2022', fitsQuestion: is(isSuv, isBoughtBetween(2021, 2022)) },
  {
    text: 'suv km below 60000 year 2021 up',
    fitsQuestion: is(isSuv, hasMileageUpTo(60_000), isBoughtBetween(2021, 2099)),
  },
  // The word that makes a number a minimum or a maximum may follow the number.
  { text: 'suv 80k minimum', fitsQuestion: is(isSuv, costsAtLeast(80_000)) },
  { text: 'sedan 100k and above', fitsQuestion: is(isSaloon, costsAtLeast(100_000)) },
  { text: 'sedan 200k above', fitsQuestion: is(isSaloon, costsAtLeast(200_000)) },
  { text: 'suv 5yr or more coe', fitsQuestion: is(isSuv, hasCoeYears(5)) },
  { text: 'mercedes 2019 n newer', fitsQuestion: is(isOfBrand('Mercedes_Benz'), isBoughtBetween(2019, 2099)) },
  { text: 'suv nothing older than 2020', fitsQuestion: is(isSuv, isBoughtBetween(2020, 2099)) },
  { text: 'suv 6 years and above', fitsQuestion: is(isSuv, hasYearsOfUseBetween(6, 99)) },
  { text: 'suv 100k +/- 10k', fitsQuestion: is(isSuv, costsAtLeast(90_000), costsUpTo(110_000)) },
  { text: 'suv 80~120k', fitsQuestion: is(isSuv, costsAtLeast(80_000), costsUpTo(120_000)) },
  { text: 'suv owners 1 or 2', fitsQuestion: is(isSuv, hasOwnersUpTo(2)) },
  { text: 'suv depre per year max 20k', fitsQuestion: is(isSuv, depreciatesUpTo(20_000)) },
  // Units and spellings of numbers.
  { text: 'suv under 100 000 km', fitsQuestion: is(isSuv, hasMileageUpTo(100_000)) },
  { text: 'saloon with fewer than 40,000 miles on the clock', fitsQuestion: is(isSaloon, hasMileageUpTo(64_374)) },
  { text: 'under thirty thousand dollars', fitsQuestion: costsUpTo(30_000) },
  { text: 'suv below 1.5k per mth', fitsQuestion: is(isSuv, hasInstalmentUpTo(1_500)), notes: ['amount a month'] },
  { text: '2-litre petrol saloon', fitsQuestion: is(isSaloon, usesFuel('petrol'), hasEngine(1_950, 2_049)) },
  { text: '2.0 turbo suv', fitsQuestion: is(isSuv, hasEngine(1_950, 2_049)), unusedTexts: ['turbo'] },
  // The words `expiring soon` and `left` set a maximum for the remaining time of the COE.
  { text: 'coe expiring soon 1 year left', fitsQuestion: coeEndsWithinYears(1.1), minimumShareFound: 0.9 },
  { text: 'only 1 year left coe', fitsQuestion: coeEndsWithinYears(1.1), minimumShareFound: 0.9 },
  { text: 'suv coe left 2 years or less', fitsQuestion: is(isSuv, coeEndsWithinYears(2.1)), minimumShareFound: 0.9 },
  { text: 'parf 2029 onwards suv', fitsQuestion: is(isSuv, hasCoeYears(2.1)), minimumShareFound: 0.9 },
  { text: 'my licence expires in 2027, suv', fitsQuestion: isSuv, unusedTexts: ['licence expires in 2027'] },
  { text: 'suv, insurance due march 2027', fitsQuestion: isSuv, unusedTexts: ['insurance due march 2027'] },
  // A single amount next to a monthly amount is read as the down payment.
  {
    text: '15k cash and 1.5k per month',
    fitsQuestion: hasInstalmentUpTo(1_500),
    notes: ['down payment', 'instalment'],
    unusedTexts: ['15k cash'],
  },
  {
    text: 'cash 20k monthly 1.2k',
    fitsQuestion: hasInstalmentUpTo(1_200),
    notes: ['down payment', 'instalment'],
    unusedTexts: ['cash 20k'],
  },
  // Codes of generations.
  { text: 'bmw f30', fitsQuestion: is(isThreeSeries, isBoughtBetween(2011, 2020)) },
  { text: 'w205', fitsQuestion: is(isCClass, isBoughtBetween(2014, 2022)) },
  { text: 'civic fc', fitsQuestion: is(isModel('Honda', /civic/i), isBoughtBetween(2016, 2022)), isNear: isSaloon },
  {
    text: 'golf mk7',
    fitsQuestion: is(isModel('Volkswagen', /golf/i), isBoughtBetween(2012, 2021)),
    isNear: isHatchback,
  },
  // Names.
  {
    text: 'merc gls or bmw x7',
    fitsQuestion: anyOf(isModel('Mercedes_Benz', /^GLS/), isModel('BMW', /^X7/)),
    minimumShareFound: 0,
  },
  { text: 'amg 45', fitsQuestion: isModel('Mercedes_Benz', /^(?:AMG )?(?:A|CLA|GLA) ?45/i), minimumShareFound: 0 },
  { text: 'model 3 lr', fitsQuestion: isModel('Tesla', /^Model 3 Long Range/), minimumShareFound: 0 },
  { text: 'suv any colour but white', fitsQuestion: is(isSuv, isNot(isPainted(/white/i))), minimumShareFound: 0.9 },
  { text: 'estate any make but audi', fitsQuestion: is(isEstate, isNot(isOfBrand('Audi'))) },
  // Words without a meaning for the search are ignored or named as not used.
  { text: "we've just moved and need an automatic estate", fitsQuestion: is(isEstate, isAutomatic) },
  { text: "what's the newest suv", fitsQuestion: isSuv },
  {
    text: 'which cars hold their value best',
    fitsQuestion: fitsAnyCar,
    readSortValue: ({ depreciation }) => depreciation,
  },
  {
    text: 'one owner suv with full dealer service history',
    fitsQuestion: is(isSuv, hasOwnersUpTo(1)),
    minimumShareFound: 0,
  },
  { text: 'ev but no charger at home', fitsQuestion: usesFuel('electric') },
  {
    text: 'hybrid, sunroof optional, less than 6 years',
    fitsQuestion: is(usesFuel('hybrid', 'plug-in hybrid'), hasYearsOfUseUpTo(5)),
  },
  { text: 'mercedes 10yrs above', fitsQuestion: is(isOfBrand('Mercedes_Benz'), hasYearsOfUseBetween(10, 99)) },
  { text: 'budget:150k body:suv colour:white', fitsQuestion: is(isSuv, costsUpTo(150_000), isPainted(/white/i)) },
  { text: 'sedan in the 60 to 90 thousand range', fitsQuestion: is(isSaloon, costsAtLeast(60_000), costsUpTo(90_000)) },
  { text: 'suv that costs less than two hundred thousand', fitsQuestion: is(isSuv, costsUpTo(200_000)) },
  { text: 'coe left few months only, suv', fitsQuestion: is(isSuv, coeEndsWithinYears(1.1)), minimumShareFound: 0.9 },
  { text: 'electric cars excluding tesla', fitsQuestion: is(usesFuel('electric'), isNot(isOfBrand('Tesla'))) },
  { text: 'mercedes amg', fitsQuestion: isModel('Mercedes_Benz', /^AMG/i), minimumShareFound: 0 },
  { text: 'audi rs', fitsQuestion: isModel('Audi', /^RS/i), minimumShareFound: 0 },
  { text: 'suv under 1.9m wide', fitsQuestion: isSuv, unusedTexts: ['under 1.9m wide'] },
  { text: 'suv with a boot of more than 500 litres', fitsQuestion: isSuv },
  {
    text: 'tesla total cost of ownership under 2000 a month',
    fitsQuestion: is(isOfBrand('Tesla'), hasMonthlyCostUpTo(2_000)),
    notes: ['cost of a month'],
  },
  { text: 'suv listed in the last 7 days', fitsQuestion: is(isSuv, isPostedWithin(7)) },
  { text: 'sedan posted this week', fitsQuestion: is(isSaloon, isPostedWithin(7)) },
  { text: 'suv for my mother 70 years old', fitsQuestion: isSuv },
  { text: 'suv 1.5 or 2.0', fitsQuestion: is(isSuv, hasEngine(1_450, 2_049)) },
];
