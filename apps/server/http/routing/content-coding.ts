import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Coding = 'br' | 'gzip';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** These responses are soon replaced, so the level costs 2 ms of another thread, not of the event loop. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const gzipOptions = { level: 5 };

export function compress(body: Buffer | string, coding: Coding): Promise<Buffer> {
  return coding === 'br' ? toBrotli(body, brotliOptions) : toGzip(body, gzipOptions);
}

/** RFC 9110, 12.5.3: the codings by name; one with weight 0 is refused. @param accepted the request's `Accept-Encoding` */
export function chooseEncoding(accepted: string | undefined): Coding | undefined {
  const taken = acceptedCodings(accepted);
  if (taken.has('br')) return 'br';
  return taken.has('gzip') ? 'gzip' : undefined;
}

/** The content codings that a request accepts, in lower case. @param accepted its `Accept-Encoding` */
export function acceptedCodings(accepted: string | undefined): ReadonlySet<string> {
  return new Set(
    (accepted ?? '')
      .toLowerCase()
      .split(',')
      .flatMap((part) => {
        const [name = '', weight = ''] = part.split(';').map((piece) => piece.trim());
        return name === '' || /^q=0(?:\.0{0,3})?$/.test(weight) ? [] : [name];
      }),
  );
}
