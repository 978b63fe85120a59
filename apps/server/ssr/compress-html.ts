import { type Coding, chooseEncoding, compress } from '../http/routing/content-coding.ts';

export type Encoded = { readonly body: string | Buffer; readonly encoding: Coding | undefined };

/**
 * The page in a content coding that the browser accepts. Pages contain no secret (sessions are cookies, and requests from
 * other origins are refused), so compressed lengths reveal nothing.
 * @param accepted the request's `Accept-Encoding`
 */
export async function compressHtml(html: string, accepted: string | undefined): Promise<Encoded> {
  const encoding = chooseEncoding(accepted);
  return { body: encoding === undefined ? html : await compress(html, encoding), encoding };
}
