import { connect } from 'node:net';

export type RawAnswer = {
  readonly status: number;
  /** Headers by lower-case name; of several headers with the same name, the last one. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
};

/** Milliseconds after which a connection without a complete response is closed. */
const timeoutMs = 20_000;

/**
 * Sends bytes unchanged to a server on this machine and reads its response; each character of `text` is one byte. The
 * request must contain `Connection: close`.
 */
export function sendRaw(url: string, text: string): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => socket.write(Buffer.from(text, 'latin1')));
    socket.setTimeout(timeoutMs, () => socket.destroy(new Error('There was no answer.')));
    socket.on('data', (part) => parts.push(part));
    socket.on('error', (error) => (parts.length > 0 ? resolve(parseAnswer(Buffer.concat(parts))) : reject(error)));
    socket.on('end', () => {
      socket.end();
      resolve(parseAnswer(Buffer.concat(parts)));
    });
  });
}

/** Writes a request as text. @param headerLines the headers, without `Connection`. */
export function sendRawRequest(method: string, target: string, headerLines: readonly string[]): string {
  return `${[`${method} ${target} HTTP/1.1`, ...headerLines, 'Connection: close'].join('\r\n')}\r\n\r\n`;
}

function parseAnswer(bytes: Buffer): RawAnswer {
  const headEndIndex = bytes.indexOf('\r\n\r\n');
  // An interim response, such as 100 Continue, comes before the final one.
  if (headEndIndex !== -1 && /^HTTP\/1\.1 1\d\d /.test(bytes.subarray(0, 13).toString('latin1'))) {
    return parseAnswer(bytes.subarray(headEndIndex + 4));
  }
  const [statusLine = '', ...lines] = bytes
    .subarray(0, headEndIndex === -1 ? bytes.length : headEndIndex)
    .toString('latin1')
    .split('\r\n');
  const headers = new Map(
    lines.map((line): [string, string] => {
      const colonIndex = line.indexOf(':');
      return [line.slice(0, colonIndex).toLowerCase(), line.slice(colonIndex + 1).trim()];
    }),
  );
  const bodyBytes = headEndIndex === -1 ? Buffer.alloc(0) : bytes.subarray(headEndIndex + 4);
  const body = headers.get('transfer-encoding') === 'chunked' ? joinBodyChunks(bodyBytes) : bodyBytes;
  return { status: Number(statusLine.split(' ')[1] ?? 0), headers, body };
}

function joinBodyChunks(bytes: Buffer): Buffer {
  const parts: Buffer[] = [];
  let offset = 0;
  while (offset < bytes.length) {
    const end = bytes.indexOf('\r\n', offset);
    const chunkSize = Number.parseInt(bytes.subarray(offset, end).toString('latin1'), 16);
    if (!(chunkSize > 0)) break;
    parts.push(bytes.subarray(end + 2, end + 2 + chunkSize));
    offset = end + 2 + chunkSize + 2;
  }
  return Buffer.concat(parts);
}
