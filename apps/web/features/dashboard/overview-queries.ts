import type { Client } from '@carhouse/contract/client';
import { overview } from '@carhouse/contract/overview';
import { queryOptions } from '@tanstack/react-query';

/** The figures of the dashboard for the signed-in user. */
export function overviewQuery(client: Client) {
  return queryOptions({ queryKey: ['overview'], queryFn: () => client(overview) });
}
