import type { RequestIdentity } from './request-identity.ts';

/** Whether a page of this site sent the request with these headers. */
export type OwnOriginCheck = (headers: Headers) => boolean;

/**
 * Creates the check against cross-site request forgery. A request is accepted in two cases. In the first case, its
 * Origin equals `baseUrl` or one of `trustedOrigins` (scheme, host and port, exactly). In the second case, its Origin
 * has the same host as the request and the scheme of `baseUrl`. The second case exists because the server is reachable
 * as `localhost`, as `127.0.0.1` and by its name in the local network. A browser sends a cookie only to the host that
 * set it. When a request has no Origin header, its Sec-Fetch-Site header is checked. When a request has neither of
 * these two headers, its Referer header is checked.
 */
export function createOwnOriginCheck(baseUrl: string, trustedOrigins: readonly string[]): OwnOriginCheck {
  const configuredUrl = new URL(baseUrl);
  const configuredOrigins = new Set([configuredUrl.origin, ...trustedOrigins.map((origin) => new URL(origin).origin)]);

  return (headers) => {
    const fetchSite = headers.get('sec-fetch-site');
    const senderOrigin = headers.get('origin');
    if (senderOrigin === null && fetchSite !== null) return fetchSite === 'same-origin';
    const origin = readOrigin(senderOrigin ?? headers.get('referer') ?? '');
    const requestHost = headers.get('host');
    return (
      origin !== undefined &&
      (configuredOrigins.has(origin) ||
        (requestHost !== null && origin === readOrigin(`${configuredUrl.protocol}//${requestHost}`)))
    );
  };
}

/**
 * Whether a page of another site may have made the user's browser send this request. That is possible when the request
 * has cookies or headers that browsers add. The origin of such a request must be checked. A request with a token in the
 * Authorization header needs no check, because no browser adds such a token by itself.
 */
export function mayBeForged(identity: RequestIdentity, headers: Headers): boolean {
  if (identity.presentedCredentials.kind === 'header') return false;
  return identity.hasCookies || ['origin', 'referer', 'sec-fetch-site'].some((name) => headers.has(name));
}

function readOrigin(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).origin : undefined;
}
