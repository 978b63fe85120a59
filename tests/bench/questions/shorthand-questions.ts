import type { CatalogueEntry } from '@carhouse/search/query/entry';
import {
  costsAtLeast,
  costsUpTo,
  depreciatesUpTo,
  fitsAnyCar,
  hasCoeYears,
  hasEngine,
  hasFigureBetween,
  hasInstalmentUpTo,
  hasLargeBoot,
  hasLongRange,
  hasLowMileage,
  hasMileageUpTo,
  hasOwnersUpTo,
  hasRoadTaxUpTo,
  hasSeats,
  hasYearsOfUseBetween,
  hasYearsOfUseUpTo,
  is,
  isBoughtBetween,
  isEstate,
  isHatchback,
  isModel,
  isMpv,
  isOfBrand,
  isPainted,
  isSaloon,
  isSuv,
  lowDepreciationFoundShare,
  type Question,
  readPriceInDollars,
  usesFuel,
} from './question.ts';

const hasInstalmentAtLeast = (least: number) => (car: CatalogueEntry) =>
  car.instalment !== null && car.instalment / 100 >= least;
const isCategoryA = ({ coeCategory }: CatalogueEntry) => coeCategory === 1;

/**
 * Questions in the short hand of the trade and in whole sentences. Each of the questions comes from a person who had
 * not seen the code of the search, or is similar to such a question.
 */
