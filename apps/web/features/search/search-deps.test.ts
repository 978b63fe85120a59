import { rangeNames } from '@carhouse/contract/search';
import { wordFacets } from '@carhouse/domain/listing/word-facets';
import { expect, test } from 'vitest';
import { searchDeps } from './search-deps.ts';

test('parameters of other sites are left out, and the order of an address does not count', () => {
  const deps = searchDeps({
    utm_source: 'mail',
    minPrice: 9,
    cars: 48,
    brand: ['Tesla', 'Audi'],
    maxPrice: 1,
    minor: 1,
  });
  expect(JSON.stringify(deps)).toBe('{"brand":["Tesla","Audi"],"maxPrice":1,"minPrice":9}');
});

test('every filter of the search is read', () => {
  const bounds = rangeNames.flatMap((name) => [`min${name}`, `max${name}`]);
  const names = ['q', 'understand', 'said', 'sort', 'before', 'postedWithin', ...wordFacets, ...bounds];
  const search = Object.fromEntries(names.map((name) => [name, 'x']));
  expect(Object.keys(searchDeps(search))).toEqual(names.toSorted());
});
