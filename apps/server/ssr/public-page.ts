import { visitor } from '@carhouse/auth/request-identity';
import type { DomainError } from '@carhouse/domain/errors/domain-error';
import type { FastifyInstance } from 'fastify';
import { SharedValue } from '../http/cache/shared-value.ts';
import { type CallerAddress, createInProcessFetch, type PageCallResults } from './in-process-fetch.ts';
import { createPageBytes, type PageBytes } from './page-bytes.ts';
import type { PageRenderer, PageRequest } from './page-renderer.ts';

export type PublicPageRequest = {
  /** The URL of the page. Only the path and the query of the URL are used, and not its host. */
  readonly url: URL;
  readonly theme: PageRequest['theme'];
  readonly nonce: string;
  readonly siteUrl: string;
  /**
   * The client's address, by which the rate limits count the API calls of the rendering. The rendered page does not contain
   * the address.
   */
  readonly address: CallerAddress;
};

/** The result of rendering a page for a visitor. */
export type Rendering =
  | { readonly kind: 'public'; readonly page: PublicPage }
  /**
   * A page that is incomplete because of a server error. This page is sent to the clients that wait for it, but it is
   * not cached.
   */
  | { readonly kind: 'passing'; readonly page: PageWithNonce }
  /**
   * The URL has no complete page for any visitor: the result is a redirect or "not found". When this result occurs, the
   * cached page of the URL is no longer valid.
   */
  | { readonly kind: 'other'; readonly answer: OwnAnswer }
  /** A limited or failed response, which only the client of this request may get. */
  | { readonly kind: 'refused'; readonly answer: OwnAnswer }
  /** Nothing was rendered, because the client had to wait too long. */
  | { readonly kind: 'unrendered'; readonly refusal: DomainError };

/** The result of one rendering for the client that requested it, with the error of the loader that failed, if any. */
export type OwnAnswer = {
  readonly response: Response;
  readonly callResults: PageCallResults;
  readonly error?: unknown;
};

/** HTML, with the nonce that its scripts contain. */
export type PageWithNonce = { readonly html: string; readonly nonce: string };

/**
 * A complete page that was rendered for a visitor, from API responses of status 2xx only. Only pages of this class are
 * cached. No other code can create an instance.
 */
export class PublicPage extends SharedValue {
  readonly html: string;
  readonly nonce: string;
  #bytes: PageBytes | undefined;

  private constructor(html: string, nonce: string) {
    super();
    this.html = html;
    this.nonce = nonce;
  }

  /**
   * The maximum size of the page in memory, in bytes. A page with only Latin letters takes half of this maximum size in
   * memory.
   */
  get size(): number {
    return 2 * this.html.length + 1;
  }

  /** The page as bytes, for nonces of the same length as its own nonce. */
  get bytes(): PageBytes {
    this.#bytes ??= createPageBytes(this, this.nonce.length);
    return this.#bytes;
  }

  static async render(app: FastifyInstance, render: PageRenderer, pageRequest: PublicPageRequest): Promise<Rendering> {
    const { url, theme, nonce, siteUrl } = pageRequest;
    const { fetch, callResults } = createInProcessFetch(app, visitor, pageRequest.address);
    let error: unknown;
    const onError = (thrownError: unknown): void => {
      error = thrownError;
    };
    const request = new Request(url);
    const response = await render({ request, theme, nonce, siteUrl, fetch, hasSession: false, onError });
    const ownAnswer = { response, callResults, error };
    if (callResults.retryAfterSeconds !== undefined) return { kind: 'refused', answer: ownAnswer };
    if (response.status !== 200) return { kind: callResults.hasServerError ? 'refused' : 'other', answer: ownAnswer };
    if (!callResults.hasRefusedCall) return { kind: 'public', page: new PublicPage(await response.text(), nonce) };
    if (!callResults.hasServerError) return { kind: 'other', answer: ownAnswer };
    return { kind: 'passing', page: { html: await response.text(), nonce } };
  }
}
