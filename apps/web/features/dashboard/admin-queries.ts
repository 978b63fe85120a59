import { adminQueues } from '@carhouse/contract/admin-queues';
import type { Client } from '@carhouse/contract/client';
import { query } from '../../app/call-query.ts';

/** Queries how much waits for an admin in each of their lists. Each screen that shows it reads it again. */
export function adminQueuesQuery(client: Client) {
  return { ...query(client, adminQueues), staleTime: 0 };
}
