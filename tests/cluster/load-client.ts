import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { ApiError, type Client, createClient } from '@carhouse/contract/client';
import type { AttemptKind, LoadRecord } from './load-record.ts';

/** A client of the load: a browser with an address and, when signed in, a session of its own. */
export type LoadClient = {
  readonly call: Client;
  /** Sends a request that is not an API call: a request for a page, or for sending a card to the card provider. */
  request(path: string, form?: PostedForm): Promise<Response>;
  /**
   * Sends a change. As long as the server cannot answer, the client repeats the change with the same key, like a user
   * who tries again, until the result is known. @returns undefined when the change was refused with a reason, or its
   * result never became known.
   */
  sendChange<T>(action: () => Promise<T>): Promise<T | undefined>;
};

/** A form that the client sends in the same way as a page of the product does. */
export type PostedForm = { readonly origin: string; readonly fields: Readonly<Record<string, string>> };

/** Timeout of a call in milliseconds and number of repetitions, as in the browser (apps/web/app/api.ts). */
const browserTimeoutMs = 15_000;
const browserRepetitions = 2;
/** Milliseconds after which a user gives up, and milliseconds between two tries. */
const giveUpMs = 60_000;
const pauseMs = 1_000;

/**
 * @param address the IP address from which the client seems to come. @param token the session token of the client;
 * empty for a visitor.
 */
export function makeLoadClient(origin: string, record: LoadRecord, address: string, token = ''): LoadClient {
  const identity = { 'x-forwarded-for': address, ...(token === '' ? {} : { authorization: token }) };
  const fetchAndRecord = async (url: string, init: RequestInit): Promise<Response> => {
    const method = init.method ?? 'GET';
    const kind: AttemptKind = method !== 'GET' ? 'write' : token === '' ? 'visitor read' : 'signed-in read';
    const { pathname } = new URL(url);
    const path = pathname.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ':id').replace(/pi_[0-9a-zA-Z]+/g, ':intent');
    const startMs = performance.now();
    const recordAttempt = (isRefused: boolean, outcome: string): void => {
      record.attempts.push({
        kind,
        startMs,
        endMs: performance.now(),
        isRefused,
        text: `${method} ${path}: ${outcome}`,
      });
    };
    try {
      const response = await fetch(url, init);
      const body = await response.arrayBuffer();
      const isRefused = response.status >= 500 || response.status === 429;
      recordAttempt(isRefused, isRefused ? `${response.status} ${readCode(body)}` : String(response.status));
      return new Response(response.status === 204 || response.status === 304 ? null : body, response);
    } catch (error) {
      const { name, cause } = error as Error & { cause?: { code?: string } };
      recordAttempt(true, cause?.code ?? name);
      throw error;
    }
  };
  const call = createClient({
    fetch: fetchAndRecord,
    origin,
    timeout: browserTimeoutMs,
    headers: identity,
    makeKey: () => randomBytes(16).toString('hex'),
    maxRetries: browserRepetitions,
  });
  return {
    call,
    request: (path, form) =>
      fetchAndRecord(`${origin}${path}`, {
        ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form.fields) }),
        headers: form === undefined ? identity : { ...identity, origin: form.origin },
        signal: AbortSignal.timeout(browserTimeoutMs),
      }),
    sendChange: (action) => retryUntilResultIsKnown(action, record),
  };
}

/** Returns the error code in a body of the product, or the beginning of any other body, such as one of the balancer. */
function readCode(body: ArrayBuffer): string {
  const text = Buffer.from(body).toString('utf8');
  return /"code":"([A-Z_]+)"/.exec(text)?.[1] ?? text.slice(0, 60).replaceAll(/\s+/g, ' ');
}

async function retryUntilResultIsKnown<T>(action: () => Promise<T>, record: LoadRecord): Promise<T | undefined> {
  const endMs = performance.now() + giveUpMs;
  for (;;) {
    try {
      return await action();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { status, code } = error;
      const isTemporary = status === 0 || status >= 500 || code === 'IDEMPOTENCY_KEY_IN_USE';
      if (!isTemporary) {
        record.countRefusal(code);
        return undefined;
      }
      if (performance.now() > endMs) {
        record.unknownCount += 1;
        return undefined;
      }
      await wait(pauseMs);
    }
  }
}
