import type { User } from '@carhouse/contract/accounts';
import { overview, type SellerOverview } from '@carhouse/contract/overview';
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../app/api.ts';
import { query } from '../../app/call-query.ts';
import { importTotalsQuery } from '../admin-imports/admin-import-queries.ts';
import { newestOrdersQuery } from '../bookings/booking-queries.ts';
import { unreadFeedbackQuery } from '../feedback/inbox-queries.ts';
import { reconciliationSummaryQuery } from '../reconciliation/reconciliation-queries.ts';
import { accountTotalsQuery } from '../users/user-queries.ts';
import { adminQueuesQuery } from './admin-queries.ts';

/**
 * Returns the numbers beside the items of the drawer, by their paths: a buyer's orders and wishes, a seller's cars and
 * buyers with an open or paid order, and what waits for an admin.
 */
export function useDrawerCounts({ role, email }: User): Readonly<Record<string, number | undefined>> {
  const client = useClient();
  const isAdmin = role === 'admin';
  const ordersResult = useQuery({ ...newestOrdersQuery(client, email), enabled: role === 'Buyer' });
  const figures = useQuery({ ...query(client, overview), enabled: role === 'Seller' || role === 'Buyer' }).data;
  const totalsResult = useQuery({ ...accountTotalsQuery(client), enabled: isAdmin });
  const unreadFeedbackResult = useQuery({ ...unreadFeedbackQuery(client), enabled: isAdmin });
  const importsResult = useQuery({ ...importTotalsQuery(client), enabled: isAdmin });
  const queues = useQuery({ ...adminQueuesQuery(client), enabled: isAdmin }).data;
  const reconciliationSummaryResult = useQuery({ ...reconciliationSummaryQuery(client), enabled: isAdmin });
  return {
    '/dashboard/myOrders': ordersResult.data?.orderCount,
    '/dashboard/myWishList': figures?.role === 'Buyer' ? figures.wishes.count : undefined,
    '/dashboard/myProduct': figures?.role === 'Seller' ? countCarsOfEveryStatus(figures.cars) : undefined,
    '/dashboard/mybuyers': figures?.role === 'Seller' ? figures.openBookings + figures.paid.count : undefined,
    '/dashboard/allSeller': omitZero(totalsResult.data?.toVerify),
    '/dashboard/allImports': omitZero(importsResult.data?.waiting),
    '/dashboard/complaints': omitZero(queues?.complaints),
    '/dashboard/reports': omitZero(queues?.reports),
    '/dashboard/sellerPayments': omitZero(queues?.sellerPayments),
    '/dashboard/feedback': omitZero(unreadFeedbackResult.data),
    '/dashboard/money': omitZero(reconciliationSummaryResult.data?.open),
  };
}

/** Adds up the seller's cars of every status. */
export function countCarsOfEveryStatus({ available, draft, sold, withdrawn, hidden }: SellerOverview['cars']): number {
  return available + draft + sold + withdrawn + hidden;
}

/** Returns undefined for zero, because a count of zero is not shown. */
function omitZero(value: number | undefined): number | undefined {
  return value === 0 ? undefined : value;
}
