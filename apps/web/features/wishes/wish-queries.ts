import type { Client } from '@carhouse/contract/client';
import { productById } from '@carhouse/contract/listings';
import { myWish, type Wish } from '@carhouse/contract/wishes';
import { queryOptions } from '@tanstack/react-query';
import { makeQueryKey, query } from '../../app/call-query.ts';

/**
 * Queries the user's own wish list, newest first. The e-mail address is sent because the specification's client sends it.
 */
export function myWishesQuery(client: Client, email: string) {
  return query(client, myWish, { query: { email } });
}

/** A car on the user's wish list, for the wish buttons of a page. */
export type WishedCar = Pick<Wish, '_id' | 'productId'>;

/** Queries the current state of a car, for a user who is about to book or advertise it. */
export function freshProductQuery(client: Client, id: string) {
  return { ...query(client, productById, { params: { id } }), staleTime: 0 };
}

/** Queries the cars on the user's wish list, for the wish buttons of a page. */
export function wishedCarsQuery(client: Client, email: string) {
  return queryOptions({
    queryKey: makeQueryKey(myWish, { query: { email } }, 'cars'),
    queryFn: async (): Promise<WishedCar[]> =>
      (await client(myWish, { query: { email } })).map(({ _id, productId }) => ({ _id, productId })),
  });
}
