import { createFileRoute } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { publicPageMessages } from '#messages/public-pages';
import { makePublicPageHead } from '../../app/page-title.ts';
import { prefetch } from '../../app/prefetch.ts';
import { ComparePage } from '../../features/compare/compare-page.tsx';
import { comparedQuery, readCompareSearch } from '../../features/compare/compare-queries.ts';

export const Route = createFileRoute('/_public/compare')({
  codeSplitGroupings: [['loader', 'component']],
  validateSearch: ({ ids }: Record<string, unknown>) => (ids === undefined ? {} : { ids: ids as readonly string[] }),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, client }, deps }) =>
    prefetch(queryClient, comparedQuery(client, readCompareSearch(deps).ids)),
  head: ({ match }) =>
    makePublicPageHead(match.context.siteUrl, { ...publicPageMessages.compare, path: '/compare', isUnlisted: true }),
  component: Page,
});

function Page(): ReactElement {
  return <ComparePage ids={readCompareSearch(Route.useSearch()).ids} />;
}
