import type { FastifyInstance, FastifyRequest } from 'fastify';

/** What the API said while one page was rendered, as far as the answer that carries the page must know. */
export type SeenAnswers = {
  /** Some answer was a fault of ours: the page lacks something. */
  failed: boolean;
  /** Set-Cookie values: the session of the visitor was extended. */
  readonly cookies: string[];
};

/**
 * A `fetch` for server rendering that calls this process's own API without a network, as the visitor of `request`:
 * same cookies, same address. What the page's own answer must know is noted in `seen`.
 */
export function inProcessFetch(
  app: FastifyInstance,
  request: FastifyRequest,
  seen: SeenAnswers,
): (url: string, init: RequestInit) => Promise<Response> {
  const { cookie, host } = request.headers;
  // With the address of the socket it names the visitor to the limits, as it did for the page.
  const forwarded = [request.headers['x-forwarded-for'] ?? []].flat().join(',');
  return async (url, init) => {
    const headers = new Headers(init.headers);
    if (cookie !== undefined) headers.set('cookie', cookie);
    if (host !== undefined) headers.set('host', host);
    if (forwarded !== '') headers.set('x-forwarded-for', forwarded);
    const answer = await app.inject({
      method: init.method ?? 'GET',
      url,
      headers: Object.fromEntries(headers),
      remoteAddress: request.ip,
      ...(typeof init.body === 'string' ? { payload: init.body } : {}),
      ...(init.signal ? { signal: init.signal } : {}),
    });
    if (answer.statusCode >= 500) seen.failed = true;
    seen.cookies.push(...[answer.headers['set-cookie'] ?? []].flat());
    const passed = ['content-type', 'link', 'x-total-count'].flatMap((name): [string, string][] => {
      const value = answer.headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    });
    return new Response(hasBody(answer.statusCode) ? new Uint8Array(answer.rawPayload) : null, {
      status: answer.statusCode,
      headers: Object.fromEntries(passed),
    });
  };
}

function hasBody(status: number): boolean {
  return status !== 204 && status !== 304;
}
