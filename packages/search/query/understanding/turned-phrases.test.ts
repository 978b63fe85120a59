import { expect, it } from 'vitest';
import { replaceNegations } from './plain-negations.ts';
import { readTokens } from './tokens.ts';
import { turnPhrases } from './turned-phrases.ts';

const listWords = (text: string) =>
  turnPhrases(replaceNegations(readTokens(text)))
    .map(({ low }) => low)
    .join(' ');

it.each([
  ['boot big', 'big boot'],
  ['boot must be big', 'big boot'],
  ['dep low coe long suv', 'low dep long coe suv'],
  ['paper value high, dep low', 'high paper value low dep'],
  ['road tax cheap', 'low road tax'],
  ['price not too high', 'low price'],
  ["mileage shouldn't be high", 'low mileage'],
  ['petrol consumption good', 'low fuel consumption'],
])('%j has its adjective after the noun', (text, words) => {
  expect(listWords(text)).toBe(words);
});

it.each([
  'low mileage small car',
  'need boot, big suv',
  'boot small car',
  'mileage below 50k',
  'coe till 2030',
  'price high',
])('%j stays as it is', (text) => {
  expect(listWords(text)).toBe(text.replace(',', ''));
});

it('keeps the place of the phrase in the text', () => {
  const [adjective, noun, last] = turnPhrases(readTokens('boot must be big, suv'));
  expect(adjective).toMatchObject({ from: 0, to: 16 });
  expect(noun).toMatchObject({ from: 0, to: 16, isBeforeComma: true });
  expect(last).toMatchObject({ from: 18, to: 21 });
});
