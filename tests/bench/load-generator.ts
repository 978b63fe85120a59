import { once } from 'node:events';
import { connectToOrigin, openExchange, type RequestOptions } from './http-exchange.ts';
import type { BenchRun } from './samples.ts';

export type LoadOptions = {
  /** Number of keep-alive connections, each with one open request. */
  readonly connectionCount: number;
  readonly seconds: number;
  /** Returns the nth request. */
  readonly makeRequest: (requestNumber: number) => RequestOptions;
};

/**
 * Sends requests over plain sockets for a number of seconds. Node's HTTP client costs as much as the measured server,
 * and both share the processors. A response with a status other than 200 or 304 ends the run.
 */
export async function generateLoad(origin: string, options: LoadOptions): Promise<BenchRun> {
  const { host } = new URL(origin);
  const latenciesMs: number[] = [];
  let requestCount = 0;
  const startTime = performance.now();
  const endTime = startTime + options.seconds * 1000;
  const sendUntilEnd = async (): Promise<void> => {
    const socket = connectToOrigin(origin);
    await once(socket, 'connect');
    const sendRequest = openExchange(socket, host);
    try {
      while (performance.now() < endTime) {
        const requestOptions = options.makeRequest(requestCount);
        requestCount += 1;
        const sendTime = performance.now();
        const { status } = await sendRequest(requestOptions);
        latenciesMs.push(performance.now() - sendTime);
        if (status !== 200 && status !== 304) throw new Error(`${requestOptions.path} was answered ${status}.`);
      }
    } finally {
      socket.destroy();
    }
  };
  await Promise.all(Array.from({ length: options.connectionCount }, sendUntilEnd));
  return { latenciesMs, elapsedMs: performance.now() - startTime };
}
