import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type ContentCoding = 'br' | 'gzip';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/**
 * Options of the Brotli compression. Compressing a response at this level takes 2 ms in a thread beside the event loop.
 * A higher level would not be worth its time, because cached responses are soon replaced.
 */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const gzipOptions = { level: 5 };

export function compressBytes(body: Buffer | string, coding: ContentCoding): Promise<Buffer> {
  return coding === 'br' ? toBrotli(body, brotliOptions) : toGzip(body, gzipOptions);
}

/**
 * Chooses the content coding of a response (RFC 9110, 12.5.3). A coding with weight 0 is refused.
 * @param acceptedEncodings the request's `Accept-Encoding` header
 */
export function chooseEncoding(acceptedEncodings: string | undefined): ContentCoding | undefined {
  const acceptedCodings = parseAcceptedCodings(acceptedEncodings);
  if (acceptedCodings.has('br')) return 'br';
  return acceptedCodings.has('gzip') ? 'gzip' : undefined;
}

/**
 * Returns the content codings that a request accepts, in lower case.
 * @param acceptedEncodings the request's `Accept-Encoding` header
 */
export function parseAcceptedCodings(acceptedEncodings: string | undefined): ReadonlySet<string> {
  return new Set(
    (acceptedEncodings ?? '')
      .toLowerCase()
      .split(',')
      .flatMap((part) => {
        const [name = '', weight = ''] = part.split(';').map((text) => text.trim());
        return name === '' || /^q=0(?:\.0{0,3})?$/.test(weight) ? [] : [name];
      }),
  );
}
