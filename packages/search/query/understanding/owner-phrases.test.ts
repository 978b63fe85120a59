import { expect, it } from 'vitest';
import { readOwnersAt } from './owner-phrases.ts';
import { readTokens } from './tokens.ts';

it.each([
  ['1/2 owners', ['1', '2']],
  ['1 / 2 owners', ['1', '2']],
  ['1-2 owners', ['1', '2']],
  ['1-3 owners', ['1', '2', '3']],
  ['1 or 2 owners', ['1', '2']],
  ['one to three owners', ['1', '2', '3']],
  ['1st/2nd owner', ['1', '2']],
  ['first or second owner', ['1', '2']],
  ['1 owner or 2 owners', ['1', '2']],
  ['2 owners', ['2']],
  ['not more than 2 owners', ['1', '2']],
])('reads %j', (text, owners) => {
  const match = readOwnersAt(readTokens(text), 0);
  expect(match?.filters.map(({ value }) => value)).toEqual(owners);
  expect(match?.next).toBe(readTokens(text).length);
});

it.each(['1/2', '1-2 years', '2 or 3 kids', '1/2 price owners'])('%j is no number of owners', (text) => {
  expect(readOwnersAt(readTokens(text), 0)).toBeNull();
});
