import { expect, it } from 'vitest';
import { readConsumptionAt, readEngineAt } from './engine-phrases.ts';
import { tokensOf } from './tokens.ts';

it.each(['1.6 and below', 'below 1600cc', 'under 1.5 litre', 'less than 130hp', 'max 97 kw', '1500cc'])(
  '%j asks for a COE of category A',
  (text) => {
    expect(readEngineAt(tokensOf(text), 0)).toEqual({
      next: tokensOf(text).length,
      filters: [{ name: 'coeCategory', value: 'A' }],
      note: 'engine size',
    });
  },
);

it('orders by the power when it has a lower bound, and drops a size that category A does not bound', () => {
  expect(readEngineAt(tokensOf('more than 300hp'), 0)?.filters).toEqual([{ name: 'sort', value: '-power' }]);
  expect(readEngineAt(tokensOf('below 2000cc'), 0)).toEqual({ next: 2, filters: [], words: 'dropped' });
});

it.each(['2.0 turbo', 'under 80k', '5 seats', '1.2m', '208', 'below 100 000'])('%j is no size of an engine', (text) => {
  expect(readEngineAt(tokensOf(text), 0)).toBeNull();
});

it.each(['20km/l', '15 km per litre', '18 km/l', '5l/100km', 'at least 20km/l'])('%j is a consumption', (text) => {
  expect(readConsumptionAt(tokensOf(text), 0)).toMatchObject({ next: tokensOf(text).length, note: 'consumption' });
});

it.each(['20km', '20 km a day', '500 km'])('%j is no consumption', (text) => {
  expect(readConsumptionAt(tokensOf(text), 0)).toBeNull();
});
