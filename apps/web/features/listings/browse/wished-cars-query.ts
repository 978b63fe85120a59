import type { Client } from '@carhouse/contract/client';
import { myWish } from '@carhouse/contract/wishes';
import { queryOptions } from '@tanstack/react-query';
import { callKey } from '../../../app/call-query.ts';

/** Ids of the cars on one's own wish list, for the wish buttons of a page. */
export function wishedCarsQuery(client: Client, email: string) {
  return queryOptions({
    queryKey: callKey(myWish, { query: { email } }, 'cars'),
    queryFn: async () => (await client(myWish, { query: { email } })).map((wish) => wish.productId),
  });
}
