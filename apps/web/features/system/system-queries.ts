import type { Client } from '@carhouse/contract/client';
import { systemState } from '@carhouse/contract/system';
import { query } from '../../app/call-query.ts';

const refreshMs = 10_000;

/** Queries the state of the server, and queries it again every ten seconds while the page is open. */
export function systemQuery(client: Client) {
  return { ...query(client, systemState), refetchInterval: refreshMs, staleTime: 0 };
}
