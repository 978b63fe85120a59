import { fastify } from 'fastify';
import { PublicPage, type Rendering } from '../ssr/public-page.ts';

const app = fastify();

/** A rendering of a page for everybody, as the micro-cache is given it. @param faults statuses of calls that the page makes. */
export function publicRendering(html: string, nonce: string, faults: readonly number[] = []): Promise<Rendering> {
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
      address: { remoteAddress: '127.0.0.1', forwarded: '', host: 'localhost' },
    },
  );
}

app.get<{ Params: { status: string } }>('/status/:status', async (request, reply) =>
  reply.code(Number(request.params.status)).send(''),
);

/** What a rendering gives that is no page for others. */
export function noRendering(kind: 'other' | 'refused'): Rendering {
  const seen = { failed: false, refused: true, limitedFor: undefined, cookies: [] };
  return { kind, own: { response: new Response('mine', { status: 404 }), seen } };
}
