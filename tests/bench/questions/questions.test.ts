import { describe, expect, it } from 'vitest';
import { absentModelQuestions } from './absent-model-questions.ts';
import { amountQuestions } from './amount-questions.ts';
import { type AskableStock, makeAskableStock, makeDemoStock, makeGeneratedStock } from './ask-stock.ts';
import { askedQuestions } from './asked-questions.ts';
import { boundQuestions } from './bound-questions.ts';
import { comparisonQuestions } from './comparison-questions.ts';
import { everydayQuestions } from './everyday-questions.ts';
import { exclusionQuestions } from './exclusion-questions.ts';
import { figureQuestions } from './figure-questions.ts';
import { furtherQuestions } from './further-questions.ts';
import { mixedQuestions } from './mixed-questions.ts';
import { otherMeaningQuestions } from './other-meaning-questions.ts';
import { ownCarQuestions } from './own-car-questions.ts';
import { practicalQuestions } from './practical-questions.ts';
import { preferenceQuestions } from './preference-questions.ts';
import { purposeQuestions } from './purpose-questions.ts';
import type { Question } from './question.ts';
import { mainQuestions } from './questions.ts';
import { rankedQuestions } from './ranked-questions.ts';
import { shorthandQuestions } from './shorthand-questions.ts';
import { siteQuestions } from './site-questions.ts';
import { situationQuestions } from './situation-questions.ts';
import { spokenQuestions } from './spoken-questions.ts';
import { wishQuestions } from './wish-questions.ts';
import { writtenQuestions } from './written-questions.ts';
import { yearQuestions } from './year-questions.ts';

const allQuestions = [
  ...mainQuestions,
  ...furtherQuestions,
  ...spokenQuestions,
  ...purposeQuestions,
  ...askedQuestions,
  ...rankedQuestions,
  ...mixedQuestions,
  ...situationQuestions,
  ...absentModelQuestions,
  ...preferenceQuestions,
  ...exclusionQuestions,
  ...otherMeaningQuestions,
  ...comparisonQuestions,
  ...figureQuestions,
  ...yearQuestions,
  ...siteQuestions,
  ...ownCarQuestions,
  ...amountQuestions,
  ...everydayQuestions,
  ...boundQuestions,
  ...shorthandQuestions,
  ...practicalQuestions,
  ...writtenQuestions,
  ...wishQuestions,
];

const demoStock = makeAskableStock(makeDemoStock());
const generatedStock = makeAskableStock(makeGeneratedStock(3_000));
const testedStocks: readonly (readonly [string, AskableStock])[] = [
  ['the demo stock', demoStock],
  ['3,000 generated cars', generatedStock],
];
/** Notes that explain a bound which the search computes from the cars. */
const boundNoteCodes: ReadonlySet<string> = new Set([
  'cheapest quarter',
  'lowest depreciation',
  'lowest quarter',
  'highest quarter',
  'like and cheaper',
  'like and cheapest quarter',
  'like a model on sale',
  'like an absent model',
  'newer half',
  'more economical',
  'larger',
  'smaller',
  'low mileage',
  'fuel efficient',
  'not stated',
  'none of kind',
  'none on sale',
  'or instalment',
  'or cost of a month',
  'or cost to own',
]);
/** Maximum number of found cars that the test reads. */
const maximumFoundCars = 600;

describe.each(testedStocks)('a question of a buyer to %s', (_, stock) => {
  it.each(allQuestions.map((question): [string, Question] => [question.text, question]))(
    '%s',
    async (text, question) => {
      const { foundCars, unusedTexts, searchUnderstanding, nearest } = await stock.ask(text);
      const fittingCars = stock.cars.filter(question.fitsQuestion);
      const foundCarsNotMatching = foundCars.filter((car) => !question.fitsQuestion(car));
      expect(foundCarsNotMatching.map(({ brand, title, body }) => [brand, title, body])).toEqual([]);
      const notes = (searchUnderstanding?.notes ?? [])
        .map(({ code }) => code)
        .filter((code) => !boundNoteCodes.has(code));
      const wordsNotInDescriptions = (searchUnderstanding?.notes ?? []).flatMap(({ code, of = '' }) =>
        code === 'not stated' ? [...of.matchAll(/“([^”]*)”/g)].map(([, phrase = '']) => phrase) : [],
      );
      expect([...unusedTexts, ...wordsNotInDescriptions].sort()).toEqual([...(question.unusedTexts ?? [])].sort());
      expect(notes.sort()).toEqual([...(question.notes ?? [])].sort());
      if (question.fitsFirstCars !== undefined) {
        expect(foundCars.slice(0, 5).filter((car) => question.fitsFirstCars?.(car) === false)).toEqual([]);
      }
      if (question.readSortValue !== undefined) {
        const values = foundCars.map((car) => question.readSortValue?.(car) ?? Number.POSITIVE_INFINITY);
        expect(values).toEqual(values.toSorted((a, b) => a - b));
      }
      if (fittingCars.length === 0) {
        // No car matches. The nearest cars are shown, and the conditions that they do not meet are named.
        expect(nearest?.cars.length).toBeGreaterThan(0);
        expect(nearest?.leftOutParameters.length).toBeGreaterThan(0);
        const isNear = question.isNear ?? (() => true);
        const carsNotNear = (nearest?.cars ?? []).slice(0, 3).filter((car) => !isNear(car));
        expect(carsNotNear.map(({ brand, title, seats, price }) => [brand, title, seats, price])).toEqual([]);
        return;
      }
      const requiredCount = Math.min(maximumFoundCars, fittingCars.length) * (question.minimumShareFound ?? 1);
      expect(foundCars.length).toBeGreaterThanOrEqual(Math.floor(requiredCount));
      if (question.minimumShareFound !== 0) expect(foundCars.length).toBeGreaterThan(0);
    },
  );
});

it('takes a high paper value as the highest quarter of the PARF rebates, and says when no car has one', async () => {
  const { foundCars, searchUnderstanding } = await demoStock.ask('high paper value');
  const least = Number(searchUnderstanding?.filters.find(({ name }) => name === 'minParf')?.value);
  expect(searchUnderstanding?.notes).toContainEqual({ code: 'highest quarter', of: 'PARF rebate' });
  expect(foundCars.every(({ parf }) => parf !== null && parf / 100 >= least)).toBe(true);
  expect(foundCars.length / demoStock.cars.length).toBeCloseTo(0.25, 1);
  expect((await generatedStock.ask('high paper value suv')).unusedTexts).toEqual(['high paper value']);
});

it.each([
  ['small van for carrying plants, petrol', 400_000],
  ['nissan sylphy 2016', 200_000],
])('shows no car of another class of price near to %s', async (text, mostDollars) => {
  const { nearest } = await demoStock.ask(text);
  const prices = (nearest?.cars ?? []).slice(0, 6).map(({ price }) => price / 100);
  expect(prices.filter((price) => price > mostDollars)).toEqual([]);
  expect(prices).toHaveLength(6);
});

it('needs no small car where none is found', async () => {
  const { searchUnderstanding } = await demoStock.ask('small van for carrying plants, petrol');
  expect(searchUnderstanding?.preferredOnly).toBe(false);
});

it('there are 922 different questions', () => {
  expect(new Set(allQuestions.map(({ text }) => text)).size).toBe(922);
});
