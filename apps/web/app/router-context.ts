import type { Client } from '@carhouse/contract/client';
import type { QueryClient } from '@tanstack/react-query';
import type { DocumentTags } from './document/document-tags.tsx';
import type { Theme } from './theme.ts';

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
