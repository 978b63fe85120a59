import type { RequestIdentity } from '@carhouse/auth/request-identity';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { runWithIdentity } from '../http/routing/request-identity.ts';

/** The results of the API calls with which a page is rendered, as far as the page's response depends on them. */
export type PageCallResults = {
  /** Whether an API call failed with a server error or without a response, so that the page is incomplete. */
  hasServerError: boolean;
  /** Whether an API call had a status other than 2xx. */
  hasRefusedCall: boolean;
  /** Seconds until a retry, when the client has reached a rate limit. */
  retryAfterSeconds: number | undefined;
  /** Set-Cookie values, present when the visitor's session was extended. */
  readonly cookies: string[];
};

/**
 * The client's address, by which the rate limits count a page's API calls. The address is taken from the headers and
 * socket of the page request.
 */
export type CallerAddress = {
  readonly remoteAddress: string;
  readonly forwardedAddresses: string;
  readonly host: string;
};

export type InProcessCalls = {
  readonly fetch: (url: string, fetchOptions: RequestInit) => Promise<Response>;
  readonly callResults: PageCallResults;
};

/** @param siteUrl the public origin, whose host becomes the Host header of the internal calls. */
export function readCallerAddress(request: FastifyRequest, siteUrl: string): CallerAddress {
  const forwardedAddresses = [request.headers['x-forwarded-for'] ?? []].flat().join(',');
  return { remoteAddress: request.ip, forwardedAddresses, host: new URL(siteUrl).host };
}

/**
 * Returns a `fetch` for server rendering, which calls the API of this process without a network, with the given
 * `identity` and `address`. The results of the calls are recorded in `callResults`.
 */
export function createInProcessFetch(
  app: FastifyInstance,
  identity: RequestIdentity,
  address: CallerAddress,
): InProcessCalls {
  const callResults: PageCallResults = {
    hasServerError: false,
    hasRefusedCall: false,
    retryAfterSeconds: undefined,
    cookies: [],
  };

  async function callRoute(url: string, fetchOptions: RequestInit): Promise<Response> {
    const headers = new Headers(fetchOptions.headers);
    headers.set('host', address.host);
    // The rate limits count the page and its API calls by the visitor's address, which follows from this header and the
    // socket's address.
    if (address.forwardedAddresses !== '') headers.set('x-forwarded-for', address.forwardedAddresses);
    const answer = await runWithIdentity(identity, async () =>
      app.inject({
        method: fetchOptions.method ?? 'GET',
        url,
        headers: Object.fromEntries(headers),
        remoteAddress: address.remoteAddress,
        ...(typeof fetchOptions.body === 'string' ? { payload: fetchOptions.body } : {}),
        ...(fetchOptions.signal ? { signal: fetchOptions.signal } : {}),
      }),
    );
    const { statusCode: status } = answer;
    if (status >= 500) callResults.hasServerError = true;
    if (status < 200 || status >= 300) callResults.hasRefusedCall = true;
    if (status === 429)
      callResults.retryAfterSeconds = Math.max(
        callResults.retryAfterSeconds ?? 1,
        Number(answer.headers['retry-after']) || 1,
      );
    callResults.cookies.push(...[answer.headers['set-cookie'] ?? []].flat());
    const forwardedHeaderPairs = ['content-type', 'link', 'x-total-count'].flatMap((name): [string, string][] => {
      const value = answer.headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    });
    return new Response(hasBody(status) ? new Uint8Array(answer.rawPayload) : null, {
      status,
      headers: Object.fromEntries(forwardedHeaderPairs),
    });
  }

  return {
    callResults,
    fetch: (url, fetchOptions) =>
      callRoute(url, fetchOptions).catch((error: unknown) => {
        callResults.hasServerError = true;
        callResults.hasRefusedCall = true;
        throw error;
      }),
  };
}

function hasBody(status: number): boolean {
  return status !== 204 && status !== 304;
}
