import type { Client } from '@carhouse/contract/client';
import { overview } from '@carhouse/contract/overview';
import { query } from '../../app/call-query.ts';

/** The figures of the dashboard for the signed-in user. */
export function overviewQuery(client: Client) {
  return query(client, overview);
}
