import type { CatalogueEntry } from '@carhouse/search/query/entry';
import {
  anyCar,
  anyOf,
  coeYears,
  costsAtLeast,
  costsUpTo,
  dollars,
  drivenUpTo,
  goesFar,
  instalmentUpTo,
  is,
  isEstate,
  isHatchback,
  isHighSeated,
  isModel,
  isMpv,
  isSaloon,
  isSuv,
  monthlyCostUpTo,
  noCar,
  type Question,
  seats,
  usesFuel,
} from './question.ts';

const isCategoryA = ({ coeCategory }: CatalogueEntry): boolean => coeCategory === 1;
const costsBetween = (least: number, most: number) => is(costsAtLeast(least), costsUpTo(most));
const isFrugal = usesFuel('hybrid', 'plug-in hybrid', 'electric');

/** Questions with amounts in words, open or approximate amounts, payments, and figures of engines. */
export const amountQuestions: readonly Question[] = [
  { text: 'sixty thousand dollars', fitsQuestion: costsUpTo(60_000), orderedBy: dollars },
  { text: 'eighty five thousand suv', fitsQuestion: is(isSuv, costsUpTo(85_000)), orderedBy: dollars },
  { text: 'fifty to sixty thousand', fitsQuestion: costsBetween(50_000, 60_000), orderedBy: dollars },
  { text: 'max one hundred and twenty thousand', fitsQuestion: costsUpTo(120_000), orderedBy: dollars },
  { text: 'below six figures', fitsQuestion: costsUpTo(100_000), orderedBy: dollars },
  { text: 'one hundred k seven seater', fitsQuestion: is(seats(7), costsUpTo(100_000)), orderedBy: dollars },
  { text: '1xxk suv', fitsQuestion: is(isSuv, costsBetween(100_000, 199_999)), orderedBy: dollars },
  { text: 'budget 8xk', fitsQuestion: costsBetween(80_000, 89_999), orderedBy: dollars },
  { text: '80kish sedan', fitsQuestion: is(isSaloon, costsBetween(72_000, 88_000)), orderedBy: dollars },
  { text: '70k or so hatchback', fitsQuestion: is(isHatchback, costsBetween(63_000, 77_000)), orderedBy: dollars },
  { text: 'mpv ~90k', fitsQuestion: is(isMpv, costsBetween(81_000, 99_000)), orderedBy: dollars },
  { text: 'installment around 1000', fitsQuestion: instalmentUpTo(1_100), notes: ['instalment'] },
  { text: 'twelve hundred a month', fitsQuestion: monthlyCostUpTo(1_200), notes: ['cost of a month'] },
  {
    text: 'pay 20k down and 1500 a month',
    fitsQuestion: instalmentUpTo(1_500),
    notes: ['down payment', 'instalment'],
    droppedTexts: ['20k down'],
  },
  { text: 'new car with low mileage under 10k', fitsQuestion: drivenUpTo(10_000) },
  {
    text: 'i drive about 30000 km a year',
    fitsQuestion: anyCar,
    firstFit: anyOf(usesFuel('hybrid', 'plug-in hybrid', 'diesel'), goesFar),
  },
  {
    text: 'vezel under $1000 a month',
    fitsQuestion: is(isModel('Honda', /vezel/i), monthlyCostUpTo(1_000)),
    isNear: isSuv,
    notes: ['cost of a month'],
  },
  // A bare number after a kind of car is a budget in thousands.
  { text: 'suv 150', fitsQuestion: is(isSuv, costsUpTo(150_000)), orderedBy: dollars },
  { text: 'sedan 120', fitsQuestion: is(isSaloon, costsUpTo(120_000)), orderedBy: dollars },
  { text: '20km/l', fitsQuestion: isFrugal, notes: ['consumption'], orderedBy: dollars },
  { text: '1.6 and below', fitsQuestion: isCategoryA, notes: ['engine size'], orderedBy: dollars },
  { text: 'sedan below 1600cc', fitsQuestion: is(isSaloon, isCategoryA), notes: ['engine size'], orderedBy: dollars },
  { text: '10 year coe renewed', fitsQuestion: noCar, isNear: coeYears(8), notes: ['no renewed COE'] },
  { text: 'total cost per month less than 1500', fitsQuestion: monthlyCostUpTo(1_500), notes: ['cost of a month'] },
  { text: 'i earn 4k a month what car', fitsQuestion: anyCar, droppedTexts: ['4k a month'], orderedBy: dollars },
  {
    text: 'plug in hybrid suv under 300k',
    fitsQuestion: is(isSuv, costsUpTo(300_000), usesFuel('plug-in hybrid')),
    isNear: is(isSuv, isFrugal),
  },
  { text: 'i am 1.9m tall', fitsQuestion: anyCar, firstFit: isHighSeated },
  // Of two bounds that contradict each other, the later one counts.
  { text: 'two seater for 4 people', fitsQuestion: seats(4), droppedTexts: ['two seater'], orderedBy: dollars },
  { text: 'above 100k below 80k', fitsQuestion: costsUpTo(80_000), droppedTexts: ['above 100k'], orderedBy: dollars },
  // Who cannot charge at home needs an engine.
  { text: 'condo no charger want suv', fitsQuestion: is(isSuv, usesFuel('petrol', 'hybrid', 'diesel')) },
  { text: 'got charger at home', fitsQuestion: usesFuel('electric', 'plug-in hybrid'), orderedBy: dollars },
  { text: 'ev or hybrid better for 50km a day', fitsQuestion: isFrugal },
  { text: 'help me choose', fitsQuestion: anyCar, orderedBy: dollars },
  // Words for cheap.
  { text: 'not so ex sedan leh', fitsQuestion: isSaloon, findsAtLeast: 0.2, orderedBy: dollars },
  { text: 'got any good lobang suv', fitsQuestion: isSuv, findsAtLeast: 0.2, orderedBy: dollars },
  { text: 'budget', fitsQuestion: anyCar, findsAtLeast: 0.2, orderedBy: dollars },
  {
    text: 'wah i want atas car but no money',
    fitsQuestion: anyCar,
    findsAtLeast: 0.05,
    notes: ['luxury'],
    orderedBy: dollars,
  },
  {
    text: 'pregnant wife',
    fitsQuestion: seats(5),
    firstFit: anyOf(isSuv, isMpv, isEstate),
  },
  { text: 'new arrivals suv', fitsQuestion: isSuv, orderedBy: ({ newestAt }) => -newestAt },
  {
    text: 'shiok to drive one',
    fitsQuestion: anyCar,
    firstFit: ({ body }) => /coup|convertible|cabriolet|roadster|spider/i.test(body ?? ''),
  },
];
