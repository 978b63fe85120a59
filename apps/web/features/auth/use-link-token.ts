import { useEffect, useState } from 'react';

/**
 * Returns the token of a mailed link. The token is in the fragment (`#`) of the URL, which browsers do not send to
 * servers. The token is removed from the address bar and the history after it is read. The result is undefined until
 * the page is hydrated, and '' when the URL has no token.
 */
export function useLinkToken(): string | undefined {
  const [token, setToken] = useState<string>();
  useEffect(() => {
    // In development React runs effects twice: at the second run the URL no longer has the token.
    const linkToken = new URLSearchParams(window.location.hash.slice(1)).get('token') ?? '';
    setToken((currentToken) => currentToken ?? linkToken);
    if (linkToken !== '') window.history.replaceState(window.history.state, '', window.location.pathname);
  }, []);
  return token;
}
