import { adminQueues } from '@carhouse/contract/admin-queues';
import type { Client } from '@carhouse/contract/client';
import { query } from '../../app/call-query.ts';

/**
 * Queries how many entries wait for an admin in each of the admin lists. Each screen that shows the numbers of waiting
 * entries queries them again.
 */
export function adminQueuesQuery(client: Client) {
  return { ...query(client, adminQueues), staleTime: 0 };
}
