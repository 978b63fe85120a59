import type { ResponseCache } from '../http/cache/response-cache.ts';
import type { PassingPage, PublicPage, Rendering } from './public-page.ts';

/** What a visitor gets: a page that others get too, or what their own rendering gave, if it ran. */
export type PageForAll =
  | { readonly page: PassingPage; readonly own?: never }
  | { readonly page?: never; readonly own: Exclude<Rendering, { readonly page: PassingPage }> | undefined };

class NoPublicPage extends Error {
  readonly rendering: Exclude<Rendering, { readonly kind: 'public' }>;

  constructor(rendering: Exclude<Rendering, { readonly kind: 'public' }>) {
    super('The rendering gave no page for everybody.');
    this.rendering = rendering;
  }
}

/**
 * The kept page of the key, or what `render` gives, which runs once for all who wait for the same page. A page that is kept
 * no more, because there is none at its address now, is dropped.
 */
export async function pageForAll(
  cache: ResponseCache<PublicPage>,
  key: string,
  render: () => Promise<Rendering>,
): Promise<PageForAll> {
  let own: Rendering | undefined;
  try {
    const page = await cache.get(key, async () => {
      own = await render();
      if (own.kind === 'public') return own.page;
      if (own.kind === 'other') cache.drop(key);
      throw new NoPublicPage(own);
    });
    return { page };
  } catch (error) {
    if (!(error instanceof NoPublicPage)) throw error;
    const { rendering } = error;
    if (rendering.kind === 'passing') return { page: rendering.page };
    // Another visitor's refusal is none for this one.
    return { own: own === rendering ? rendering : undefined };
  }
}

export function withNonce({ html, nonce }: PassingPage, next: string): string {
  return html.replaceAll(nonce, next);
}
