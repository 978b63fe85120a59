import { visitor } from '@carhouse/auth/request-identity';
import type { DomainError } from '@carhouse/domain/errors/domain-error';
import type { FastifyInstance } from 'fastify';
import { ForEverybody } from '../http/cache/for-everybody.ts';
import { type CallerAddress, inProcessCalls, type SeenAnswers } from './in-process-fetch.ts';
import { type PageBytes, pageBytes } from './page-bytes.ts';
import type { PageRenderer, PageRequest } from './page-renderer.ts';

export type PublicPageRequest = {
  /** The host name is arbitrary. */
  readonly url: URL;
  readonly theme: PageRequest['theme'];
  readonly nonce: string;
  readonly siteUrl: string;
  /** The client whose rate limits the calls of the rendering use. The page does not contain it. */
  readonly address: CallerAddress;
};

/** The result of a rendering for a visitor. */
export type Rendering =
  | { readonly kind: 'public'; readonly page: PublicPage }
  /** A page that is incomplete because of a server error: sent to the waiting clients, and not cached. */
  | { readonly kind: 'passing'; readonly page: PassingPage }
  /** No complete page for any visitor: a redirect, or not found. The cached page of this URL is no longer valid. */
  | { readonly kind: 'other'; readonly own: OwnAnswer }
  /** A limited or failed response: only for the client of this request. */
  | { readonly kind: 'refused'; readonly own: OwnAnswer }
  /** The client had to wait too long: nothing was rendered. */
  | { readonly kind: 'unrendered'; readonly refusal: DomainError };

/** The result of one rendering for the client that requested it, with the error of a loader if one failed. */
export type OwnAnswer = { readonly response: Response; readonly seen: SeenAnswers; readonly error?: unknown };

/** HTML with the nonce that its scripts carry. */
export type PassingPage = { readonly html: string; readonly nonce: string };

/**
 * A complete page that was rendered for a visitor, from API responses of status 2xx only: the only kind of page that is
 * cached. No other code can make one.
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

  /** The maximum size in memory: text in Latin letters takes half of it. */
  get size(): number {
    return 2 * this.html.length + 1;
  }

  /** The page as bytes, for nonces of the same length as its own. */
  get bytes(): PageBytes {
    this.#bytes ??= pageBytes(this, this.nonce.length);
    return this.#bytes;
  }

  static async render(app: FastifyInstance, render: PageRenderer, given: PublicPageRequest): Promise<Rendering> {
    const { url, theme, nonce, siteUrl } = given;
    const { fetch, seen } = inProcessCalls(app, visitor, given.address);
    let error: unknown;
    const onError = (thrown: unknown): void => {
      error = thrown;
    };
    const request = new Request(url);
    const response = await render({ request, theme, nonce, siteUrl, fetch, hasSession: false, onError });
    const own = { response, seen, error };
    if (seen.limitedFor !== undefined) return { kind: 'refused', own };
    if (response.status !== 200) return { kind: seen.failed ? 'refused' : 'other', own };
    if (!seen.refused) return { kind: 'public', page: new PublicPage(await response.text(), nonce) };
    if (!seen.failed) return { kind: 'other', own };
    return { kind: 'passing', page: { html: await response.text(), nonce } };
  }
}
