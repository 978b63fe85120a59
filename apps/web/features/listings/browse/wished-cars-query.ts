import type { Client } from '@carhouse/contract/client';
import { myWish } from '@carhouse/contract/wishes';
import { queryOptions } from '@tanstack/react-query';
import { callKey } from '../../../app/call-query.ts';

/** Ids of the cars on the own wish list: what the hearts of a page need of it, and no more. */
export function wishedCarsQuery(client: Client, email: string) {
  return queryOptions({
    queryKey: callKey(myWish, { query: { email } }, 'cars'),
    queryFn: async () => (await client(myWish, { query: { email } })).map((wish) => wish.productId),
  });
}
