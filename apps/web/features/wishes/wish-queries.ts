import type { Client } from '@carhouse/contract/client';
import { productById } from '@carhouse/contract/listings';
import { myWish, type Wish } from '@carhouse/contract/wishes';
import { queryOptions } from '@tanstack/react-query';
import { callKey, query } from '../../app/call-query.ts';

/** The own wish list, newest first. The address goes along as the specification's client sends it. */
export function myWishesQuery(client: Client, email: string) {
  return query(client, myWish, { query: { email } });
}

/** A car on the own wish list, for the wish buttons of a page. */
export type WishedCar = Pick<Wish, '_id' | 'productId'>;

/** A car as it is now, fresh for a user who is about to book or advertise it. */
export function freshProductQuery(client: Client, id: string) {
  return { ...query(client, productById, { params: { id } }), staleTime: 0 };
}

/** The cars on one's own wish list, for the wish buttons of a page. */
export function wishedCarsQuery(client: Client, email: string) {
  return queryOptions({
    queryKey: callKey(myWish, { query: { email } }, 'cars'),
    queryFn: async (): Promise<WishedCar[]> =>
      (await client(myWish, { query: { email } })).map(({ _id, productId }) => ({ _id, productId })),
  });
}
