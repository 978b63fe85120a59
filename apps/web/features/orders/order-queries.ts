import type { Client } from '@carhouse/contract/client';
import { showOrderPage } from '@carhouse/contract/orders';
import { query } from '../../app/call-query.ts';

/** Queries one order with its steps, for its buyer, its seller or an admin. */
export function orderPageQuery(client: Client, id: string) {
  return query(client, showOrderPage, { params: { id } });
}
