import type { Client } from '@carhouse/contract/client';
import { signInMethods, signInProviders } from '@carhouse/contract/credentials';
import { ownSecondFactors } from '@carhouse/contract/factors';
import { ownSessions } from '@carhouse/contract/sessions';
import { queryOptions } from '@tanstack/react-query';
import { makeQueryKey, query } from '../../app/call-query.ts';

/** Queries the sign-in methods of the signed-in user. */
export function signInMethodsQuery(client: Client) {
  return queryOptions({
    queryKey: makeQueryKey(signInMethods),
    queryFn: async () => (await client(signInMethods)).credentials,
  });
}

/** Queries the user's second factors, and whether they are required. */
export function ownFactorsQuery(client: Client) {
  return query(client, ownSecondFactors);
}

/** Queries the user's active sessions, last used first. */
export function ownSessionsQuery(client: Client) {
  return queryOptions({
    queryKey: makeQueryKey(ownSessions),
    queryFn: async () => (await client(ownSessions)).sessions,
  });
}

/**
 * Queries the sign-in providers of this server, and whether it supports passkeys. The response changes only when the
 * server restarts.
 */
export function signInProvidersQuery(client: Client) {
  return { ...query(client, signInProviders), staleTime: 600_000 };
}
