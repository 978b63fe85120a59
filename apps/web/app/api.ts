import { type Client, createClient, type Fetch } from '@carhouse/contract/client';
import { useRouter } from '@tanstack/react-router';

/**
 * Timeout of a call in milliseconds. The specification sets no timeout, but a page that waits for ever helps no user
 * (docs/reliability.md, list of places where specification and standards differ).
 */
const timeoutMs = 15_000;
/**
 * Number of times that a call that changes data is sent again, with the same idempotency key, when no response arrives.
 */
const repetitionCountMaximum = 2;

/** Makes the API client for the browser: same origin, with the session cookie. */
export function createBrowserClient(): Client {
  return createClient({
    fetch: (url, init) => fetch(url, init),
    origin: '',
    timeout: timeoutMs,
    makeKey: makeIdempotencyKey,
    maxRetries: repetitionCountMaximum,
  });
}

/** Makes the API client for server rendering. The given `fetch` calls the API in the same process. */
export function createServerClient(fetch: Fetch): Client {
  return createClient({ fetch, origin: '', timeout: timeoutMs });
}

/** Returns the API client of the rendered page, for query options and mutations in components. */
export function useClient(): Client {
  return useRouter().options.context.client;
}

/**
 * Makes an idempotency key of 128 random bits. The function does not use `crypto.randomUUID`, which browsers provide
 * only on https and on loopback addresses.
 */
function makeIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
