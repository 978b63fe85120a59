import type { Client } from '@carhouse/contract/client';
import type { FetchInfiniteQueryOptions, QueryClient, QueryKey, UseQueryOptions } from '@tanstack/react-query';
import type { DocumentTags } from './document/document-tags.tsx';
import type { Theme } from './theme.ts';

/** Milliseconds that a navigation waits for its data before the page shows its own 'Loading'. */
const navigationTimeout = 150;

/**
 * Fetches what a page is about to ask for. On the server the page waits for it; in the browser an answer that comes at
 * once spares the page its 'Loading', and a slow one does not hold the navigation up. Never fails: the page shows why.
 */
export async function prefetch<Data, Key extends QueryKey>(
  queryClient: QueryClient,
  query: UseQueryOptions<Data, Error, Data, Key>,
): Promise<void> {
  await withTimeout(queryClient.prefetchQuery(query));
}

/** Waits for what has been asked for: on the server until it is there, in the browser as long as a page may hang. */
export async function withTimeout(arrived: Promise<void>): Promise<void> {
  if (typeof window === 'undefined') return arrived;
  await Promise.race([arrived, new Promise((resolve) => setTimeout(resolve, navigationTimeout))]);
}

/** `prefetch` for a list that is shown page by page: its first page. */
export async function prefetchPages<Data, Key extends QueryKey, Cursor>(
  queryClient: QueryClient,
  query: FetchInfiniteQueryOptions<Data, Error, Data, Key, Cursor>,
): Promise<void> {
  await withTimeout(queryClient.prefetchInfiniteQuery(query));
}

/** What every route's loader is given. */
export type RouterContext = {
  readonly queryClient: QueryClient;
  readonly client: Client;
  /** The origin that the server is known by, for addresses that others read: `https://cars.example`. */
  readonly siteUrl: string;
  /** A demo that strangers reach: each page says so. */
  readonly publicDemo: boolean;
  /** The visitor's choice; undefined follows the system. */
  readonly theme: Theme | undefined;
  /** On the server only. */
  readonly tags?: DocumentTags;
};
