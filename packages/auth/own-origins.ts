import type { RequestIdentity } from './request-identity.ts';

/** Whether a request was sent by a page of this site. */
export type OwnOriginCheck = (headers: Headers) => boolean;

/**
 * The check against cross-site request forgery. A request is accepted in one of two cases. Either its Origin equals
 * `baseUrl` or one of `trustedOrigins` (scheme, host and port, exactly), or its Origin has the same host as the request
 * and the scheme of `baseUrl`. The second case exists because the server is reachable as `localhost`, as `127.0.0.1`
 * and by its name in the local network, and a browser sends a cookie only to the host that set it. Without an Origin
 * header, Sec-Fetch-Site is checked, and without that header the Referer.
 */
export function createOwnOriginCheck(baseUrl: string, trustedOrigins: readonly string[]): OwnOriginCheck {
  const base = new URL(baseUrl);
  const configuredOrigins = new Set([base.origin, ...trustedOrigins.map((origin) => new URL(origin).origin)]);

  return (headers) => {
    const site = headers.get('sec-fetch-site');
    const sender = headers.get('origin');
    if (sender === null && site !== null) return site === 'same-origin';
    const origin = originOf(sender ?? headers.get('referer') ?? '');
    const host = headers.get('host');
    return (
      origin !== undefined &&
      (configuredOrigins.has(origin) || (host !== null && origin === originOf(`${base.protocol}//${host}`)))
    );
  };
}

/**
 * Whether a browser may have sent this request for another site, so that its origin must be checked. The origin must be
 * checked when the request has cookies or headers that browsers add. No browser adds a token in the Authorization
 * header by itself, so a request with such a token needs no check.
 */
export function mayBeForged(identity: RequestIdentity, headers: Headers): boolean {
  if (identity.presented.kind === 'header') return false;
  return identity.hasCookies || ['origin', 'referer', 'sec-fetch-site'].some((name) => headers.has(name));
}

function originOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).origin : undefined;
}
