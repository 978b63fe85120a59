import { expect, it } from 'vitest';
import { readLastingAt } from './lasting-phrases.ts';
import { readTokens } from './tokens.ts';

it.each([
  ['can tahan 3 years', 36],
  ['can last 5 years', 60],
  ['lasts 3 years', 36],
  ['can last me 5 more years', 60],
  ['lasting at least 18 months', 18],
  ['drive for 4 years', 48],
  ['use for 2 years', 24],
  ['keep it for another five years', 60],
  ['can tahan 2 to 3 years', 24],
  ['last 3-5 years', 36],
  ['last a few years', 36],
  ['for the next 4 years', 48],
  ['can tahan 3 years or more', 36],
  ['for the next 2 to 3 years', 36],
])('%j asks for COE', (text, months) => {
  expect(readLastingAt(readTokens(text), 0)).toEqual({
    next: readTokens(text).length,
    filters: [{ name: 'minCoeMonths', value: String(months) }],
  });
});

it.each(['can drive 5 year old car', 'can tahan jam', 'last 20 years', 'last owner', 'use for 3 kids', 'drive 100 km'])(
  '%j asks for no COE',
  (text) => {
    expect(readLastingAt(readTokens(text), 0)).toBeNull();
  },
);

it.each([
  ['car for 2 to 3 years', 36],
  ['car for 2-3 years', 36],
  ['car for 3 years', 36],
  ['suv for 4 years', 48],
  ['sedan for a few years', 36],
  ['mpv for 18 months', 18],
])('the time in %j is how long the buyer uses the car', (text, months) => {
  expect(readLastingAt(readTokens(text), 1)).toEqual({
    next: readTokens(text).length,
    filters: [{ name: 'minCoeMonths', value: String(months) }],
  });
});

it.each([
  'loan for 5 years',
  'warranty for 2 years',
  'coe for 5 years',
  'car loan for 7 years',
  'suv for 7 years loan',
  'suv for 4 years with car loan',
  'instalment car for 5 years',
  'car with warranty for 2 years',
  'had a car for 3 years',
  'my car for 3 years',
  'car for 3 year old',
  'car for 2 kids',
  'car for 3 years until 2029',
])('%j names no time of use', (text) => {
  const tokens = readTokens(text);
  expect(tokens.map((_, at) => readLastingAt(tokens, at)).filter((match) => match !== null)).toEqual([]);
});

it('reads no time that has passed', () => {
  expect(readLastingAt(readTokens('the last 5 years'), 1)).toBeNull();
});
