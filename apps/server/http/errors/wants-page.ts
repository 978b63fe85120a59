import type { FastifyRequest } from 'fastify';

/** Prefixes of paths that are not pages. An unknown path under one of these prefixes gets the API's 404. */
const notPagePattern = /^\/(?:api|media|sandbox-card-provider|assets|healthz|readyz|metrics)(?:[/?]|$)/;
/** Matches the path to which a sign-in provider redirects the browser. Errors on this path are sent as HTML pages. */
const providerReturnPattern = /^\/api\/auth\/callback\//;
/** Maximum number of characters of an `Accept` header that are parsed. Browsers send about 150 characters. */
const acceptLengthMaximum = 1_000;

/** @param url path and query of a request. */
export function isPageAddress(url: string): boolean {
  return !notPagePattern.test(url);
}

/** Whether the response is shown to a user: the request opens a page in a browser, which accepts HTML rather than JSON. */
export function wantsPage({ method, url, headers }: Pick<FastifyRequest, 'method' | 'url' | 'headers'>): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  return (isPageAddress(url) || providerReturnPattern.test(url)) && prefersHtml(headers.accept);
}

/**
 * Whether the header lists `text/html` and gives no JSON type a higher weight (RFC 9110, 12.5.1). Programs usually send only
 * `*\/*`.
 */
export function prefersHtml(acceptHeader: string | undefined): boolean {
  const weights = new Map<string, number>();
  for (const mediaRange of (acceptHeader ?? '').slice(0, acceptLengthMaximum).toLowerCase().split(',')) {
    const [name = '', ...parameters] = mediaRange.split(';').map((text) => text.trim());
    const weightText = parameters.find((each) => each.startsWith('q='))?.slice(2);
    weights.set(name, weightText === undefined ? 1 : Number(weightText) || 0);
  }
  const htmlWeight = weights.get('text/html') ?? 0;
  const json = Math.max(weights.get('application/json') ?? 0, weights.get('application/problem+json') ?? 0);
  return htmlWeight > 0 && htmlWeight >= json;
}