export const shorthandQuestions: readonly Question[] = [
  { text: 'volks below 90k', fitsQuestion: is(isOfBrand('Volkswagen'), costsUpTo(90_000)) },
  { text: 'volks golf', fitsQuestion: isModel('Volkswagen', /^Golf/) },
  // The search must not look for the van that the buyer wants to sell.
  { text: 'sell my van liao, need 7 str mpv', fitsQuestion: is(isMpv, hasSeats(7)), notes: ['site', 'own car'] },
  { text: 'selling van, want hatchback', fitsQuestion: isHatchback, notes: ['own car'] },
  { text: "trade in my wife's suv for sedan", fitsQuestion: isSaloon, notes: ['site', 'own car'] },
  {
    text: 'My dad is selling his van and wants a seven-seater that is not too expensive to run.',
    fitsQuestion: is(hasSeats(7), usesFuel('hybrid', 'plug-in hybrid', 'electric')),
    notes: ['site', 'own car'],
  },
  {
    text: 'trade in van top up 20k cash',
    fitsQuestion: fitsAnyCar,
    unusedTexts: ['top up 20k cash'],
    notes: ['site', 'own car'],
    readSortValue: readPriceInDollars,
  },
  {
    text: 'upgrade from hiace to family car, 80k budget',
    fitsQuestion: is(hasSeats(5), costsUpTo(80_000)),
    notes: ['own car'],
  },
  { text: 'downgrade from suv to hatchback', fitsQuestion: isHatchback, notes: ['own car'] },
  { text: 'downgrade from 5 series to smth smaller, bmw', fitsQuestion: isOfBrand('BMW'), minimumShareFound: 0 },
  // Questions with abbreviations.
  { text: 'coe bal 5 yr and abv', fitsQuestion: hasCoeYears(5), readSortValue: readPriceInDollars },
  { text: 'suv coe bal 3 yrs n abv', fitsQuestion: is(isSuv, hasCoeYears(3)) },
  { text: 'mil < 80k km, ard 6 yo', fitsQuestion: is(hasMileageUpTo(80_000), hasYearsOfUseBetween(5, 7)) },
  { text: 'hatchback 5yo max', fitsQuestion: is(isHatchback, hasYearsOfUseUpTo(4)) },
  { text: 'around 3 years old suv', fitsQuestion: is(isSuv, hasYearsOfUseBetween(2, 4)) },
  { text: 'rd tax blw 800, 1 ownr', fitsQuestion: is(hasRoadTaxUpTo(800), hasOwnersUpTo(1)) },
  { text: 'petrol oni sedan blw 80k', fitsQuestion: is(usesFuel('petrol'), isSaloon, costsUpTo(80_000)) },
  { text: 'diesel no more, petrol or hybrid oni', fitsQuestion: usesFuel('petrol', 'hybrid', 'plug-in hybrid') },
  { text: 'suv low mil', fitsQuestion: is(isSuv, hasLowMileage) },
  {
    text: 'loan 7 yr can? mthly max 1.1k',
    fitsQuestion: hasInstalmentUpTo(1_100),
    unusedTexts: ['loan 7 yr'],
    notes: ['instalment'],
  },
  {
    text: 'pte car, not ex phv not ex rental',
    fitsQuestion: fitsAnyCar,
    unusedTexts: ['not ex phv', 'not ex rental'],
    readSortValue: readPriceInDollars,
  },
  // Questions with an adjective after its noun.
  {
    text: 'boot must be big, price arnd 150k',
    fitsQuestion: is(costsAtLeast(135_000), costsUpTo(165_000)),
    fitsFirstCars: hasLargeBoot,
  },
  { text: 'need boot big can put tools', fitsQuestion: fitsAnyCar, fitsFirstCars: hasLargeBoot },
  {
    text: 'dep low coe long suv',
    fitsQuestion: is(isSuv, hasCoeYears(5)),
    minimumShareFound: lowDepreciationFoundShare,
  },
  { text: 'estate price not too high', fitsQuestion: isEstate, minimumShareFound: 0.2 },
  { text: 'mileage low hatchback', fitsQuestion: is(isHatchback, hasLowMileage) },
  { text: 'road tax cheap sedan', fitsQuestion: isSaloon, readSortValue: ({ roadTax }) => roadTax },
  // Questions about engines and gearboxes.
  { text: '1.6 cat a sedan lah', fitsQuestion: is(isSaloon, isCategoryA, hasEngine(1_550, 1_649)) },
  {
    text: '2.0 na engine no turbo',
    fitsQuestion: hasEngine(1_950, 2_049),
    unusedTexts: ['na engine', 'no turbo'],
    readSortValue: readPriceInDollars,
  },
  {
    text: 'cvt gearbox dun want',
    fitsQuestion: fitsAnyCar,
    unusedTexts: ['cvt gearbox dun want'],
    readSortValue: readPriceInDollars,
  },
  // Questions with amounts of OMV, ARF and PARF rebate. The COE premium is not the price of the car.
  { text: 'omv above 30k', fitsQuestion: hasFigureBetween('omv', 30_000), readSortValue: readPriceInDollars },
  { text: 'suv omv 30k to 40k', fitsQuestion: is(isSuv, hasFigureBetween('omv', 30_000, 40_000)) },
  {
    text: 'parf rebate 15k and above',
    fitsQuestion: hasFigureBetween('parf', 15_000),
    readSortValue: readPriceInDollars,
  },
  {
    text: 'My father is switching from a Nissan NV200 to a sedan with an ARF of less than $40,000.',
    fitsQuestion: is(isSaloon, hasFigureBetween('arf', 0, 40_000)),
    notes: ['own car'],
  },
  {
    text: 'suv coe below 100k',
    fitsQuestion: isSuv,
    unusedTexts: ['coe below 100k'],
    readSortValue: readPriceInDollars,
  },
  {
    text: 'Are there any cars with a COE below $60,000 that were registered in 2020?',
    fitsQuestion: isBoughtBetween(2_020, 2_020),
    unusedTexts: ['COE below $60,000'],
  },
  // Questions in whole sentences.
  {
    text: 'Please find a car whose monthly instalment would be between $1,500 and $1,900.',
    fitsQuestion: is(hasInstalmentAtLeast(1_500), hasInstalmentUpTo(1_900)),
    notes: ['instalment'],
  },
  {
    text: 'I am looking for a safe family car for my parents with at least five seats and a budget of 90,000 dollars.',
    fitsQuestion: is(hasSeats(5), costsUpTo(90_000)),
    unusedTexts: ['safe'],
  },
  {
    text: 'Is there an electric car with a range of more than 400 km for less than $120,000?',
    fitsQuestion: is(usesFuel('electric'), costsUpTo(120_000)),
    fitsFirstCars: (car) => hasLongRange(car) || costsUpTo(120_000)(car),
    notes: ['range'],
  },
  {
    text: 'I only have a probationary licence, so I need a small automatic car that is easy to park.',
    fitsQuestion: ({ transmission }) => transmission === 'automatic',
    minimumShareFound: 0.05,
  },
  {
    text: 'Can I get a blue or red SUV with fewer than 50,000 km on the odometer?',
    fitsQuestion: is(isSuv, isPainted(/blue|red/i), hasMileageUpTo(50_000)),
  },
  {
    text: 'Could you show me hatchbacks under 18k of depreciation a year that are no older than five years?',
    fitsQuestion: is(isHatchback, depreciatesUpTo(18_000), hasYearsOfUseUpTo(4)),
  },
  {
    text: 'We would like a used car with seven seats for the whole family, with at least five years of COE left, and we can pay up to $160,000.',
    fitsQuestion: is(hasSeats(7), hasCoeYears(5), costsUpTo(160_000)),
    // The condition here also accepts cars whose COE ends a few days earlier, and the search may leave out such cars.
    minimumShareFound: 0.95,
  },
  {
    text: 'a Korean or German saloon, but please not a Kia',
    fitsQuestion: is(
      isSaloon,
      isOfBrand('Hyundai', 'Genesis', 'SsangYong', 'Mercedes_Benz', 'BMW', 'Audi', 'Volkswagen', 'Porsche', 'Opel'),
    ),
  },
];
