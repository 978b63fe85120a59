import { createFileRoute } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { dashboardMessages } from '#messages/dashboard';
import { requireScreenRole } from '../../app/guards.ts';
import { makeUnlistedPageHead } from '../../app/page-title.ts';
import { keepSearchUnparsed } from '../../app/paths.ts';
import { prefetchFirstPage } from '../../app/prefetch.ts';
import { BooksPage } from '../../features/ledger/books-page.tsx';
import { type BooksFilters, booksQuery, readBooksFilters } from '../../features/ledger/books-queries.ts';

export const Route = createFileRoute('/dashboard/books')({
  beforeLoad: requireScreenRole,
  validateSearch: keepSearchUnparsed<BooksFilters>,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, client }, deps }) =>
    prefetchFirstPage(queryClient, booksQuery(client, readBooksFilters(deps))),
  head: () => makeUnlistedPageHead(dashboardMessages.books),
  component: Page,
});

function Page(): ReactElement {
  return <BooksPage choice={Route.useSearch({ select: readBooksFilters })} />;
}
