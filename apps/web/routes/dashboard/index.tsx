import { overview } from '@carhouse/contract/overview';
import { createFileRoute } from '@tanstack/react-router';
import { type ReactElement, useCallback } from 'react';
import { dashboardMessages } from '#messages/dashboard';
import { query } from '../../app/call-query.ts';
import { readRedirectReason } from '../../app/guards.ts';
import { makeUnlistedPageHead } from '../../app/page-title.ts';
import { prefetch } from '../../app/prefetch.ts';
import { useSignedInUser } from '../../app/session.ts';
import { AdminOverview } from '../../features/dashboard/admin-overview.tsx';
import { BuyerOverview } from '../../features/dashboard/buyer-overview.tsx';
import { PlatformOverview } from '../../features/dashboard/platform-overview.tsx';
import { SellerOverview } from '../../features/dashboard/seller-overview.tsx';
import { useRedirectToast } from '../../features/layout/arrival-toast.tsx';
import { brandsQuery } from '../../features/listings/browse/listing-queries.ts';

export const Route = createFileRoute('/dashboard/')({
  loader: ({ context: { queryClient, client, user } }) =>
    // The dashboard of an account without a role shows figures of the server, so the route loads these figures.
    user.role === '' ? prefetch(queryClient, brandsQuery(client)) : prefetch(queryClient, query(client, overview)),
  validateSearch: readRedirectReason,
  head: () => makeUnlistedPageHead(dashboardMessages.name),
  component: Page,
});

function Page(): ReactElement {
  const navigate = Route.useNavigate();
  const removeToastFromUrl = useCallback(() => void navigate({ search: {}, replace: true }), [navigate]);
  useRedirectToast(Route.useSearch().toast, removeToastFromUrl);
  return <OverviewPage />;
}

/** The first page of the dashboard, which differs by role. */
function OverviewPage(): ReactElement {
  const user = useSignedInUser();
  if (user.role === 'admin') return <AdminOverview />;
  if (user.role === 'Seller') return <SellerOverview user={user} />;
  return user.role === 'Buyer' ? <BuyerOverview user={user} /> : <PlatformOverview user={user} />;
}
