import type { RequestIdentity } from '@carhouse/auth/request-identity';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { inNameOf } from '../http/routing/request-identity.ts';

/** What the API answered while one page was rendered, as far as the answer that carries the page must know. */
export type SeenAnswers = {
  /** Some answer was a fault of ours, or never came: the page lacks something. */
  failed: boolean;
  /** Some answer was none of 2xx, whatever the reason. */
  refused: boolean;
  /** Seconds after which to try again, when the one who asked has used up a limit. */
  limitedFor: number | undefined;
  /** Set-Cookie values: the session of the visitor was extended. */
  readonly cookies: string[];
};

/** Whose limits the calls of a page count against, as the headers and the socket of the page's request name it. */
export type CallerAddress = { readonly remoteAddress: string; readonly forwarded: string; readonly host: string };

export type InnerCalls = {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly seen: SeenAnswers;
};

/** @param siteUrl its host is the one that inner calls are asked under. */
export function addressOfPage(request: FastifyRequest, siteUrl: string): CallerAddress {
  const forwarded = [request.headers['x-forwarded-for'] ?? []].flat().join(',');
  return { remoteAddress: request.ip, forwarded, host: new URL(siteUrl).host };
}

/**
 * A `fetch` for server rendering that calls this process's own API without a network, in the name of `identity` and from
 * `address`. What the page's own answer must know is noted in `seen`.
 */
export function inProcessCalls(app: FastifyInstance, identity: RequestIdentity, address: CallerAddress): InnerCalls {
  const seen: SeenAnswers = { failed: false, refused: false, limitedFor: undefined, cookies: [] };

  async function call(url: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set('host', address.host);
    // With the address of the socket it names the visitor to the limits, as it did for the page.
    if (address.forwarded !== '') headers.set('x-forwarded-for', address.forwarded);
    const answer = await inNameOf(identity, async () =>
      app.inject({
        method: init.method ?? 'GET',
        url,
        headers: Object.fromEntries(headers),
        remoteAddress: address.remoteAddress,
        ...(typeof init.body === 'string' ? { payload: init.body } : {}),
        ...(init.signal ? { signal: init.signal } : {}),
      }),
    );
    const { statusCode: status } = answer;
    if (status >= 500) seen.failed = true;
    if (status < 200 || status >= 300) seen.refused = true;
    if (status === 429) seen.limitedFor = Math.max(seen.limitedFor ?? 1, Number(answer.headers['retry-after']) || 1);
    seen.cookies.push(...[answer.headers['set-cookie'] ?? []].flat());
    const passed = ['content-type', 'link', 'x-total-count'].flatMap((name): [string, string][] => {
      const value = answer.headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    });
    return new Response(hasBody(status) ? new Uint8Array(answer.rawPayload) : null, {
      status,
      headers: Object.fromEntries(passed),
    });
  }

  return {
    seen,
    fetch: (url, init) =>
      call(url, init).catch((error: unknown) => {
        seen.failed = true;
        seen.refused = true;
        throw error;
      }),
  };
}

function hasBody(status: number): boolean {
  return status !== 204 && status !== 304;
}
