import type { Client } from '@carhouse/contract/client';
import { signInMethods, signInProviders } from '@carhouse/contract/credentials';
import { ownFactors } from '@carhouse/contract/factors';
import { ownSessions } from '@carhouse/contract/sessions';
import { queryOptions } from '@tanstack/react-query';
import { callKey, query } from '../../app/call-query.ts';

/** How the own account can be signed in to. */
export function waysInQuery(client: Client) {
  return queryOptions({
    queryKey: callKey(signInMethods),
    queryFn: async () => (await client(signInMethods)).credentials,
  });
}

/** The own second factors, and what is demanded. */
export function ownFactorsQuery(client: Client) {
  return query(client, ownFactors);
}

/** The own live sessions, last used first. */
export function ownSessionsQuery(client: Client) {
  return queryOptions({ queryKey: callKey(ownSessions), queryFn: async () => (await client(ownSessions)).sessions });
}

/** The providers that this server is set up for, and whether it has passkeys. They change with a restart only. */
export function signInProvidersQuery(client: Client) {
  return { ...query(client, signInProviders), staleTime: 600_000 };
}
