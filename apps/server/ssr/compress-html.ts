import { type Coding, chooseEncoding, compress } from '../http/routing/content-coding.ts';

export type Encoded = { readonly body: string | Buffer; readonly encoding: Coding | undefined };

/**
 * A page as the browser takes it. Pages carry no secret of their own (sessions are cookies, forged posts are refused by
 * their origin), so the length of a compressed one tells nobody anything.
 * @param accepted the request's `Accept-Encoding`
 */
export async function compressHtml(html: string, accepted: string | undefined): Promise<Encoded> {
  const encoding = chooseEncoding(accepted);
  return { body: encoding === undefined ? html : await compress(html, encoding), encoding };
}
