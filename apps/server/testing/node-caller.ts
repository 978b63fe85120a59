import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';

export type CallResult = { readonly status: number; readonly body: Record<string, unknown> };

export type NodeCaller = {
  /**
   * Sends a POST. When a keep-alive connection was closed, the call is repeated.
   * @throws Error when a new connection was closed, or when a node does not answer
   */
  post(url: string, token: string, payload: object): Promise<CallResult>;
  /** Sends a PUT request in the same way as `post` sends a POST request. */
  put(url: string, token: string, payload: object): Promise<CallResult>;
  /** Number of times that a keep-alive connection was closed and the call repeated. */
  countRepeatedCalls(): number;
  close(): void;
};

/** Milliseconds after which an idle connection is not reused, because nodes close theirs after five seconds. */
const idleMaximumMs = 2_000;
const tryCountMaximum = 5;
/** Milliseconds without an answer after which a call fails. A node gives up a request much earlier (server-limits.ts). */
const answerTimeoutMs = 180_000;

/**
 * Makes a client that calls nodes over keep-alive connections, like a browser: a call whose connection is closed before
 * any answer is sent again on a new connection (RFC 9110, 9.2.2). Every call of the races may be repeated safely. On a
 * busy machine a node may be suspended for six seconds: its idle timer then fires before it has read the request in the
 * socket. A new connection that is closed before any response counts as a fault of the node.
 */
export function openCaller(): NodeCaller {
  const httpAgent = new Agent({ keepAlive: true, timeout: idleMaximumMs });
  let countRepeatedCalls = 0;

  async function sendWithRetries(
    method: 'POST' | 'PUT',
    url: string,
    token: string,
    payload: object,
  ): Promise<CallResult> {
    const body = JSON.stringify(payload);
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      authorization: token,
    };
    for (let attempt = 1; ; attempt += 1) {
      const giveUpSignal = AbortSignal.timeout(answerTimeoutMs);
      const clientRequest = request(url, { method, agent: httpAgent, headers, signal: giveUpSignal });
      try {
        const answer = await new Promise<IncomingMessage>((resolve, reject) => {
          clientRequest.once('response', resolve).once('error', reject).end(body);
        });
        return { status: answer.statusCode ?? 0, body: JSON.parse(await text(answer)) as Record<string, unknown> };
      } catch (error) {
        if (giveUpSignal.aborted)
          throw new Error(`${method} ${url} was not answered within ${answerTimeoutMs / 1_000} s.`, { cause: error });
        const { code } = error as { code?: string };
        const isStaleConnection = clientRequest.reusedSocket && (code === 'ECONNRESET' || code === 'EPIPE');
        if (!isStaleConnection || attempt === tryCountMaximum) throw error;
        countRepeatedCalls += 1;
      }
    }
  }

  return {
    post: (url, token, payload) => sendWithRetries('POST', url, token, payload),
    put: (url, token, payload) => sendWithRetries('PUT', url, token, payload),
    countRepeatedCalls: () => countRepeatedCalls,
    close: () => httpAgent.destroy(),
  };
}
