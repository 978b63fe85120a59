import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';

/**
 * Returns the error of a query until the query has data. While a query without data is fetched again, the library sets
 * its error to null. With that value, a form would be rendered during each try and removed when the try fails.
 */
export function useErrorUntilAnswer(query: UseQueryResult): Error | null {
  const [last, setLast] = useState<Error | null>(null);
  if (query.error !== null && query.error !== last) setLast(query.error);
  return query.error ?? (query.data === undefined && query.isFetching ? last : null);
}
