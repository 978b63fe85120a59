import type { User } from '@carhouse/contract/accounts';
import { type SellerOverview as Figures, overview } from '@carhouse/contract/overview';
import { texts } from '@carhouse/contract/texts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import type { ReactElement } from 'react';
import { dashboardShellMessages } from '#messages/dashboard-shell';
import { overviewMessages } from '#messages/overview';
import { productMessages } from '#messages/products';
import { useClient } from '../../app/api.ts';
import { query as callQuery } from '../../app/call-query.ts';
import { makeButtonClass } from '../../ui/button.tsx';
import { NotLoaded } from '../../ui/empty-state.tsx';
import { formatCount, formatMoney } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { DashboardPage } from './dash-page.tsx';
import { OrdersUnderWay } from './orders-under-way.tsx';
import { FigureBlock, TwoColumns } from './panel.tsx';
import { BookingsPerDay, CoeLeftPanel, NewestBookings, SellerTasks } from './seller-panels.tsx';
import { isNewSeller, SellerStart } from './seller-start.tsx';
import { OverviewSkeleton } from './skeletons.tsx';
import { countCarsOfEveryStatus } from './use-drawer-counts.ts';

const t = overviewMessages.seller;

/** The seller's dashboard: figures, the newest bookings, and tasks. */
export function SellerOverview({ user }: { user: User }): ReactElement {
  const query = useQuery(callQuery(useClient(), overview));
  const figures = query.data?.role === 'Seller' ? query.data : undefined;
  return (
    <DashboardPage
      title={dashboardShellMessages.overview}
      lead={describeSeller(user, figures)}
      actions={
        <Link to="/dashboard/addProduct" className={makeButtonClass({ kind: 'primary' })}>
          <Icon of={Plus} />
          {texts.drawer.addProduct}
        </Link>
      }
    >
      {figures !== undefined ? (
        <SellerPanels figures={figures} user={user} />
      ) : (
        <NotLoaded
          query={query}
          errorTitle={overviewMessages.failed}
          makeErrorText={overviewMessages.failedText}
          skeleton={<OverviewSkeleton />}
        />
      )}
    </DashboardPage>
  );
}

function describeSeller(user: User, figures: Figures | undefined): string {
  if (figures === undefined) return user.name;
  return figures.verifiedAt === null ? t.notVerified(user.name) : t.verifiedSince(user.name, figures.verifiedAt);
}

function SellerPanels({ figures, user }: { figures: Figures; user: User }): ReactElement {
  const { cars, viewings, paid, bookingsPerDay, newestBookings } = figures;
  const listedCarCount = countCarsOfEveryStatus(cars);
  const [previousWeekCount, lastWeekCount] = [
    countBookings(bookingsPerDay.slice(-14, -7)),
    countBookings(bookingsPerDay.slice(-7)),
  ];
  return (
    <>
      <dl className="kpis">
        <FigureBlock name={t.cars} value={formatCount(listedCarCount)}>
          {t.carParts(describeCarCounts(cars))}
        </FigureBlock>
        <FigureBlock name={t.bookingsOfWeek} value={formatCount(lastWeekCount)}>
          {t.onWeekBefore(lastWeekCount, lastWeekCount - previousWeekCount)}
        </FigureBlock>
        <FigureBlock name={t.viewings} value={formatCount(viewings.count)}>
          {viewings.next === null ? t.noViewings : t.next(viewings.next)}
        </FigureBlock>
        <FigureBlock name={t.paid} value={formatMoney(paid.amount)}>
          {t.orders(paid.count, paid.since)}
        </FigureBlock>
      </dl>
      {isNewSeller(figures) ? (
        <div className="cols">
          <SellerStart user={user} figures={figures} />
        </div>
      ) : null}
      <TwoColumns
        wideStack={
          <>
            <OrdersUnderWay orders={figures.underWay} side="seller" />
            <BookingsPerDay days={bookingsPerDay} />
            <NewestBookings bookings={newestBookings} />
          </>
        }
        narrowStack={
          <>
            <CoeLeftPanel cars={figures.coe} />
            <SellerTasks user={user} figures={figures} />
          </>
        }
      />
    </>
  );
}

function countBookings(days: Figures['bookingsPerDay']): number {
  return days.reduce((sum, day) => sum + day.count, 0);
}

function describeCarCounts(cars: Figures['cars']): readonly string[] {
  const { counts } = productMessages;
  return [
    [counts.available, cars.available - cars.booked] as const,
    [counts.booked, cars.booked] as const,
    [counts.draft, cars.draft] as const,
    [counts.withdrawn, cars.withdrawn] as const,
    [counts.hidden, cars.hidden] as const,
    [counts.sold, cars.sold] as const,
  ]
    .filter(([, formatCount]) => formatCount > 0)
    .map(([write, formatCount]) => write(formatCount));
}
