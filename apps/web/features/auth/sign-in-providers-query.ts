import type { Client } from '@carhouse/contract/client';
import { signInProviders } from '@carhouse/contract/credentials';
import { queryOptions } from '@tanstack/react-query';

/** The providers that this server is set up for, and whether it has passkeys. They change with a restart only. */
export function signInProvidersQuery(client: Client) {
  return queryOptions({
    queryKey: ['sign-in-providers'],
    queryFn: () => client(signInProviders),
    staleTime: 600_000,
  });
}
