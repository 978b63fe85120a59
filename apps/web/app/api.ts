import { type Client, createClient, type Fetch } from '@carhouse/contract/client';
import { useRouter } from '@tanstack/react-router';

/**
 * Timeout of a call in milliseconds. The specification sets no timeout, but a page that waits for ever helps no user
 * (docs/reliability.md, where specification and standards differ).
 */
const timeout = 15_000;
/** Number of times that a change without a response is sent again, with the same key. */
const repetitions = 2;

/** Makes the API client for the browser: same origin, with the session cookie. */
export function browserClient(): Client {
  return createClient({ fetch: (url, init) => fetch(url, init), origin: '', timeout, newKey, repetitions });
}

/** Makes the API client for server rendering. Its `fetch` calls the API in the same process. */
export function serverClient(fetch: Fetch): Client {
  return createClient({ fetch, origin: '', timeout });
}

/** Returns the API client of the rendered page, for query options and mutations in components. */
export function useClient(): Client {
  return useRouter().options.context.client;
}

/**
 * Makes a key of 128 random bits. `crypto.randomUUID` is not available on pages that are neither https nor on this machine.
 */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
