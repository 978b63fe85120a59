import { expect, it } from 'vitest';
import { Vocabulary } from '../../text/vocabulary.ts';
import { understand } from '../understand.ts';

const words = { isInTexts: () => false, findMissingWords: (text: string) => new Set(text.toLowerCase().split(/\s+/)) };

function readFilters(text: string): string {
  const { filters } = understand(text, new Vocabulary(), { today: '2026-11-26', words });
  return filters
    .filter(({ name }) => name !== 'sort')
    .map(({ name, value }) => `${name}=${value}`)
    .sort()
    .join(' ');
}

it.each([
  ['80k minimum', 'minPrice=80000'],
  ['50k++', 'minPrice=50000'],
  ['200k above', 'minPrice=200000'],
  ['200k above 2019', 'maxPrice=200000 minYear=2019'],
  ['80k max 5 years old', 'maxPrice=80000 maxYearsOfUse=4'],
  ['5yr or more coe', 'minCoeMonths=60'],
  ['only 1 year coe left', 'maxCoeMonths=12'],
  ['3 months coe left', 'maxCoeMonths=3'],
  ['2018 n newer', 'minYear=2018'],
  ['2018, 2019 or 2020', 'maxYear=2020 minYear=2018'],
  ['reg 2018 or 2019, mileage below 80,000', 'maxMileage=80000 maxYear=2019 minYear=2018'],
  ['less than 40,000 miles', 'maxMileage=64374'],
  ['below 100 000 km', 'maxMileage=100000'],
  ['100k +/- 10k', 'maxPrice=110000 minPrice=90000'],
  ['posted in the last 3 days', 'postedWithin=3'],
  ['posted this week', 'postedWithin=7'],
  ['my insurance expires in 2027', ''],
  ['owner must be 1', 'owners=1'],
])('reads the bounds of %j', (text, filters) => {
  expect(readFilters(text)).toBe(filters);
});
