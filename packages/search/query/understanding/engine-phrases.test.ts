import { expect, it } from 'vitest';
import { readConsumptionAt } from './consumption-phrases.ts';
import { readEngineAt } from './engine-phrases.ts';
import { readTokens } from './tokens.ts';

it.each([
  ['1.6 and below', ['maxEngineCc=1649']],
  ['below 1600cc', ['maxEngineCc=1600']],
  ['under 1.6 litre', ['maxEngineCc=1649']],
  ['engine max 1600 cc', ['maxEngineCc=1600']],
  ['1.4 tsi', ['minEngineCc=1350', 'maxEngineCc=1449']],
  ['2.0 tdi', ['minEngineCc=1950', 'maxEngineCc=2049', 'fuel=diesel']],
  ['1.6a', ['minEngineCc=1550', 'maxEngineCc=1649', 'transmission=automatic']],
  ['2.0t', ['minEngineCc=1950', 'maxEngineCc=2049']],
  ['under 1.5 litre', ['maxEngineCc=1549']],
  ['1.2 and below', ['maxEngineCc=1249']],
  ['below 2000cc', ['maxEngineCc=2000']],
  ['engine capacity above 2000cc', ['minEngineCc=2000']],
  ['above 2.0 litre', ['minEngineCc=2050']],
  ['at least 2.0l', ['minEngineCc=1950']],
  ['1500cc', ['minEngineCc=1450', 'maxEngineCc=1549']],
  ['1.6 engine', ['minEngineCc=1550', 'maxEngineCc=1649']],
  ['engine 1.5', ['minEngineCc=1450', 'maxEngineCc=1549']],
  ['2.0l', ['minEngineCc=1950', 'maxEngineCc=2049']],
  ['between 1500cc and 2000cc', ['minEngineCc=1500', 'maxEngineCc=2000']],
  ['1.5-2.0l', ['minEngineCc=1450', 'maxEngineCc=2049']],
  ['1.3 to 1.6 litre engine', ['minEngineCc=1250', 'maxEngineCc=1649']],
  ['1.5 to 2.0', ['minEngineCc=1450', 'maxEngineCc=2049']],
  ['ps over 200', ['minPower=149']],
  ['bhp > 200', ['minPower=149']],
  ['cc below 1500', ['maxEngineCc=1500']],
  ['hp 150-200', ['minPower=112', 'maxPower=149']],
  ['horsepower between 150 and 200', ['minPower=112', 'maxPower=149']],
  ['kw 100 to 150', ['minPower=100', 'maxPower=150']],
  ['1.5cc or 1.6cc', ['minEngineCc=1450', 'maxEngineCc=1649']],
  ['below 2.0cc', ['maxEngineCc=2049']],
  ['1500 cc to 2000 cc', ['minEngineCc=1500', 'maxEngineCc=2000']],
  ['less than 130hp', ['maxPower=97']],
  ['max 97 kw', ['maxPower=97']],
  ['more than 300hp', ['minPower=224']],
  ['150 bhp and above', ['minPower=112']],
  ['100 to 150 hp', ['minPower=75', 'maxPower=112']],
  ['power above 200 kw', ['minPower=200']],
])('%j is a bound of an engine', (text, filters) => {
  const match = readEngineAt(readTokens(text), 0);
  expect(match?.filters.map(({ name, value }) => `${name}=${value}`)).toEqual(filters);
  expect(match?.next).toBe(readTokens(text).length);
});

it.each(['1.6 cat a sedan', '1.6 na suv', '1.6 turbo engine', '1.6 can', '1.6 is enough', '1.6 liao', '1.6'])(
  '%j begins with the size of an engine',
  (text) => {
    expect(readEngineAt(readTokens(text), 0)).toMatchObject({
      next: 1,
      filters: [{ value: '1550' }, { value: '1649' }],
    });
  },
);

it('takes the size before a kind of car for its engine, and names a power without a bound as not used', () => {
  expect(readEngineAt(readTokens('1.6 sedan'), 0)).toMatchObject({
    next: 1,
    filters: [{ value: '1550' }, { value: '1649' }],
  });
  expect(readEngineAt(readTokens('300hp'), 0)).toEqual({ next: 1, filters: [], words: 'dropped' });
});

it.each([
  '2.0 premium',
  '4.5 stars',
  '2.5 years coe',
  '1.2 mil',
  '7.5 k',
  '1.5 to 3 years',
  '9.5',
  'under 80k',
  'below 1.2 mil',
  '1.2 to 1.5 million',
  'engine under 100k',
  '5 seats',
  '1.2m',
  '208',
  'below 100 000',
])('%j is no size of an engine', (text) => {
  expect(readEngineAt(readTokens(text), 0)).toBeNull();
});

it.each(['20km/l', '15 km per litre', '18 km/l', '5l/100km', 'at least 20km/l'])('%j is a consumption', (text) => {
  expect(readConsumptionAt(readTokens(text), 0)).toMatchObject({ next: readTokens(text).length, note: 'consumption' });
});

it.each(['20km', '20 km a day', '500 km'])('%j is no consumption', (text) => {
  expect(readConsumptionAt(readTokens(text), 0)).toBeNull();
});
