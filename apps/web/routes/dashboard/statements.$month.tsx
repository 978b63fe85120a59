import { createFileRoute } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { dashboardMessages } from '#messages/dashboard';
import { makeUnlistedPageHead } from '../../app/page-title.ts';
import { keepSearchUnparsed } from '../../app/paths.ts';
import { prefetch } from '../../app/prefetch.ts';
import { readStatementChoice, type StatementSearch, statementQuery } from '../../features/payouts/payment-queries.ts';
import { StatementPage } from '../../features/payouts/statement-page.tsx';

// Sellers read their own statement, and admins read the statement of the seller in the search parameters.
export const Route = createFileRoute('/dashboard/statements/$month')({
  validateSearch: keepSearchUnparsed<StatementSearch>,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, client }, params, deps }) =>
    prefetch(queryClient, statementQuery(client, params.month, readStatementChoice(deps).seller)),
  head: () => makeUnlistedPageHead(dashboardMessages.statement),
  component: Page,
});

function Page(): ReactElement {
  const { seller } = Route.useSearch({ select: readStatementChoice });
  return <StatementPage month={Route.useParams().month} seller={seller} />;
}
