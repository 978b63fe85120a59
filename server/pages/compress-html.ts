import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Each page is compressed anew, its nonce being its own: the level costs 2 ms of another thread, not of the event loop. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const gzipOptions = { level: 5 };

export type Encoded = { readonly body: string | Buffer; readonly encoding: 'br' | 'gzip' | undefined };

/**
 * A page as the browser takes it. Pages carry no secret of their own (sessions are cookies, forged posts are refused by
 * their origin), so the length of a compressed one tells nobody anything.
 * @param accepted the request's `Accept-Encoding`
 */
export async function compressHtml(html: string, accepted: string | undefined): Promise<Encoded> {
  const encoding = chooseEncoding(accepted);
  if (encoding === 'br') return { body: await toBrotli(html, brotliOptions), encoding };
  if (encoding === 'gzip') return { body: await toGzip(html, gzipOptions), encoding };
  return { body: html, encoding: undefined };
}

/** RFC 9110, 12.5.3: the codings by name; one of weight 0 is refused. */
function chooseEncoding(accepted = ''): 'br' | 'gzip' | undefined {
  const taken = new Set(
    accepted
      .toLowerCase()
      .split(',')
      .map((part) => part.trim().split(/\s*;\s*/))
      .filter(([, weight]) => !/^q=0(?:\.0{0,3})?$/.test(weight ?? ''))
      .map(([name]) => name),
  );
  if (taken.has('br')) return 'br';
  return taken.has('gzip') ? 'gzip' : undefined;
}
