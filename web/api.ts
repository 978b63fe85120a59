import { type Client, createClient, type Fetch } from '@carhouse/contract/client';
import { useRouter } from '@tanstack/react-router';

/** Milliseconds. The specification sets no limit; a page that waits for ever helps nobody. */
const timeout = 20_000;

/** The client of the contract for the browser: same origin, session cookie included. */
export function browserClient(): Client {
  return createClient({ fetch: (url, init) => fetch(url, init), origin: '', timeout });
}

/** The client of the contract for server rendering, over a `fetch` that calls the API in the same process. */
export function serverClient(fetch: Fetch): Client {
  return createClient({ fetch, origin: '', timeout });
}

/** The client of the page that renders: for query options and mutations inside components. */
export function useClient(): Client {
  return useRouter().options.context.client;
}
