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
  const end = startTime + options.seconds * 1000;
  const work = async (): Promise<void> => {
    const socket = connect({ host: hostname, port: Number(port === '' ? 80 : port), noDelay: true });
    await once(socket, 'connect');
    const sendRequest = openExchange(socket, host);
    try {
      while (performance.now() < end) {
        const question = options.ask(requestCount);
        requestCount += 1;
        const sentAt = performance.now();
        const status = await sendRequest(question);
        latencies.push(performance.now() - sentAt);
        if (status !== 200 && status !== 304) throw new Error(`${question.path} was answered ${status}.`);
      }
    } finally {
      socket.destroy();
    }
  };
  await Promise.all(Array.from({ length: options.connectionCount }, work));
  return { latencies, elapsedMs: performance.now() - startTime };
}

/**
 * Sends one request over one connection.
 * @returns the status of the response, after the whole response has arrived
 */
function openExchange(socket: Socket, host: string): (options: RequestOptions) => Promise<number> {
  let waitingExchange: PromiseWithResolvers<number> | undefined;
  let head: Buffer | undefined;
  let reading: { readonly status: number; isWhole(part: Buffer): boolean } | undefined;

  const read = (part: Buffer): void => {
    if (reading === undefined) {
      head = head === undefined ? part : Buffer.concat([head, part]);
      const headEndIndex = head.indexOf('\r\n\r\n');
      if (headEndIndex === -1) return;
      reading = readHead(head.toString('latin1', 0, headEndIndex));
      part = head.subarray(headEndIndex + 4);
      head = undefined;
    }
    if (!reading.isWhole(part)) return;
    const { status } = reading;
    reading = undefined;
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

function readHead(head: string): { readonly status: number; isWhole(part: Buffer): boolean } {
  const status = Number(head.slice(9, 12));
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length === undefined && status !== 304 && status !== 204) {
    // In a chunked response the last chunk is empty. The content of a chunk could also end with the bytes of an empty
    // chunk, but no body that is requested here does.
    let lastBytes = '';
    return {
      status,
      isWhole: (part) => {
        lastBytes = (lastBytes + part.toString('latin1', Math.max(0, part.length - 7))).slice(-7);
        return lastBytes.endsWith('0\r\n\r\n');
      },
    };
  }
  let remainingBytes = Number(length ?? 0);
  return {
    status,
    isWhole: (part) => {
      remainingBytes -= part.length;
      return remainingBytes <= 0;
    },
  };
}
