import type { Client } from '@carhouse/contract/client';
import { productById } from '@carhouse/contract/listings';
import { myWish } from '@carhouse/contract/wishes';
import { queryOptions } from '@tanstack/react-query';

/** The own wish list, newest first. The address goes along as the specification's client sends it. */
export function myWishesQuery(client: Client, email: string) {
  return queryOptions({ queryKey: ['my-wishes', email], queryFn: () => client(myWish, { query: { email } }) });
}

/** A car as it is now, fresh for a user who is about to book or advertise it. */
export function freshProductQuery(client: Client, id: string) {
  return queryOptions({
    queryKey: ['product', id],
    queryFn: () => client(productById, { params: { id } }),
    staleTime: 0,
  });
}
