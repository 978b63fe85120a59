import { connect, type Socket } from 'node:net';

export type RequestOptions = {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A method other than GET, with its body. */
  readonly write?: { readonly method: 'POST'; readonly body: string };
  /** Whether the caller reads the body of the response; otherwise it is dropped as it arrives. */
  readonly shouldReadBody?: boolean;
};

export type ExchangeResponse = {
  readonly status: number;
  /** The head of the response: its status line and its headers. */
  readonly head: string;
  /** The body, when the request asked for it. */
  readonly body: string;
};

type ResponseInProgress = { readonly status: number; readonly head: string; isWhole(chunk: Buffer): boolean };

/** Opens a connection to the host of an HTTP origin. Requests may be written before the connection is established. */
export function connectToOrigin(origin: string): Socket {
  const { hostname, port } = new URL(origin);
  return connect({ host: hostname, port: Number(port === '' ? 80 : port), noDelay: true });
}

/**
 * Sends one request at a time over one connection.
 * @returns a function that sends a request. The returned promise resolves when the whole response has arrived.
 */
export function openExchange(socket: Socket, host: string): (options: RequestOptions) => Promise<ExchangeResponse> {
  let pendingResponseResolvers: PromiseWithResolvers<ExchangeResponse> | undefined;
  let bodyChunks: Buffer[] | undefined;
  let headBytes: Buffer | undefined;
  let responseInProgress: ResponseInProgress | undefined;

  const handleChunk = (chunk: Buffer): void => {
    if (responseInProgress === undefined) {
      headBytes = headBytes === undefined ? chunk : Buffer.concat([headBytes, chunk]);
      const headersEndIndex = headBytes.indexOf('\r\n\r\n');
      if (headersEndIndex === -1) return;
      responseInProgress = readHead(headBytes.toString('latin1', 0, headersEndIndex));
      chunk = headBytes.subarray(headersEndIndex + 4);
      headBytes = undefined;
    }
    bodyChunks?.push(chunk);
    if (!responseInProgress.isWhole(chunk)) return;
    const { status, head } = responseInProgress;
    responseInProgress = undefined;
    pendingResponseResolvers?.resolve({ status, head, body: Buffer.concat(bodyChunks ?? []).toString('utf8') });
  };
  socket.on('data', handleChunk);
  socket.on('error', (error) => pendingResponseResolvers?.reject(error));
  socket.on('close', () => pendingResponseResolvers?.reject(new Error('The server closed the connection.')));

  return ({ path, headers = {}, write, shouldReadBody = false }) => {
    pendingResponseResolvers = Promise.withResolvers<ExchangeResponse>();
    bodyChunks = shouldReadBody ? [] : undefined;
    let text = `${write?.method ?? 'GET'} ${path} HTTP/1.1\r\nHost: ${host}\r\n`;
    for (const name in headers) text += `${name}: ${headers[name]}\r\n`;
    if (write !== undefined) text += `Content-Length: ${Buffer.byteLength(write.body)}\r\n`;
    socket.write(`${text}\r\n${write?.body ?? ''}`, 'utf8');
    return pendingResponseResolvers.promise;
  };
}

function readHead(head: string): ResponseInProgress {
  const status = Number(head.slice(9, 12));
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length === undefined && status !== 304 && status !== 204) {
    // In a chunked response the last chunk is empty. The content of a chunk could also end with the bytes of an empty
    // chunk, but no requested body has such content.
    let lastCharacters = '';
    return {
      status,
      head,
      isWhole: (chunk) => {
        lastCharacters = (lastCharacters + chunk.toString('latin1', Math.max(0, chunk.length - 7))).slice(-7);
        return lastCharacters.endsWith('0\r\n\r\n');
      },
    };
  }
  let remainingBytes = Number(length ?? 0);
  return {
    status,
    head,
    isWhole: (chunk) => {
      remainingBytes -= chunk.length;
      return remainingBytes <= 0;
    },
  };
}
