import type { Client } from '@carhouse/contract/client';
import { systemState } from '@carhouse/contract/system';
import { query } from '../../app/call-query.ts';

const refreshMs = 10_000;

/** Queries how the server does, again every ten seconds while the page is open. */
export function systemQuery(client: Client) {
  return { ...query(client, systemState), refetchInterval: refreshMs, staleTime: 0 };
}
