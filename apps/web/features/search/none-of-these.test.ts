import { expect, it } from 'vitest';
import type { CarSearch } from './car-search.ts';
import { describeNoneOfThese } from './none-of-these.ts';

it.each<[CarSearch, string]>([
  [{ minYear: 2018, maxYear: 2018 }, 'None of these is of 2018.'],
  [{ minYear: 2018, maxYear: 2020 }, 'None of these is of 2018 to 2020.'],
  [{ minYear: 2018 }, 'None of these is of 2018 or later.'],
  [{ maxYear: 2018 }, 'None of these is of 2018 or before.'],
  [{ maxMonthlyCost: 1_000 }, 'None of these costs at most $1,000 a month to own.'],
  [{ maxInstalment: 800 }, 'None of these has an instalment of at most $800 a month.'],
  [{ minPrice: 50_000, maxPrice: 90_000 }, 'None of these costs $50,000 to $90,000.'],
  [{ maxYearsOfUse: 4 }, 'None of these is less than 5 years old.'],
  [{ minYearsOfUse: 9 }, 'None of these has at least 9 years of use.'],
  [{ maxMileage: 80_000 }, 'None of these was driven at most 80,000 km.'],
  [{ maxYearlyMileage: 10_000 }, 'None of these was driven at most 10,000 km a year.'],
  [{ maxDepreciation: 12_000 }, 'None of these loses at most $12,000 a year in value.'],
  [{ minCoeMonths: 60 }, 'None of these has at least 5 years of COE left.'],
  [{ minCoeEnd: 203_301 }, 'None of these has a COE that ends 2033 or later.'],
  [{ minSeats: 7 }, 'None of these has 7 seats or more.'],
  [{ minSeats: 5, maxSeats: 5 }, 'None of these has 5 seats.'],
  [{ coeCategory: 'A' }, 'None of these has a COE of category A.'],
  [{ maxRoadTax: 900 }, 'None of these has at most $900 road tax a year.'],
  [{ minParf: 15_000 }, 'None of these has at least $15,000 PARF rebate.'],
  [{ minPower: 112 }, 'None of these has at least 112 kW (about 150 hp).'],
  [{ minEngineCc: 1_550, maxEngineCc: 1_649 }, 'None of these has an engine of 1.6 litres.'],
  [{ postedWithin: 7 }, 'None of these was put on sale in the last 7 days.'],
  [{ colour: ['Red', 'Blue'] }, 'None of these is red or blue.'],
  [{ fuel: ['hybrid'] }, 'None of these is hybrid.'],
  [{ transmission: ['manual'] }, 'None of these is manual.'],
  [{ body: ['Saloon'] }, 'None of these has this body: Saloon.'],
  [{ location: ['Bedok'] }, 'None of these is in Bedok.'],
  [{ region: ['North'] }, 'None of these is in the region North.'],
  [{ owners: ['1'] }, 'None of these has had 1 owner.'],
  [{ sellerKind: ['dealer'] }, 'None of these is sold by a dealer.'],
  [{ verified: ['yes'] }, 'None of these has a verified seller.'],
  [{ brand: ['Mercedes_Benz'] }, 'None of these is of the make Mercedes-Benz.'],
  [{ q: 'sunroof' }, 'None of these says “sunroof”.'],
  [{ minYear: 2018, maxYear: 2018, maxPrice: 90_000 }, 'None of these is of 2018, and none costs at most $90,000.'],
])('%o: %s', (search, sentence) => {
  expect(describeNoneOfThese(search, Object.keys(search))).toBe(sentence);
});

it('is nothing without a condition', () => {
  expect(describeNoneOfThese({ maxPrice: 5 }, [])).toBeUndefined();
  expect(describeNoneOfThese({}, ['maxPrice', 'colour', 'q'])).toBeUndefined();
});
