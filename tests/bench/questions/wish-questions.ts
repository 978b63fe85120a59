import {
  anyOf,
  costsAtLeast,
  costsUpTo,
  depreciatesUpTo,
  fitsNoCar,
  hasEngine,
  hasInstalmentUpTo,
  hasLargeBoot,
  hasMileageUpTo,
  hasMonthlyCostUpTo,
  hasSeats,
  hasYearsOfUseUpTo,
  is,
  isAutomatic,
  isBoughtBetween,
  isEstate,
  isHatchback,
  isModel,
  isMpv,
  isNot,
  isNotLarge,
  isOfBrand,
  isPainted,
  isSaloon,
  isSuv,
  isVan,
  type Question,
  textMatches,
  usesFuel,
} from './question.ts';

const isHybrid = usesFuel('hybrid', 'plug-in hybrid');

/** Questions whose further wishes no car or only some cars meet. The search must name each wish that it cannot use. */
export const wishQuestions: readonly Question[] = [
  // No car is found. A wish that does not order the nearest cars is named.
  {
    text: 'mazda 3 hatch moonroof',
    fitsQuestion: is(isModel('Mazda', /^3\b/), isHatchback),
    unusedTexts: ['moonroof'],
  },
  {
    text: 'Is there any Honda Freed with less than 60,000 km and full servicing record?',
    fitsQuestion: is(isModel('Honda', /^Freed/), hasMileageUpTo(60_000)),
    isNear: hasSeats(6),
    unusedTexts: ['servicing record'],
  },
  {
    text: 'suzuki swift with massage seats, below 30k',
    fitsQuestion: is(isModel('Suzuki', /^Swift/), costsUpTo(30_000)),
    isNear: isHatchback,
    unusedTexts: ['massage seats'],
  },
  {
    text: '2.0 turbo hatchback above 500bhp',
    fitsQuestion: is(isHatchback, hasEngine(1_950, 2_049), ({ power }) => power !== null && power >= 372),
    isNear: isHatchback,
    unusedTexts: ['turbo'],
  },
  {
    text: 'sedan depre under 3k with head up display',
    fitsQuestion: is(isSaloon, depreciatesUpTo(3_000)),
    isNear: isSaloon,
    unusedTexts: ['head up display'],
  },
  { text: 'small suv under 5k', fitsQuestion: is(isSuv, costsUpTo(5_000)), isNear: isSuv, unusedTexts: ['small'] },
  { text: 'toyota raize with sunroof', fitsQuestion: fitsNoCar, isNear: isSuv },
  // Cars that miss one wish come before cars that miss two, and cars of another class of price are not near.
  {
    text: 'hybrid sedan 2017 to 2020 white',
    fitsQuestion: is(isHybrid, isSaloon, isPainted(/white/i), isBoughtBetween(2017, 2020)),
    isNear: is(isHybrid, isSaloon, anyOf(isPainted(/white/i), isBoughtBetween(2017, 2020))),
  },
  {
    text: 'black electric suv 2018 to 2020',
    fitsQuestion: is(usesFuel('electric'), isSuv, isPainted(/black/i), isBoughtBetween(2018, 2020)),
    isNear: is(usesFuel('electric'), isSuv, anyOf(isPainted(/black/i), isBoughtBetween(2018, 2020))),
  },
  {
    text: 'nissan sylphy 2016',
    fitsQuestion: is(isModel('Nissan', /^Sylphy/), isBoughtBetween(2016, 2016)),
    isNear: is(isSaloon, costsUpTo(150_000)),
  },
  {
    text: 'small van for deliver food, petrol, price 30k plus minus',
    fitsQuestion: is(isVan, usesFuel('petrol'), costsAtLeast(27_000), costsUpTo(33_000)),
    isNear: is(usesFuel('petrol'), costsUpTo(60_000)),
  },
  // Where the text asks for small cars, a large car does not fit.
  {
    text: 'Looking for a reliable small car for first time driver, budget around 45k, auto, easy to park',
    fitsQuestion: is(isAutomatic, isNotLarge, costsAtLeast(40_500), costsUpTo(49_500)),
    minimumShareFound: 0.1,
    unusedTexts: ['reliable'],
  },
  { text: 'compact suv, easy parking', fitsQuestion: is(isSuv, isNotLarge), minimumShareFound: 0.1 },
  {
    text: 'small sedan',
    fitsQuestion: is(isSaloon, (car) => !/^(?:[CES] ?\d{3}|[3-7]\d\d|A[4-8])/.test(car.title)),
    minimumShareFound: 0.02,
  },
  {
    text: 'cheaper than honda vezel but same size',
    fitsQuestion: is(isSuv, isNotLarge),
    minimumShareFound: 0.01,
  },
  {
    text: 'family car with power tailgate',
    fitsQuestion: hasSeats(5),
    fitsFirstCars: anyOf(hasLargeBoot, textMatches(/tailgate/i)),
  },
  // A small petrol car is economical, too.
  {
    text: 'small car easy to park good fuel consumption',
    fitsQuestion: is(isNotLarge, isNot(usesFuel('diesel'))),
    minimumShareFound: 0.05,
    readSortValue: ({ roadTax }) => roadTax,
  },
  {
    text: 'compact hatch under 90k, save petrol',
    fitsQuestion: is(isHatchback, costsUpTo(90_000), isNot(usesFuel('diesel'))),
    minimumShareFound: 0.05,
  },
  // An amount a month is the instalment, unless the text names the cost.
  { text: 'mpv below $1,300 a month', fitsQuestion: is(isMpv, hasInstalmentUpTo(1_300)), notes: ['amount a month'] },
  { text: 'hatch monthly 1.4k', fitsQuestion: is(isHatchback, hasInstalmentUpTo(1_400)), notes: ['amount a month'] },
  {
    text: 'hatch below 1400 a month cost of ownership',
    fitsQuestion: is(isHatchback, hasMonthlyCostUpTo(1_400)),
    notes: ['cost of a month'],
  },
  // A wish with `if possible` or `preferably` excludes no car when no car meets it.
  { text: 'ferrari, diesel if possible', fitsQuestion: isOfBrand('Ferrari'), unusedTexts: ['diesel'] },
  { text: 'tesla preferably turquoise', fitsQuestion: isOfBrand('Tesla'), unusedTexts: ['turquoise'] },
  // Words of the trade in Singapore.
  { text: 'suv dun so ex', fitsQuestion: isSuv, minimumShareFound: 0.2 },
  {
    text: 'bigger than altis but road tax dun so ex',
    fitsQuestion: anyOf(isSuv, isMpv, isEstate),
    minimumShareFound: 0.05,
    readSortValue: ({ roadTax }) => roadTax,
  },
  { text: 'saloon from 2017 onwards', fitsQuestion: is(isSaloon, isBoughtBetween(2017)) },
  {
    text: 'mitsubishi lancer ex uncle drive',
    fitsQuestion: isModel('Mitsubishi', /^Lancer/i),
    minimumShareFound: 0.1,
    isNear: isSaloon,
    unusedTexts: ['uncle drive'],
  },
  { text: 'civc below 1k oso can alr', fitsQuestion: fitsNoCar, isNear: isSaloon },
  // The size of an engine without a unit, and with the name of the engine.
  {
    text: 'dun want hybrid dun want electric, petrol only, 1.6 can liao',
    fitsQuestion: is(usesFuel('petrol'), hasEngine(1_550, 1_649)),
  },
  { text: 'petrol 1.5 auto', fitsQuestion: is(usesFuel('petrol'), hasEngine(1_450, 1_549), isAutomatic) },
  { text: '1.4 tsi', fitsQuestion: hasEngine(1_350, 1_449) },
  { text: 'audi 1.4 tfsi', fitsQuestion: is(isOfBrand('Audi'), hasEngine(1_350, 1_449)) },
  { text: 'suv 2.0 tdi', fitsQuestion: is(isSuv, usesFuel('diesel'), hasEngine(1_950, 2_049)) },
  {
    text: 'silver sedan below 1.6 litre not more than 8 years old',
    fitsQuestion: is(isSaloon, isPainted(/silver/i), hasEngine(0, 1_649), hasYearsOfUseUpTo(7)),
  },
  { text: 'hatch 1.3 ok', fitsQuestion: is(isHatchback, hasEngine(1_250, 1_349)) },
  { text: 'cheap 2.0t sedan', fitsQuestion: is(isSaloon, hasEngine(1_950, 2_049)), minimumShareFound: 0.2 },
];
