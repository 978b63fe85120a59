import type { ReactElement } from 'react';
import { useSignedInUser } from '../../app/signed-in-user.ts';
import { AdminOverview } from './admin-overview.tsx';
import { BuyerOverview } from './buyer-overview.tsx';
import { PlatformOverview } from './platform-overview.tsx';
import { SellerOverview } from './seller-overview.tsx';

/** The index of the dashboard: tasks by role. */
export function OverviewPage(): ReactElement {
  const user = useSignedInUser();
  if (user.role === 'admin') return <AdminOverview />;
  if (user.role === 'Seller') return <SellerOverview user={user} />;
  return user.role === 'Buyer' ? <BuyerOverview user={user} /> : <PlatformOverview user={user} />;
}
