import { visitor } from '@carhouse/auth/request-identity';
import type { DomainError } from '@carhouse/domain/errors/domain-error';
import type { FastifyInstance } from 'fastify';
import { ForEverybody } from '../http/cache/for-everybody.ts';
import { type CallerAddress, inProcessCalls, type SeenAnswers } from './in-process-fetch.ts';
import { type PageBytes, pageBytes } from './page-bytes.ts';
import type { PageRenderer, PageRequest } from './page-renderer.ts';

export type PublicPageRequest = {
  /** On a host of no meaning. */
  readonly url: URL;
  readonly theme: PageRequest['theme'];
  readonly nonce: string;
  readonly siteUrl: string;
  /** Whose limits the calls of the rendering count against. It never shows in the page. */
  readonly address: CallerAddress;
};

/** What came of a rendering in the name of a visitor. */
export type Rendering =
  | { readonly kind: 'public'; readonly page: PublicPage }
  /** A page that lacks what we failed to give: for those who wait for it, and not kept. */
  | { readonly kind: 'passing'; readonly page: PassingPage }
  /** No whole page, for any visitor: a redirect, or what is not there. What was kept at this address is no longer true. */
  | { readonly kind: 'other'; readonly own: OwnAnswer }
  /** Limited, or failed: only for the one who asked. */
  | { readonly kind: 'refused'; readonly own: OwnAnswer }
  /** The one who asked had no turn: nothing was rendered. */
  | { readonly kind: 'unrendered'; readonly refusal: DomainError };

/** The answer of one rendering to the one who asked for it. */
export type OwnAnswer = { readonly response: Response; readonly seen: SeenAnswers };

/** HTML with the nonce that its scripts carry. */
export type PassingPage = { readonly html: string; readonly nonce: string };

/**
 * A whole page that was rendered in the name of a visitor, each of its calls answered with 2xx: the only kind of page that
 * is kept. No other code can make one.
 */
export class PublicPage extends ForEverybody {
  readonly html: string;
  readonly nonce: string;
  #bytes: PageBytes | undefined;

  private constructor(html: string, nonce: string) {
    super();
    this.html = html;
    this.nonce = nonce;
  }

  /** At most: a text of Latin letters alone takes half of it. */
  get size(): number {
    return 2 * this.html.length + 1;
  }

  /** The page as bytes, which take nonces of the length of its own. */
  get bytes(): PageBytes {
    this.#bytes ??= pageBytes(this, this.nonce.length);
    return this.#bytes;
  }

  static async render(app: FastifyInstance, render: PageRenderer, given: PublicPageRequest): Promise<Rendering> {
    const { url, theme, nonce, siteUrl } = given;
    const { fetch, seen } = inProcessCalls(app, visitor, given.address);
    const response = await render({ request: new Request(url), theme, nonce, siteUrl, fetch, hasSession: false });
    const own = { response, seen };
    if (seen.limitedFor !== undefined) return { kind: 'refused', own };
    if (response.status !== 200) return { kind: seen.failed ? 'refused' : 'other', own };
    if (!seen.refused) return { kind: 'public', page: new PublicPage(await response.text(), nonce) };
    if (!seen.failed) return { kind: 'other', own };
    return { kind: 'passing', page: { html: await response.text(), nonce } };
  }
}
