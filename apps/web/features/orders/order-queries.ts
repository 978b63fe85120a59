import type { Client } from '@carhouse/contract/client';
import { showOrderPage } from '@carhouse/contract/orders';
import { query } from '../../app/call-query.ts';

/** One order with its steps, for its two sides. */
export function orderPageQuery(client: Client, id: string) {
  return query(client, showOrderPage, { params: { id } });
}
