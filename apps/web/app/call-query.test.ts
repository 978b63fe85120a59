import { me } from '@carhouse/contract/accounts';
import type { Client } from '@carhouse/contract/client';
import { brands } from '@carhouse/contract/listings';
import { myWish } from '@carhouse/contract/wishes';
import { expect, test } from 'vitest';
import { invalidate, isQueryKeyOfCall, makeQueryKey, query, readNextCursor } from './call-query.ts';
import { createQueryClient } from './query.ts';

test('a query makes its call with the arguments, and its key contains both', async () => {
  const receivedArguments: unknown[] = [];
  const client = (async (...args: unknown[]) => {
    receivedArguments.push(args);
    return [];
  }) as unknown as Client;
  const queryClient = createQueryClient('server');
  const callArguments = { query: { email: 'buyer@carhouse.example' } };
  const wishesQuery = query(client, myWish, callArguments);
  await queryClient.fetchQuery(wishesQuery);
  expect(receivedArguments).toEqual([[myWish, callArguments]]);
  expect(wishesQuery.queryKey).toEqual(makeQueryKey(myWish, callArguments));
  expect(query(client, myWish, { query: { email: 'other@carhouse.example' } }).queryKey).not.toEqual(
    wishesQuery.queryKey,
  );
});

test('invalidate marks every cached response to a call as outdated, and no response to another call', async () => {
  const queryClient = createQueryClient('server');
  const wishesKey = makeQueryKey(myWish, { query: { email: 'a@carhouse.example' } });
  const viewKey = makeQueryKey(myWish, { query: { email: 'a@carhouse.example' } }, 'cars');
  for (const key of [wishesKey, viewKey, makeQueryKey(brands)]) queryClient.setQueryData(key, []);
  await invalidate(queryClient, myWish, me);
  expect(queryClient.getQueryState(wishesKey)?.isInvalidated).toBe(true);
  expect(queryClient.getQueryState(viewKey)?.isInvalidated).toBe(true);
  expect(queryClient.getQueryState(makeQueryKey(brands))?.isInvalidated).toBe(false);
  expect(isQueryKeyOfCall(myWish, viewKey)).toBe(true);
  expect(isQueryKeyOfCall(brands, viewKey)).toBe(false);
});

test('the cursor of the next page is read from the Link header and decoded', () => {
  const link = '</api/myorders?before=2026-11-21T20%3A02%3A11.451Z_01a1>; rel="next"';
  expect(readNextCursor(new Headers({ link }))).toBe('2026-11-21T20:02:11.451Z_01a1');
});

test('the cursor of the next page is null on the last page', () => {
  expect(readNextCursor(new Headers())).toBeNull();
  expect(readNextCursor(new Headers({ link: '</style.css>; rel="preload"' }))).toBeNull();
});
