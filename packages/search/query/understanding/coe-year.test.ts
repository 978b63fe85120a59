import { expect, it } from 'vitest';
import { Vocabulary } from '../../text/vocabulary.ts';
import { understand } from '../understand.ts';

const words = { isInTexts: () => false, findMissingWords: (text: string) => new Set(text.toLowerCase().split(/\s+/)) };

it.each([
  ['coe till 2030', ['minCoeEnd=203001']],
  ['bmw coe 2030', ['minCoeEnd=203001']],
  ['coe over 2030', ['minCoeEnd=203001']],
  ['coe expiring 2030', ['minCoeEnd=203001', 'maxCoeEnd=203012']],
  ['cat a coe till 2034', ['minCoeEnd=203401']],
  ['coe expire 2030 onwards', ['minCoeEnd=203001']],
  ['coe expiring before 2028', ['maxCoeEnd=202712']],
  ['coe not expiring before 2031', ['minCoeEnd=203101']],
  ['coe ends next year', ['minCoeEnd=202701', 'maxCoeEnd=202712']],
  ['coe expires by 2029', ['maxCoeEnd=202912']],
  ['coe between 2029 and 2030', ['minCoeEnd=202901', 'maxCoeEnd=203012']],
  ['coe till end 2030', ['minCoeEnd=203010']],
  ['coe till dec 2031', ['minCoeEnd=203112']],
  ['coe ends next month', ['minCoeEnd=202612', 'maxCoeEnd=202612']],
  // No car was bought in a year to come.
  ['suv until 2031', ['minCoeEnd=203101']],
  ['for my son till 2032', ['minCoeEnd=203201']],
  ['suv before 2030', ['maxCoeEnd=202912']],
  ['2033', ['minCoeEnd=203301']],
  ['fresh coe until 2034', ['minCoeEnd=203401']],
  ['parf car', ['maxYearsOfUse=9']],
  // A year after `parf car` that has begun is the year of the car.
  ['parf car 2019 onwards', ['maxYearsOfUse=9', 'minYear=2019']],
  ['parf car from 2019', ['maxYearsOfUse=9', 'minYear=2019']],
  ['parf 2019 and newer', ['maxYearsOfUse=9', 'minYear=2019']],
  ['parf 2019', ['maxYearsOfUse=9', 'minYear=2019', 'maxYear=2019']],
  ['parf cars after 2019', ['maxYearsOfUse=9', 'minYear=2020']],
  ['parf car 2018 to 2020', ['maxYearsOfUse=9', 'minYear=2018', 'maxYear=2020']],
  ['parf car till 2030', ['minCoeEnd=203001']],
  ['parf car 2028 to 2030', ['minCoeEnd=202801', 'maxCoeEnd=203012']],
  ['parf car expiring 2030', ['minCoeEnd=203001', 'maxCoeEnd=203012']],
  ['2019 to 2022', ['minYear=2019', 'maxYear=2022']],
  ['until 2020', ['maxYear=2020']],
])('%j bounds the end of the COE or the year of purchase', (text, expected) => {
  const { filters } = understand(text, new Vocabulary(), { today: '2026-11-23', words });
  const bounds = filters.filter(({ name }) => /CoeEnd|Year/.test(name));
  expect(bounds.map(({ name, value }) => `${name}=${value}`)).toEqual(expected);
});
