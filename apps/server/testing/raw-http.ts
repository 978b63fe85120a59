import { connect } from 'node:net';

export type RawAnswer = {
  readonly status: number;
  /** Headers by lower-case name; of several equal headers, the last one. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
};

/** Milliseconds after which a connection without a complete response is closed. */
const timeout = 20_000;

/**
 * Sends bytes unchanged to a server on this machine and reads its response; each character of `text` is one byte. The
 * request must contain `Connection: close`.
 */
export function sendRaw(url: string, text: string): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => socket.write(Buffer.from(text, 'latin1')));
    socket.setTimeout(timeout, () => socket.destroy(new Error('There was no answer.')));
    socket.on('data', (part) => parts.push(part));
    socket.on('error', (error) => (parts.length > 0 ? resolve(readAnswer(Buffer.concat(parts))) : reject(error)));
    socket.on('end', () => {
      socket.end();
      resolve(readAnswer(Buffer.concat(parts)));
    });
  });
}

/** Writes a request as text. @param lines the headers, without `Connection`. */
export function sendRawRequest(method: string, target: string, lines: readonly string[]): string {
  return `${[`${method} ${target} HTTP/1.1`, ...lines, 'Connection: close'].join('\r\n')}\r\n\r\n`;
}

function readAnswer(bytes: Buffer): RawAnswer {
  const end = bytes.indexOf('\r\n\r\n');
  // An interim response, such as 100 Continue, comes before the final one.
  if (end !== -1 && /^HTTP\/1\.1 1\d\d /.test(bytes.subarray(0, 13).toString('latin1'))) {
    return readAnswer(bytes.subarray(end + 4));
  }
  const [first = '', ...lines] = bytes
    .subarray(0, end === -1 ? bytes.length : end)
    .toString('latin1')
    .split('\r\n');
  const headers = new Map(
    lines.map((line): [string, string] => {
      const place = line.indexOf(':');
      return [line.slice(0, place).toLowerCase(), line.slice(place + 1).trim()];
    }),
  );
  const rest = end === -1 ? Buffer.alloc(0) : bytes.subarray(end + 4);
  const body = headers.get('transfer-encoding') === 'chunked' ? joinChunks(rest) : rest;
  return { status: Number(first.split(' ')[1] ?? 0), headers, body };
}

function joinChunks(bytes: Buffer): Buffer {
  const parts: Buffer[] = [];
  let place = 0;
  while (place < bytes.length) {
    const end = bytes.indexOf('\r\n', place);
    const size = Number.parseInt(bytes.subarray(place, end).toString('latin1'), 16);
    if (!(size > 0)) break;
    parts.push(bytes.subarray(end + 2, end + 2 + size));
    place = end + 2 + size + 2;
  }
  return Buffer.concat(parts);
}
