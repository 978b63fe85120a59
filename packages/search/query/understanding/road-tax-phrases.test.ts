import { expect, it } from 'vitest';
import { readRoadTaxAt } from './road-tax-phrases.ts';
import { readTokens } from './tokens.ts';

it.each([
  ['road tax below 1000', ['maxRoadTax=1000']],
  ['road tax $800', ['maxRoadTax=800']],
  ['roadtax not more than 1k', ['maxRoadTax=1000']],
  ['less than $900 road tax', ['maxRoadTax=900']],
  ['below 700 a year road tax', ['maxRoadTax=700']],
  ['under $800 for road tax', ['maxRoadTax=800']],
  ['road tax between 500 and 900', ['minRoadTax=500', 'maxRoadTax=900']],
  ['road tax 600 to 800 a year', ['minRoadTax=600', 'maxRoadTax=800']],
  ['road tax around 700', ['maxRoadTax=770']],
  ['road tax above 2000', ['minRoadTax=2000']],
  ['road tax 400 per 6 months', ['maxRoadTax=800']],
  ['annual road tax max 700', ['maxRoadTax=700']],
])('reads %j', (text, filters) => {
  const match = readRoadTaxAt(readTokens(text), 0);
  expect(match?.filters.map(({ name, value }) => `${name}=${value}`)).toEqual(filters);
  expect(match?.next).toBe(readTokens(text).length);
});

it.each(['below 40k road tax below 800', '40k, road tax low', '50k road tax', 'low road tax', 'road tax for 2 years'])(
  'reads no bound at the start of %j',
  (text) => {
    expect(readRoadTaxAt(readTokens(text), 0)).toBeNull();
  },
);
