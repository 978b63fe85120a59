import { type ContentCoding, chooseEncoding, compressBytes } from '../http/routing/content-coding.ts';

export type EncodedBody = { readonly body: string | Buffer; readonly encoding: ContentCoding | undefined };

/**
 * Compresses a page with a content coding that the browser accepts. The length of a compressed page reveals nothing, because
 * pages contain no secret: sessions are cookies, and requests from other origins are refused.
 * @param acceptedEncodings the request's `Accept-Encoding` header
 */
export async function compressHtml(html: string, acceptedEncodings: string | undefined): Promise<EncodedBody> {
  const encoding = chooseEncoding(acceptedEncodings);
  return { body: encoding === undefined ? html : await compressBytes(html, encoding), encoding };
}
