import type { Call, CallAnswer, CallArguments } from './call.ts';
import type { Problem } from './problem.ts';

/** The error of a call with an unsuccessful response, or without a response (`status` 0, code `NETWORK`). */
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
  /** The origin of the API; empty in the browser, where the API has the page's own origin. */
  readonly origin: string;
  /** Maximum duration of a call in milliseconds, including its retries. */
  readonly timeout: number;
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Returns a new `Idempotency-Key` for a POST. Each call of the client gets one key, which all its retries use.
   * Without this function, no POST is retried.
   */
  readonly makeKey?: () => string;
  /**
   * Maximum number of retries of a call that changes data and got no response, or a response that asks the client to
   * retry soon; 0 by default.
   */
  readonly maxRetries?: number;
  /** Waits before a retry, for a number of milliseconds. */
  readonly pause?: (milliseconds: number) => Promise<void>;
};

/** Delay in milliseconds before the first retry; each further delay is twice as long. */
const firstPauseMs = 300;
/**
 * Maximum delay in seconds that a response may ask for if the client is to retry by itself. When the delay is longer,
 * the user decides whether to try again.
 */
const longestPauseSeconds = 5;

/** Timeout in milliseconds of an image upload, including decoding. */
const uploadTimeoutMs = 75_000;

/**
 * Makes one typed call.
 * @throws ApiError for every unsuccessful response, and when no response arrives in time.
 */
export type Client = <const C extends Call>(call: C, ...args: ClientArguments<C>) => Promise<CallAnswer<C>>;
/** The arguments of a client's call. The arguments are optional when the call has neither parameters nor a body. */
export type ClientArguments<C extends Call> = [Extract<keyof C, 'params' | 'body'>] extends [never]
  ? [(Partial<CallArguments<C>> & TryOptions)?]
  : [CallArguments<C> & TryOptions];
type TryOptions = {
  /**
   * The function is called with the headers of a successful response, before the body is returned. The response of a
   * list has the next cursor in a header.
   */
  readonly onHeaders?: (headers: Headers) => void;
};

/** Maximum number of POSTs with an unknown result whose idempotency keys the client remembers. */
const maxUnansweredKeys = 50;

/**
 * Creates the typed client of the API contract. The browser and the server rendering give the client different `fetch`
 * functions.
 */
export function createClient(options: ClientOptions): Client {
  // The idempotency keys of POSTs with an unknown result. A user who repeats such an action wants it to happen only
  // once.
  const unansweredKeysByAction = new Map<string, string>();
  return async (call, ...args) => {
    const { params, query, body, onHeaders } = (args[0] ?? {}) as RequestInput & TryOptions;
    const url = options.origin + fillPath(call.path, params ?? {}) + formatQuery(query ?? {});
    const isUpload = call.upload === true;
    const action = `${url} ${JSON.stringify(body)}`;
    const key =
      call.method === 'POST' && !isUpload ? (unansweredKeysByAction.get(action) ?? options.makeKey?.()) : undefined;
    const init: RequestInit = {
      method: call.method,
      headers: {
        accept: 'application/json',
        ...(key === undefined ? {} : { 'idempotency-key': key }),
        ...(body === undefined || isUpload ? {} : { 'content-type': 'application/json' }),
        ...options.headers,
      },
      credentials: 'same-origin',
      // With `keepalive` the browser completes the request also when the user leaves the page. The removal of a wish
      // must be completed in this way, because the wish disappears from the screen before the response arrives. The
      // bodies of all DELETE calls are small enough for `keepalive`.
      ...(call.method === 'DELETE' ? { keepalive: true } : {}),
      signal: AbortSignal.timeout(isUpload ? uploadTimeoutMs : options.timeout),
      ...(body === undefined ? {} : { body: isUpload ? toFormData(body as object) : JSON.stringify(body) }),
    };
    // The client does not retry GET calls, because the component that shows the data retries them. The client does not
    // retry a POST without an idempotency key, because the POST might take effect twice.
    const isRepeatable = key !== undefined || call.method === 'PUT' || call.method === 'DELETE';
    if (key !== undefined) rememberKey(unansweredKeysByAction, action, key);
    const response = await sendWithRetries(options, url, init, isRepeatable ? (options.maxRetries ?? 0) : 0);
    if (!response.ok) {
      const problem = await readProblem(response);
      // After a status of 500 or above the result is unknown, so the key is remembered. A retry with the same key gets
      // the response to the first request, or takes effect.
      if (response.status < 500) unansweredKeysByAction.delete(action);
      throw problem;
    }
    const answer = await readAnswer(response);
    unansweredKeysByAction.delete(action);
    onHeaders?.(response.headers);
    return answer as CallAnswer<typeof call>;
  };
}

type RequestInput = { readonly params?: object; readonly query?: object; readonly body?: unknown };

function rememberKey(unansweredKeysByAction: Map<string, string>, action: string, key: string): void {
  const [oldest] = unansweredKeysByAction.keys();
  if (unansweredKeysByAction.size >= maxUnansweredKeys && oldest !== undefined) unansweredKeysByAction.delete(oldest);
  unansweredKeysByAction.set(action, key);
}

/** @throws ApiError without a status when the connection breaks during the response. */
async function readAnswer(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    throw makeUnreachableError();
  }
}

/** The browser encodes the multipart form, and sets its content type with the boundary. */
function toFormData(fields: object): FormData {
  const formData = new FormData();
  for (const [name, file] of Object.entries(fields)) formData.append(name, file as Blob);
  return formData;
}

/** Sends a request, and retries it when a retry is safe. All tries together have the timeout of one call. */
async function sendWithRetries(
  options: ClientOptions,
  url: string,
  init: RequestInit,
  maxRetries: number,
): Promise<Response> {
  for (let attempt = 0; ; attempt += 1) {
    const isLastTry = attempt >= maxRetries;
    const response = await sendRequest(options.fetch, url, init).catch((error: unknown) => {
      if (isLastTry || init.signal?.aborted === true) throw error;
      return undefined;
    });
    const waitMs = response === undefined ? firstPauseMs * 2 ** attempt : readRetryDelayMs(response);
    if (response !== undefined && (isLastTry || waitMs === undefined)) return response;
    await (options.pause ?? pause)(waitMs ?? 0);
  }
}

/** Returns the milliseconds after which the response asks the client to retry; undefined when it asks for no retry. */
function readRetryDelayMs(response: Response): number | undefined {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  const isTemporaryFault = response.status === 503 || response.status === 504;
  // Status 409 with Retry-After means that the first request with the same key is still running.
  if (!isTemporaryFault && response.status !== 409) return undefined;
  return seconds <= longestPauseSeconds ? seconds * 1000 : undefined;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

async function sendRequest(fetch: Fetch, url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch {
    throw makeUnreachableError();
  }
}

function makeUnreachableError(): ApiError {
  return new ApiError(0, 'NETWORK', 'The server cannot be reached. Check the connection and try again.');
}

/** Reads the error of an unsuccessful response. */
export async function readProblem(response: Response): Promise<ApiError> {
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

function formatQuery(query: object): string {
  const definedEntries = Object.entries(query).filter(([, value]) => value !== undefined);
  if (definedEntries.length === 0) return '';
  // A list becomes a repeated query parameter.
  const pairs = definedEntries.flatMap(([name, value]) => [value].flat().map((each: unknown) => [name, String(each)]));
  return `?${new URLSearchParams(pairs)}`;
}
