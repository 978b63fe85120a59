import type { Client } from '@carhouse/contract/client';
import { showPerson } from '@carhouse/contract/person';
import { query } from '../../app/call-query.ts';

/** Queries one account with its newest orders. */
export function personQuery(client: Client, id: string) {
  return query(client, showPerson, { params: { id } });
}
