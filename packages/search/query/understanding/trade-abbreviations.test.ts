import { expect, it } from 'vitest';
import { readTokens } from './tokens.ts';
import { replaceAbbreviations } from './trade-abbreviations.ts';

const listWords = (text: string) =>
  replaceAbbreviations(readTokens(text))
    .map(({ low }) => low)
    .join(' ');

it.each([
  ['coe bal 5 yr and abv', 'coe balance 5 yr and above'],
  ['mthly max 1.1k', 'monthly max 1.1k'],
  ['mil < 80k', 'mileage < 80k'],
  ['ard 6 yo', 'ard 6 years old'],
  ['6yo max', '6 years old max'],
  ['rd tax blw 800', 'road tax below 800'],
  ['petrol oni', 'petrol only'],
])('%j has abbreviations', (text, words) => {
  expect(listWords(text)).toBe(words);
});

it.each(['1 mil budget', 'half a mil', '1.2 mil', 'bukit timah rd'])('%j has none', (text) => {
  expect(listWords(text)).toBe(text);
});
