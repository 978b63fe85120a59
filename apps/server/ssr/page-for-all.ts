import type { ResponseCache } from '../http/cache/response-cache.ts';
import type { PageWithNonce, PublicPage, Rendering } from './public-page.ts';

/** The result for one visitor: a shared page, or the result of a rendering that only this visitor may get. */
export type SharedOrOwnPage =
  | { readonly page: PageWithNonce; readonly renderingForOne?: never }
  | {
      readonly page?: never;
      readonly renderingForOne: Exclude<Rendering, { readonly page: PageWithNonce }> | undefined;
    };

class NonPublicRenderingError extends Error {
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
): Promise<SharedOrOwnPage> {
  let renderingForOne: Rendering | undefined;
  try {
    const page = await cache.get(key, async () => {
      renderingForOne = await render();
      if (renderingForOne.kind === 'public') return renderingForOne.page;
      if (renderingForOne.kind === 'other') cache.drop(key);
      throw new NonPublicRenderingError(renderingForOne);
    });
    return { page };
  } catch (error) {
    if (!(error instanceof NonPublicRenderingError)) throw error;
    const { rendering } = error;
    if (rendering.kind === 'passing') return { page: rendering.page };
    // When another visitor's rendering was refused, the refusal does not apply to this visitor.
    return { renderingForOne: renderingForOne === rendering ? rendering : undefined };
  }
}

export function replaceNonce({ html, nonce }: PageWithNonce, newNonce: string): string {
  return html.replaceAll(nonce, newNonce);
}
