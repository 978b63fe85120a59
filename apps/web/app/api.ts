import { type Client, createClient, type Fetch } from '@carhouse/contract/client';
import { useRouter } from '@tanstack/react-router';

/**
 * Milliseconds. The specification sets no timeout; a page that waits forever helps no user (docs/reliability.md, where
 * specification and standards differ).
 */
const timeout = 15_000;
/** A change that got no response is sent twice more, under the same key. */
const repetitions = 2;

/** The client of the contract for the browser: same origin, session cookie included. */
export function browserClient(): Client {
  return createClient({ fetch: (url, init) => fetch(url, init), origin: '', timeout, newKey, repetitions });
}

/** The client of the contract for server rendering, over a `fetch` that calls the API in the same process. */
export function serverClient(fetch: Fetch): Client {
  return createClient({ fetch, origin: '', timeout });
}

/** The client of the page that renders: for query options and mutations inside components. */
export function useClient(): Client {
  return useRouter().options.context.client;
}

/** 128 random bits. `crypto.randomUUID` is missing on pages that are neither https nor on this machine. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
