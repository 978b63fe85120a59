import {
  anyOf,
  costsAtLeast,
  costsUpTo,
  fitsAnyCar,
  fitsNoCar,
  hasCoeYears,
  hasEngine,
  hasHighSeats,
  hasInstalmentUpTo,
  hasLongRange,
  hasMileageUpTo,
  hasMonthlyCostUpTo,
  hasSeats,
  is,
  isEstate,
  isHatchback,
  isModel,
  isMpv,
  isSaloon,
  isSuv,
  type Question,
  readPriceInDollars,
  usesFuel,
} from './question.ts';

const costsBetween = (least: number, most: number) => is(costsAtLeast(least), costsUpTo(most));
const isFrugal = usesFuel('hybrid', 'plug-in hybrid', 'electric');

/** Questions with amounts in words, with open or approximate amounts, with payments, and with engine sizes. */
export const amountQuestions: readonly Question[] = [
  { text: 'sixty thousand dollars', fitsQuestion: costsUpTo(60_000), readSortValue: readPriceInDollars },
  { text: 'eighty five thousand suv', fitsQuestion: is(isSuv, costsUpTo(85_000)), readSortValue: readPriceInDollars },
  { text: 'fifty to sixty thousand', fitsQuestion: costsBetween(50_000, 60_000), readSortValue: readPriceInDollars },
  { text: 'max one hundred and twenty thousand', fitsQuestion: costsUpTo(120_000), readSortValue: readPriceInDollars },
  { text: 'below six figures', fitsQuestion: costsUpTo(100_000), readSortValue: readPriceInDollars },
  {
    text: 'one hundred k seven seater',
    fitsQuestion: is(hasSeats(7), costsUpTo(100_000)),
    readSortValue: readPriceInDollars,
  },
  { text: '1xxk suv', fitsQuestion: is(isSuv, costsBetween(100_000, 199_999)), readSortValue: readPriceInDollars },
  { text: 'budget 8xk', fitsQuestion: costsBetween(80_000, 89_999), readSortValue: readPriceInDollars },
  { text: '80kish sedan', fitsQuestion: is(isSaloon, costsBetween(72_000, 88_000)), readSortValue: readPriceInDollars },
  {
    text: '70k or so hatchback',
    fitsQuestion: is(isHatchback, costsBetween(63_000, 77_000)),
    readSortValue: readPriceInDollars,
  },
  { text: 'mpv ~90k', fitsQuestion: is(isMpv, costsBetween(81_000, 99_000)), readSortValue: readPriceInDollars },
  { text: 'installment around 1000', fitsQuestion: hasInstalmentUpTo(1_100), notes: ['instalment'] },
  { text: 'twelve hundred a month', fitsQuestion: hasInstalmentUpTo(1_200), notes: ['amount a month'] },
  {
    text: 'pay 20k down and 1500 a month',
    fitsQuestion: hasInstalmentUpTo(1_500),
    notes: ['down payment', 'instalment'],
    unusedTexts: ['20k down'],
  },
  { text: 'new car with low mileage under 10k', fitsQuestion: hasMileageUpTo(10_000) },
  {
    text: 'i drive about 30000 km a year',
    fitsQuestion: fitsAnyCar,
    fitsFirstCars: anyOf(usesFuel('hybrid', 'plug-in hybrid', 'diesel'), hasLongRange),
  },
  {
    text: 'vezel under $1000 a month',
    fitsQuestion: is(isModel('Honda', /vezel/i), hasInstalmentUpTo(1_000)),
    isNear: isSuv,
    notes: ['amount a month'],
  },
  // A bare number after a kind of car is a budget in thousands.
  { text: 'suv 150', fitsQuestion: is(isSuv, costsUpTo(150_000)), readSortValue: readPriceInDollars },
  { text: 'sedan 120', fitsQuestion: is(isSaloon, costsUpTo(120_000)), readSortValue: readPriceInDollars },
  { text: '20km/l', fitsQuestion: isFrugal, notes: ['consumption'], readSortValue: readPriceInDollars },
  { text: '1.6 and below', fitsQuestion: hasEngine(0, 1_649), readSortValue: readPriceInDollars },
  {
    text: 'sedan below 1600cc',
    fitsQuestion: is(isSaloon, hasEngine(0, 1_600)),
    readSortValue: readPriceInDollars,
  },
  { text: '10 year coe renewed', fitsQuestion: fitsNoCar, isNear: hasCoeYears(8), notes: ['no renewed COE'] },
  { text: 'total cost per month less than 1500', fitsQuestion: hasMonthlyCostUpTo(1_500), notes: ['cost of a month'] },
  {
    text: 'i earn 4k a month what car',
    fitsQuestion: fitsAnyCar,
    unusedTexts: ['4k a month'],
    readSortValue: readPriceInDollars,
  },
  {
    text: 'plug in hybrid suv under 300k',
    fitsQuestion: is(isSuv, costsUpTo(300_000), usesFuel('plug-in hybrid')),
    isNear: is(isSuv, isFrugal),
  },
  { text: 'i am 1.9m tall', fitsQuestion: fitsAnyCar, fitsFirstCars: hasHighSeats },
  // When two bounds contradict each other, the search uses the bound that comes later in the text.
  {
    text: 'two seater for 4 people',
    fitsQuestion: hasSeats(4),
    unusedTexts: ['two seater'],
    readSortValue: readPriceInDollars,
  },
  {
    text: 'above 100k below 80k',
    fitsQuestion: costsUpTo(80_000),
    unusedTexts: ['above 100k'],
    readSortValue: readPriceInDollars,
  },
  // A buyer who cannot charge at home needs a car with an engine.
  { text: 'condo no charger want suv', fitsQuestion: is(isSuv, usesFuel('petrol', 'hybrid', 'diesel')) },
  {
    text: 'got charger at home',
    fitsQuestion: usesFuel('electric', 'plug-in hybrid'),
    readSortValue: readPriceInDollars,
  },
  { text: 'ev or hybrid better for 50km a day', fitsQuestion: isFrugal },
  { text: 'help me choose', fitsQuestion: fitsAnyCar, readSortValue: readPriceInDollars },
  // Other words for `cheap`.
  { text: 'not so ex sedan leh', fitsQuestion: isSaloon, minimumShareFound: 0.2, readSortValue: readPriceInDollars },
  { text: 'got any good lobang suv', fitsQuestion: isSuv, minimumShareFound: 0.2, readSortValue: readPriceInDollars },
  { text: 'budget', fitsQuestion: fitsAnyCar, minimumShareFound: 0.2, readSortValue: readPriceInDollars },
  {
    text: 'wah i want atas car but no money',
    fitsQuestion: fitsAnyCar,
    minimumShareFound: 0.05,
    notes: ['luxury'],
    readSortValue: readPriceInDollars,
  },
  {
    text: 'pregnant wife',
    fitsQuestion: hasSeats(5),
    fitsFirstCars: anyOf(isSuv, isMpv, isEstate),
  },
  { text: 'new arrivals suv', fitsQuestion: isSuv, readSortValue: ({ newestAt }) => -newestAt },
  {
    text: 'shiok to drive one',
    fitsQuestion: fitsAnyCar,
    fitsFirstCars: ({ body }) => /coup|convertible|cabriolet|roadster|spider/i.test(body ?? ''),
  },
];
