import type { Client } from '@carhouse/contract/client';
import type { FetchInfiniteQueryOptions, QueryClient, QueryKey, UseQueryOptions } from '@tanstack/react-query';
import type { DocumentTags } from './document/document-tags.tsx';
import type { Theme } from './theme.ts';

/** Milliseconds for which a navigation waits for its data before the page shows 'Loading'. */
const navigationTimeout = 150;

/**
 * Fetches the data of a page. On the server the page waits for it. In the browser a quick response avoids the page's
 * 'Loading', and a slow one does not delay the navigation. It never rejects: the page shows errors.
 */
export async function prefetch<Data, Key extends QueryKey>(
  queryClient: QueryClient,
  query: UseQueryOptions<Data, Error, Data, Key>,
): Promise<void> {
  await withTimeout(queryClient.prefetchQuery(query));
}

/** Waits for the fetched data: on the server until it has arrived, in the browser for a limited time. */
export async function withTimeout(arrived: Promise<void>): Promise<void> {
  if (typeof window === 'undefined') return arrived;
  await Promise.race([arrived, new Promise((resolve) => setTimeout(resolve, navigationTimeout))]);
}

/** `prefetch` for a paged list: its first page. */
export async function prefetchPages<Data, Key extends QueryKey, Cursor>(
  queryClient: QueryClient,
  query: FetchInfiniteQueryOptions<Data, Error, Data, Key, Cursor>,
): Promise<void> {
  await withTimeout(queryClient.prefetchInfiniteQuery(query));
}

/** The context of every route's loader. */
export type RouterContext = {
  readonly queryClient: QueryClient;
  readonly client: Client;
  /** The public origin of the server, for absolute URLs: `https://cars.example`. */
  readonly siteUrl: string;
  /** Whether this is a public demo. Its pages show a notice. */
  readonly publicDemo: boolean;
  /** The visitor's choice; undefined follows the system. */
  readonly theme: Theme | undefined;
  /** Document tags; present on the server only. */
  readonly tags?: DocumentTags;
};
