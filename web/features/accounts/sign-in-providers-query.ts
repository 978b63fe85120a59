import type { Client } from '@carhouse/contract/client';
import { signInProviders } from '@carhouse/contract/credentials';
import { queryOptions } from '@tanstack/react-query';

/** The providers that this house is set up for. It changes with a restart only. */
export function signInProvidersQuery(client: Client) {
  return queryOptions({
    queryKey: ['sign-in-providers'],
    queryFn: async () => (await client(signInProviders)).providers,
    staleTime: 600_000,
  });
}
