import { Agent, request } from 'node:http';

export type Answer = {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: string;
};
export type HttpClient = {
  send(
    method: string,
    path: string,
    options?: {
      readonly token?: string;
      readonly cookie?: string;
      readonly body?: object | string;
      readonly encoding?: string;
    },
  ): Promise<Answer>;
};

/**
 * A user behind the proxy, with keep-alive connections and a client address of their own. This client needs less
 * processor time than `fetch`, whose processor time would distort the measurement.
 */
export function openClient(url: string, address: string, agent: Agent): HttpClient {
  const { hostname, port } = new URL(url);
  return {
    send: (method, path, { token, cookie, body, encoding } = {}) =>
      new Promise((resolve, reject) => {
        const isForm = typeof body === 'string';
        const bodyText = body === undefined ? undefined : isForm ? body : JSON.stringify(body);
        const clientRequest = request(
          {
            agent,
            hostname,
            port,
            method,
            path,
            headers: {
              'x-forwarded-for': address,
              ...(token === undefined ? {} : { authorization: token }),
              ...(cookie === undefined ? {} : { cookie }),
              ...(encoding === undefined ? {} : { 'accept-encoding': encoding }),
              ...(bodyText === undefined
                ? {}
                : {
                    'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
                    'content-length': Buffer.byteLength(bodyText),
                  }),
            },
          },
          (answer) => {
            let text = '';
            answer.setEncoding('utf8');
            answer.on('data', (chunk: string) => {
              text += chunk;
            });
            answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text }));
            answer.on('error', reject);
          },
        );
        clientRequest.on('error', reject);
        clientRequest.end(bodyText);
      }),
  };
}

/** The address of the nth user, from a range reserved for benchmarks (RFC 2544). */
export function makeClientAddress(clientIndex: number): string {
  return `198.18.${Math.floor(clientIndex / 250) % 250}.${(clientIndex % 250) + 1}`;
}

export function openAgent(connectionCountMaximum: number): Agent {
  return new Agent({ keepAlive: true, maxSockets: connectionCountMaximum });
}
