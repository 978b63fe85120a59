import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';

/**
 * Returns the error of a query until the query has data. While a query without data is fetched again, the library sets
 * its error to null. With the value null, a form would be rendered during each try and removed when the try fails.
 */
export function useErrorDuringRefetch(query: UseQueryResult): Error | null {
  const [lastError, setLastError] = useState<Error | null>(null);
  if (query.error !== null && query.error !== lastError) setLastError(query.error);
  return query.error ?? (query.data === undefined && query.isFetching ? lastError : null);
}
