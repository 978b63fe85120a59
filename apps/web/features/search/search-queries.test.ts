import type { Call } from '@carhouse/contract/call';
import { ApiError, type Client } from '@carhouse/contract/client';
import { afterEach, expect, test, vi } from 'vitest';
import type { RouterContext } from '../../app/prefetch.ts';
import { createQueryClient } from '../../app/query.ts';
import { carsQuery, loadCars } from './search-queries.ts';

afterEach(() => vi.unstubAllGlobals());

const filters = [
  { name: 'colour', value: 'White', typed: 'white' },
  { name: 'brand', value: 'Tesla', typed: 'tesla' },
];

/** Makes a page's context with an API that finds two filters in `white tesla`, and the list of calls. */
function open(place: 'browser' | 'server') {
  if (place === 'browser') vi.stubGlobal('window', {});
  const calls: unknown[] = [];
  const client = (async ({ path }: Call, callArguments: { query: Record<string, unknown> }) => {
    calls.push([path, callArguments.query]);
    const interpretation = callArguments.query.understand === undefined ? null : { q: '', filters, dropped: [] };
    return { items: [], total: 7, next: null, facets: {}, corrections: [], partial: false, understood: interpretation };
  }) as unknown as Client;
  const context = { queryClient: createQueryClient(place), client } as RouterContext;
  return { calls, context };
}

const interpretedSearch = { colour: ['White'], brand: ['Tesla'], said: 'white tesla', fromText: 'colour.brand' };
const expectedRequest = ['/api/v1/listings', { q: 'white tesla', sort: 'relevance', understand: '1', facets: 'all' }];

test('a text typed on Home causes one search: the browser caches its response under the filters', async () => {
  const { calls, context } = open('browser');
  const loadedCars = await loadCars(context, { q: 'white tesla', understand: '1' }).catch((signal: unknown) => signal);
  expect(loadedCars).toMatchObject({ options: { to: '/cars', search: interpretedSearch, replace: true } });
  expect(await loadCars(context, interpretedSearch)).toEqual({ refusal: undefined });
  expect(context.queryClient.getQueryData(carsQuery(context.client, interpretedSearch).queryKey)?.pages[0]?.total).toBe(
    7,
  );
  expect(calls).toEqual([expectedRequest]);
});

test('the server renders the filters of a text with one search, and returns the URL of the filters', async () => {
  const { calls, context } = open('server');
  expect(await loadCars(context, { q: 'white tesla', understand: '1' })).toEqual({
    refusal: undefined,
    interpretedSearch,
  });
  expect(calls).toEqual([expectedRequest]);
});

test('filters are read from a typed URL, and not from a text that was read before or is searched as words', async () => {
  const { calls, context } = open('server');
  expect(await loadCars(context, { q: 'white tesla' })).toEqual({ refusal: undefined, interpretedSearch });
  expect(calls).toEqual([expectedRequest]);
  for (const address of [
    { q: 'white tesla', literal: '1' },
    { q: 'tesla', said: 'white tesla', fromText: 'colour' },
  ]) {
    expect(await loadCars(context, address)).toEqual({ refusal: undefined });
  }
  const browser = open('browser');
  expect(await loadCars(browser.context, { q: 'white tesla' })).toEqual({ refusal: undefined });
});

test('without scripts, a new text replaces the filters that were read from the previous text', async () => {
  const { calls, context } = open('server');
  const form = { maxPrice: '9000', body: 'SUV', fromText: 'maxPrice', lastText: '', understand: '1' };
  const loadResult = await loadCars(context, { ...form, q: 'white tesla' });
  expect(loadResult).toEqual({ refusal: undefined, interpretedSearch: { ...interpretedSearch, body: ['SUV'] } });
  expect(calls).toHaveLength(1);
  expect(calls[0]).toMatchObject([expectedRequest[0], { q: 'white tesla', body: ['SUV'] }]);
  expect(calls[0]).not.toMatchObject([expectedRequest[0], { maxPrice: 9000 }]);
});

test('without scripts, a text searched as words remains so, and filters are read from a new text', async () => {
  const { calls, context } = open('server');
  const form = { literal: '1', lastText: 'white tesla', understand: '1', body: 'SUV' };
  expect(await loadCars(context, { ...form, q: 'white tesla' })).toEqual({
    refusal: undefined,
    interpretedSearch: { q: 'white tesla', literal: '1', body: ['SUV'] },
  });
  const words = { q: 'white tesla', sort: 'relevance', body: ['SUV'], understand: '0', facets: 'all' };
  expect(calls).toEqual([['/api/v1/listings', words]]);
  const otherSearch = { ...interpretedSearch, body: ['SUV'], said: 'white tesla car' };
  expect(await loadCars(context, { ...form, q: 'white tesla car' })).toEqual({
    refusal: undefined,
    interpretedSearch: otherSearch,
  });
});

test('without scripts, the question in the field is not read again, and an emptied field removes it', async () => {
  const { calls, context } = open('server');
  const form = { understand: '1', lastText: 'white roma', lastWords: 'roma', said: 'white roma', fromText: 'colour' };
  expect(await loadCars(context, { ...form, q: 'white roma', colour: 'White', body: 'SUV' })).toEqual({
    refusal: undefined,
    interpretedSearch: { q: 'roma', colour: ['White'], body: ['SUV'], said: 'white roma', fromText: 'colour' },
  });
  expect(calls[0]).toMatchObject([expectedRequest[0], { q: 'roma', understand: '0', colour: ['White'] }]);
  expect(await loadCars(context, { ...form, q: '', colour: 'White', body: 'SUV' })).toEqual({
    refusal: undefined,
    interpretedSearch: { body: ['SUV'] },
  });
});

test('without scripts, the typed text remains while a filter is left that was read from it', async () => {
  const { context } = open('server');
  const form = { q: '', lastText: '', understand: '1', said: 'cheap suv', fromText: 'body' };
  const expectedSearch = { body: ['SUV'], said: 'cheap suv', fromText: 'body' };
  expect(await loadCars(context, { ...form, body: 'SUV' })).toEqual({
    refusal: undefined,
    interpretedSearch: expectedSearch,
  });
  expect(await loadCars(context, { ...form, fuel: 'electric' })).toEqual({
    refusal: undefined,
    interpretedSearch: { fuel: ['electric'] },
  });
});

test('when models were chosen before, a brand in the text removes them, and the search is made again', async () => {
  const { calls, context } = open('server');
  await loadCars(context, { q: 'white tesla', model: ['BMW/M3'], understand: '1' });
  expect(calls).toHaveLength(2);
});

test.each([
  [422, 'maxPrice is below minPrice'],
  [503, undefined],
])(
  'a search that is refused with %i while the server renders the page is not sent again, and the page shows the error',
  async (status, refusal) => {
    const { context } = open('server');
    const client = vi.fn<() => Promise<never>>(() =>
      Promise.reject(new ApiError(status, 'ANY', 'maxPrice is below minPrice.')),
    );
    const refusingContext: RouterContext = { ...context, client };
    const search = { q: 'white tesla', minPrice: 9, maxPrice: 1 };
    expect(await loadCars(refusingContext, search)).toEqual({ refusal });
    expect(client).toHaveBeenCalledTimes(1);
    const state = context.queryClient.getQueryState(carsQuery(refusingContext.client, search).queryKey);
    expect(state?.error).toMatchObject({ status });
  },
);
