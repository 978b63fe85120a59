import type { RequestIdentity } from './request-identity.ts';

/** Tells whether a request was sent by a page of this site. */
export type OwnOriginCheck = (headers: Headers) => boolean;

/**
 * The check against forged cross-site requests. A request is ours when its Origin is the one of `baseUrl` or one of
 * `trustedOrigins` (scheme, host and port, exactly), or when the page stands under the very Host that was asked, by the
 * scheme of `baseUrl`: the server answers under `localhost`, `127.0.0.1` and its name in the home network alike, and a
 * browser sends the cookie of one of them to no other. Without an Origin the browser's Sec-Fetch-Site decides, and
 * without that the Referer.
 */
export function createOwnOriginCheck(baseUrl: string, trustedOrigins: readonly string[]): OwnOriginCheck {
  const base = new URL(baseUrl);
  const fixed = new Set([base.origin, ...trustedOrigins.map((origin) => new URL(origin).origin)]);

  return (headers) => {
    const site = headers.get('sec-fetch-site');
    const sender = headers.get('origin');
    if (sender === null && site !== null) return site === 'same-origin';
    const origin = originOf(sender ?? headers.get('referer') ?? '');
    const host = headers.get('host');
    return (
      origin !== undefined && (fixed.has(origin) || (host !== null && origin === originOf(`${base.protocol}//${host}`)))
    );
  };
}

/**
 * Whether a browser may have sent this by itself, so that its origin has to be asked: it has cookies or one of a browser's
 * marks. A token in the Authorization header is added by no browser, so such a request speaks for itself.
 */
export function mayBeForged(identity: RequestIdentity, headers: Headers): boolean {
  if (identity.presented.kind === 'header') return false;
  return identity.hasCookies || ['origin', 'referer', 'sec-fetch-site'].some((name) => headers.has(name));
}

function originOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).origin : undefined;
}
