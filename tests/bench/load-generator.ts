import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { BenchRun } from './samples.ts';

export type RequestOptions = { readonly path: string; readonly headers?: Readonly<Record<string, string>> };

export type LoadOptions = {
  /** Number of keep-alive connections, each with one open request. */
  readonly connectionCount: number;
  readonly seconds: number;
  /** Returns the nth request. */
  readonly ask: (nth: number) => RequestOptions;
};

/**
 * Sends requests over plain sockets for a number of seconds. Node's HTTP client costs as much as the measured server,
 * and both share the processors. A response with a status other than 200 or 304 ends the run.
 */
export async function generateLoad(origin: string, options: LoadOptions): Promise<BenchRun> {
  const { hostname, port, host } = new URL(origin);
  const latencies: number[] = [];
  let requestCount = 0;
  const startTime = performance.now();
  const endTime = startTime + options.seconds * 1000;
  const sendUntilEnd = async (): Promise<void> => {
    const socket = connect({ host: hostname, port: Number(port === '' ? 80 : port), noDelay: true });
    await once(socket, 'connect');
    const sendRequest = openExchange(socket, host);
    try {
      while (performance.now() < endTime) {
        const requestOptions = options.ask(requestCount);
        requestCount += 1;
        const sendTime = performance.now();
        const status = await sendRequest(requestOptions);
        latencies.push(performance.now() - sendTime);
        if (status !== 200 && status !== 304) throw new Error(`${requestOptions.path} was answered ${status}.`);
      }
    } finally {
      socket.destroy();
    }
  };
  await Promise.all(Array.from({ length: options.connectionCount }, sendUntilEnd));
  return { latencies, elapsedMs: performance.now() - startTime };
}

/**
 * Sends one request over one connection.
 * @returns the status of the response, after the whole response has arrived
 */
function openExchange(socket: Socket, host: string): (options: RequestOptions) => Promise<number> {
  let waitingExchange: PromiseWithResolvers<number> | undefined;
  let head: Buffer | undefined;
  let responseInProgress: { readonly status: number; isWhole(chunk: Buffer): boolean } | undefined;

  const read = (chunk: Buffer): void => {
    if (responseInProgress === undefined) {
      head = head === undefined ? chunk : Buffer.concat([head, chunk]);
      const headersEndIndex = head.indexOf('\r\n\r\n');
      if (headersEndIndex === -1) return;
      responseInProgress = readHead(head.toString('latin1', 0, headersEndIndex));
      chunk = head.subarray(headersEndIndex + 4);
      head = undefined;
    }
    if (!responseInProgress.isWhole(chunk)) return;
    const { status } = responseInProgress;
    responseInProgress = undefined;
    waitingExchange?.resolve(status);
  };
  socket.on('data', read);
  socket.on('error', (error) => waitingExchange?.reject(error));
  socket.on('close', () => waitingExchange?.reject(new Error('The server closed the connection.')));

  return ({ path, headers = {} }) => {
    waitingExchange = Promise.withResolvers<number>();
    let text = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n`;
    for (const name in headers) text += `${name}: ${headers[name]}\r\n`;
    socket.write(`${text}\r\n`, 'latin1');
    return waitingExchange.promise;
  };
}

function readHead(head: string): { readonly status: number; isWhole(chunk: Buffer): boolean } {
  const status = Number(head.slice(9, 12));
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length === undefined && status !== 304 && status !== 204) {
    // In a chunked response the last chunk is empty. The content of a chunk could also end with the bytes of an empty
    // chunk, but no body that is requested here does.
    let receivedEnd = '';
    return {
      status,
      isWhole: (chunk) => {
        receivedEnd = (receivedEnd + chunk.toString('latin1', Math.max(0, chunk.length - 7))).slice(-7);
        return receivedEnd.endsWith('0\r\n\r\n');
      },
    };
  }
  let remainingBytes = Number(length ?? 0);
  return {
    status,
    isWhole: (chunk) => {
      remainingBytes -= chunk.length;
      return remainingBytes <= 0;
    },
  };
}
