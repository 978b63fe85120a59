import { useEffect, useState } from 'react';

/**
 * The token of a mailed link. It is in the fragment (`#`) of the address, which no server receives, and is removed from the
 * address bar and the history once it is read. Undefined until the page is hydrated, '' when there is none.
 */
export function useLinkToken(): string | undefined {
  const [token, setToken] = useState<string>();
  useEffect(() => {
    // React runs effects twice while developing: the second run finds the address cleaned.
    const found = new URLSearchParams(window.location.hash.slice(1)).get('token') ?? '';
    setToken((known) => known ?? found);
    if (found !== '') window.history.replaceState(window.history.state, '', window.location.pathname);
  }, []);
  return token;
}
