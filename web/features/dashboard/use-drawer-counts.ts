import type { User } from '@carhouse/contract/accounts';
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../api.ts';
import { newestOrdersQuery } from '../bookings/booking-queries.ts';
import { unreadQuery } from '../feedback/inbox-queries.ts';
import { deskSummaryQuery } from '../money/money-queries.ts';
import { accountTotalsQuery } from '../people/people-queries.ts';

/** Numbers beside the items of the drawer, by their paths: a buyer's orders, and what waits for an admin. */
export function useDrawerCounts({ role, email }: User): Readonly<Record<string, number | undefined>> {
  const client = useClient();
  const isAdmin = role === 'admin';
  const orders = useQuery({ ...newestOrdersQuery(client, email), enabled: role === 'Buyer' });
  const totals = useQuery({ ...accountTotalsQuery(client), enabled: isAdmin });
  const unread = useQuery({ ...unreadQuery(client), enabled: isAdmin });
  const desk = useQuery({ ...deskSummaryQuery(client), enabled: isAdmin });
  return {
    '/dashboard/myOrders': orders.data?.total,
    '/dashboard/allSeller': atLeastOne(totals.data?.toVerify),
    '/dashboard/feedback': atLeastOne(unread.data),
    '/dashboard/money': atLeastOne(desk.data?.open),
  };
}

/** Nothing to do needs no number. */
function atLeastOne(value: number | undefined): number | undefined {
  return value === 0 ? undefined : value;
}
