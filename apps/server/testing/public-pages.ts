import { fastify } from 'fastify';
import { PublicPage, type Rendering } from '../ssr/public-page.ts';

const app = fastify();

/**
 * Makes a rendering of a page for all visitors, in the form that the page cache accepts.
 * @param faults statuses of the page's API calls.
 */
export function makePublicRendering(html: string, nonce: string, faults: readonly number[] = []): Promise<Rendering> {
  return PublicPage.render(
    app,
    async ({ fetch }) => {
      for (const status of faults) await fetch(`/status/${status}`, {});
      return new Response(html);
    },
    {
      url: new URL('http://localhost/'),
      theme: undefined,
      nonce,
      siteUrl: 'http://localhost',
      address: { remoteAddress: '127.0.0.1', forwardedAddresses: '', host: 'localhost' },
    },
  );
}

app.get<{ Params: { status: string } }>('/status/:status', async (request, reply) =>
  reply.code(Number(request.params.status)).send(''),
);

/** Makes results of a rendering that other visitors must not get. */
export function makeMissingRendering(kind: 'other' | 'refused'): Rendering {
  const privateResults = { hasServerError: false, hasRefusedCall: true, retryAfterSeconds: undefined, cookies: [] };
  return { kind, answer: { response: new Response('mine', { status: 404 }), callResults: privateResults } };
}
