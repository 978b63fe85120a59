import { rangeNames } from '@carhouse/contract/search';
import { resultParameterNames, searchParameterNames } from '@carhouse/contract/search-parameters';
import { expect, test } from 'vitest';
import { readCarSearch } from './car-search.ts';
import { makeSearchDeps } from './search-deps.ts';

test('parameters that the search does not read are left out, and the order of the parameters does not matter', () => {
  const searchParametersOfUrl = makeSearchDeps({
    utm_source: 'mail',
    minPrice: 9,
    cars: 48,
    brand: ['Tesla', 'Audi'],
    maxPrice: 1,
    minor: 1,
  });
  expect(JSON.stringify(searchParametersOfUrl)).toBe('{"brand":["Tesla","Audi"],"maxPrice":1,"minPrice":9}');
});

test('every parameter that the page reads belongs to the search or to the position in its result', () => {
  const names = new Set(['lastText', 'lastWords']);
  const address = new Proxy(
    {},
    {
      get: (_, name) => {
        names.add(String(name));
        return '1';
      },
    },
  );
  readCarSearch(address);
  const boundParameterNames = rangeNames.flatMap((name) => [`min${name}`, `max${name}`]);
  expect([...names].toSorted()).toEqual(
    [...searchParameterNames, ...resultParameterNames, ...boundParameterNames].toSorted(),
  );
  const search = Object.fromEntries([...names].map((name) => [name, 'x']));
  expect(Object.keys(makeSearchDeps(search))).toEqual([...searchParameterNames, ...boundParameterNames].toSorted());
});

test('a text searched as words is another search than the filters that are read from it', () => {
  const typedSearch = { q: 'tesla under 150k' };
  for (const otherSearch of [{ literal: '1' }, { fromText: 'brand' }, { lastText: 'audi' }]) {
    expect(makeSearchDeps({ ...typedSearch, ...otherSearch })).not.toEqual(makeSearchDeps(typedSearch));
  }
});
