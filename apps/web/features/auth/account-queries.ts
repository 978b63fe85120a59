import type { Client } from '@carhouse/contract/client';
import { signInMethods, signInProviders } from '@carhouse/contract/credentials';
import { ownFactors } from '@carhouse/contract/factors';
import { ownSessions } from '@carhouse/contract/sessions';
import { queryOptions } from '@tanstack/react-query';
import { callKey, query } from '../../app/call-query.ts';

/** The sign-in methods of one's own account. */
export function waysInQuery(client: Client) {
  return queryOptions({
    queryKey: callKey(signInMethods),
    queryFn: async () => (await client(signInMethods)).credentials,
  });
}

/** The user's second factors, and which of them are required. */
export function ownFactorsQuery(client: Client) {
  return query(client, ownFactors);
}

/** The user's live sessions, last used first. */
export function ownSessionsQuery(client: Client) {
  return queryOptions({ queryKey: callKey(ownSessions), queryFn: async () => (await client(ownSessions)).sessions });
}

/** The sign-in providers of this server, and whether it supports passkeys. They change only at a restart. */
export function signInProvidersQuery(client: Client) {
  return { ...query(client, signInProviders), staleTime: 600_000 };
}
