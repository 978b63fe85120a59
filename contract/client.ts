import type { Call, CallAnswer, CallArguments } from './call.ts';
import type { Problem } from './problem.ts';

/** An answer that is no success, or no answer at all (`status` 0, code `NETWORK`). */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly problem: Problem | undefined;

  constructor(status: number, code: string, message: string, problem?: Problem) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.problem = problem;
  }
}

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;
export type ClientOptions = {
  readonly fetch: Fetch;
  /** Empty in the browser: the API stands on the page's own origin. */
  readonly origin: string;
  /** Milliseconds after which a call counts as failed. */
  readonly timeout: number;
  readonly headers?: Readonly<Record<string, string>>;
};

/** Makes one typed call. @throws ApiError for every answer that is no success, and when there is no answer in time. */
export type Client = <const C extends Call>(call: C, ...given: Given<C>) => Promise<CallAnswer<C>>;
type Given<C extends Call> = [Extract<keyof C, 'params' | 'body'>] extends [never]
  ? [Partial<CallArguments<C>>?]
  : [CallArguments<C>];

/** The typed client of the wire: the browser and server rendering use the same one with another `fetch`. */
export function createClient(options: ClientOptions): Client {
  return async (call, ...given) => {
    const { params, query, body } = (given[0] ?? {}) as { params?: object; query?: object; body?: unknown };
    const url = options.origin + fillPath(call.path, params ?? {}) + queryText(query ?? {});
    const init: RequestInit = {
      method: call.method,
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...options.headers,
      },
      credentials: 'same-origin',
      signal: AbortSignal.timeout(options.timeout),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    };
    const response = await send(options.fetch, url, init);
    if (!response.ok) throw await readProblem(response);
    return (await response.json()) as CallAnswer<typeof call>;
  };
}

async function send(fetch: Fetch, url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch {
    throw new ApiError(0, 'NETWORK', 'The server cannot be reached. Check the connection and try again.');
  }
}

async function readProblem(response: Response): Promise<ApiError> {
  const text = await response.text();
  try {
    const problem = JSON.parse(text) as Problem;
    return new ApiError(response.status, problem.code, problem.detail, problem);
  } catch {
    return new ApiError(response.status, 'UNREADABLE', 'The server gave an answer that cannot be read.');
  }
}

function fillPath(path: string, params: object): string {
  const values = new Map(Object.entries(params));
  return path.replace(/:([A-Za-z]+)/g, (_, name: string) => encodeURIComponent(String(values.get(name))));
}

function queryText(query: object): string {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined);
  if (entries.length === 0) return '';
  return `?${new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))}`;
}
