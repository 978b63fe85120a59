import type { ResponseCache } from '../http/cache/response-cache.ts';
import type { PageWithNonce, PublicPage, Rendering } from './public-page.ts';

/** The result for one visitor: a shared page, or the result of a rendering that only this visitor may get. */
export type PageForAll =
  | { readonly page: PageWithNonce; readonly ownRendering?: never }
  | { readonly page?: never; readonly ownRendering: Exclude<Rendering, { readonly page: PageWithNonce }> | undefined };

class NoPublicPageError extends Error {
  readonly rendering: Exclude<Rendering, { readonly kind: 'public' }>;

  constructor(rendering: Exclude<Rendering, { readonly kind: 'public' }>) {
    super('The rendering gave no page for everybody.');
    this.rendering = rendering;
  }
}

/**
 * Returns the cached page of the key, or the result of `render`, which runs once for all concurrent requests of the
 * page. When the rendering has no page for all visitors, for example "not found", the cached page of the key is
 * removed.
 */
export async function getPageForAll(
  cache: ResponseCache<PublicPage>,
  key: string,
  render: () => Promise<Rendering>,
): Promise<PageForAll> {
  let ownRendering: Rendering | undefined;
  try {
    const page = await cache.get(key, async () => {
      ownRendering = await render();
      if (ownRendering.kind === 'public') return ownRendering.page;
      if (ownRendering.kind === 'other') cache.drop(key);
      throw new NoPublicPageError(ownRendering);
    });
    return { page };
  } catch (error) {
    if (!(error instanceof NoPublicPageError)) throw error;
    const { rendering } = error;
    if (rendering.kind === 'passing') return { page: rendering.page };
    // When another visitor's rendering was refused, the refusal does not apply to this visitor.
    return { ownRendering: ownRendering === rendering ? rendering : undefined };
  }
}

export function replaceNonce({ html, nonce }: PageWithNonce, newNonce: string): string {
  return html.replaceAll(nonce, newNonce);
}
