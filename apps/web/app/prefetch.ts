import type { Client } from '@carhouse/contract/client';
import type { BusinessMode } from '@carhouse/domain/payment/business-mode';
import type { FetchInfiniteQueryOptions, QueryClient, QueryKey, UseQueryOptions } from '@tanstack/react-query';
import type { DocumentTags } from './document/document-tags.tsx';
import type { Theme } from './theme.ts';

/** Milliseconds for which a navigation waits for its data before the page shows 'Loading'. */
const navigationTimeoutMs = 150;

/**
 * Fetches the data of a page. On the server, rendering waits for the data. In the browser, a quick response avoids the
 * page's text 'Loading', and a slow response does not delay the navigation. The promise never rejects, because the page
 * itself shows errors.
 */
export async function prefetch<Data, Key extends QueryKey>(
  queryClient: QueryClient,
  query: UseQueryOptions<Data, Error, Data, Key>,
): Promise<void> {
  await waitForData(queryClient.prefetchQuery(query));
}

/** Waits for data: on the server until it has arrived, in the browser for a limited time. */
export async function waitForData(dataPromise: Promise<void>): Promise<void> {
  if (typeof window === 'undefined') return dataPromise;
  await Promise.race([dataPromise, new Promise((resolve) => setTimeout(resolve, navigationTimeoutMs))]);
}

/** Fetches the first page of a paged list, as `prefetch` does. */
export async function prefetchFirstPage<Data, Key extends QueryKey, Cursor>(
  queryClient: QueryClient,
  query: FetchInfiniteQueryOptions<Data, Error, Data, Key, Cursor>,
): Promise<void> {
  await waitForData(queryClient.prefetchInfiniteQuery(query));
}

/** The values that the guard and the loader of every route get from the router. */
export type RouterContext = {
  readonly queryClient: QueryClient;
  readonly client: Client;
  /** The public origin of the server for absolute URLs, such as `https://cars.example`. */
  readonly siteUrl: string;
  /** Whether the server is a public demo. The pages of a public demo show a notice. */
  readonly isPublicDemo: boolean;
  /**
   * How the operator runs the marketplace. Only the server has this value; the browser reads the business mode from the
   * page (business-mode.ts).
   */
  readonly businessMode?: BusinessMode;
  /** The theme that the visitor has chosen; undefined follows the system. */
  readonly theme: Theme | undefined;
  /** Tags for the HTML document; only the server has them. */
  readonly tags?: DocumentTags;
};
