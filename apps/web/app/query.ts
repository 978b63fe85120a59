import { ApiError } from '@carhouse/contract/client';
import { QueryClient } from '@tanstack/react-query';

const retries = 3;
const longestDelay = 30_000;
const gcTime = 5 * 60_000;

/** Times of the specification, section 9: 3 retries with exponential delay up to 30 s, cache collected after 5 minutes. */
export function createQueryClient(place: 'browser' | 'server'): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // A page that is rendered on the server answers at once; the browser tries again.
        retry: place === 'server' ? false : shouldRetry,
        retryDelay: (attempt) => Math.min(1000 * 2 ** attempt, longestDelay),
        // Without a connection a call fails and says so; the library would let it wait without a word.
        networkMode: 'always',
        refetchOnReconnect: true,
        gcTime: place === 'server' ? Number.POSITIVE_INFINITY : gcTime,
        // What the server has just rendered is not asked for again on arrival.
        staleTime: 20_000,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

function shouldRetry(failures: number, error: Error): boolean {
  // The server has understood and said no: asking again changes nothing.
  if (error instanceof ApiError && error.status >= 400 && error.status < 500) return false;
  return failures < retries;
}
