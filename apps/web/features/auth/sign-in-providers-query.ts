import type { Client } from '@carhouse/contract/client';
import { signInProviders } from '@carhouse/contract/credentials';
import { query } from '../../app/call-query.ts';

/** The providers that this server is set up for, and whether it has passkeys. They change with a restart only. */
export function signInProvidersQuery(client: Client) {
  return { ...query(client, signInProviders), staleTime: 600_000 };
}
