import { expect, it } from 'vitest';
import { formatCarCount, formatCarCountOfSeller, formatPartialCarCount } from './count-of-cars.ts';

it('formats the largest counted number of cars, and a part of it, as a lower bound', () => {
  expect([0, 999, 1_000].map(formatCarCount)).toEqual(['0', '999', '1,000+']);
  expect([1, 164, 1_000].map(formatCarCountOfSeller)).toEqual(['1 car', '164 cars', '1,000+ cars']);
  expect([formatPartialCarCount(600, 999), formatPartialCarCount(600, 1_000)]).toEqual(['600', '600+']);
});
