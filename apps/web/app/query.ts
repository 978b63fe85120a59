import { ApiError } from '@carhouse/contract/client';
import { QueryClient } from '@tanstack/react-query';

const retryCountMaximum = 3;
const retryDelayMaximumMs = 30_000;
const cacheTimeMs = 5 * 60_000;

/**
 * Makes the query cache with the values of the specification (section 9): 3 retries with exponential delay up to 30 s,
 * and cached data is removed after 5 minutes.
 */
export function createQueryClient(environment: 'browser' | 'server'): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Server rendering makes only one try; the browser retries.
        retry: environment === 'server' ? false : shouldRetry,
        retryDelay: (attempt) => Math.min(1000 * 2 ** attempt, retryDelayMaximumMs),
        // Without a connection a call fails with an error. By default the library would wait for the connection without
        // a message.
        networkMode: 'always',
        refetchOnReconnect: true,
        gcTime: environment === 'server' ? Number.POSITIVE_INFINITY : cacheTimeMs,
        // Data that the server has just rendered is not requested again after the page load.
        staleTime: 20_000,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

function shouldRetry(failureCount: number, error: Error): boolean {
  // The server has refused the request, so a retry would get the same response.
  if (error instanceof ApiError && error.status >= 400 && error.status < 500) return false;
  return failureCount < retryCountMaximum;
}
