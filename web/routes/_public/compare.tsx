import { createFileRoute } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { publicPages } from '#texts/public-pages';
import { ComparePage } from '../../features/compare/compare-page.tsx';
import { comparedQuery } from '../../features/compare/compare-queries.ts';
import { readCompareSearch } from '../../features/compare/compare-search.ts';
import { publicHead } from '../../lib/page-title.ts';
import { prefetch } from '../../prefetch.ts';

export const Route = createFileRoute('/_public/compare')({
  codeSplitGroupings: [['loader', 'component']],
  validateSearch: ({ ids }: Record<string, unknown>) => (ids === undefined ? {} : { ids: ids as readonly string[] }),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, client }, deps }) =>
    prefetch(queryClient, comparedQuery(client, readCompareSearch(deps).ids)),
  head: ({ match }) => publicHead(match.context.siteUrl, { ...publicPages.compare, path: '/compare', unlisted: true }),
  component: Page,
});

function Page(): ReactElement {
  return <ComparePage ids={readCompareSearch(Route.useSearch()).ids} />;
}
