import type { User } from '@carhouse/contract/accounts';
import { type SellerOverview as Figures, overview } from '@carhouse/contract/overview';
import { texts } from '@carhouse/contract/texts';
import { isPayable } from '@carhouse/domain/booking/booking-policy';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import type { ReactElement } from 'react';
import { dashboardMessages } from '#messages/dashboard';
import { overviewMessages } from '#messages/overview';
import { productMessages } from '#messages/products';
import { useClient } from '../../app/api.ts';
import { query as callQuery } from '../../app/call-query.ts';
import { buttonClass } from '../../ui/button.tsx';
import { NotLoaded } from '../../ui/empty-state.tsx';
import { count, money } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { DashPage } from './dash-page.tsx';
import { Figure } from './panel.tsx';
import { BookingsPerWeek, CoeLeftPanel, NewestBookings, ToDo } from './seller-panels.tsx';
import { isNewSeller, SellerStart } from './seller-start.tsx';
import { OverviewSkeleton } from './skeletons.tsx';

const t = overviewMessages.seller;

/** A seller's figures, the newest bookings, and tasks. */
export function SellerOverview({ user }: { user: User }): ReactElement {
  const query = useQuery(callQuery(useClient(), overview));
  const figures = query.data?.role === 'Seller' ? query.data : undefined;
  return (
    <DashPage
      title={dashboardMessages.overview}
      lead={leadOf(user, figures)}
      actions={
        <Link to="/dashboard/addProduct" className={buttonClass({ kind: 'primary' })}>
          <Icon of={Plus} />
          {texts.drawer.addProduct}
        </Link>
      }
    >
      {figures !== undefined ? (
        <Selling figures={figures} user={user} />
      ) : (
        <NotLoaded
          query={query}
          failed={overviewMessages.failed}
          explain={overviewMessages.failedText}
          skeleton={<OverviewSkeleton />}
        />
      )}
    </DashPage>
  );
}

function leadOf(user: User, figures: Figures | undefined): string {
  if (figures === undefined) return user.name;
  return figures.verifiedAt === null ? t.notVerified(user.name) : t.verifiedSince(user.name, figures.verifiedAt);
}

function Selling({ figures, user }: { figures: Figures; user: User }): ReactElement {
  const { cars, openBookings, paid, bookingsPerWeek, newestBookings } = figures;
  const listed = cars.available + cars.draft + cars.sold + cars.withdrawn;
  const [before, now] = bookingsPerWeek.slice(-2).map((week) => week.count);
  const newest = newestBookings.find(({ status }) => isPayable(status));
  return (
    <>
      <dl className="kpis">
        <Figure name={t.cars} value={count(listed)}>
          {t.carParts(partsOf(cars))}
        </Figure>
        <Figure name={t.bookingsThisWeek} value={count(now ?? 0)}>
          {t.onLastWeek((now ?? 0) - (before ?? 0))}
        </Figure>
        <Figure name={t.viewings} value={count(openBookings)}>
          {newest === undefined ? t.noViewings : t.next(newest.meetingDate)}
        </Figure>
        <Figure name={t.paid} value={money(paid.amount)}>
          {t.orders(paid.count, paid.since)}
        </Figure>
      </dl>
      <div className="cols">
        {isNewSeller(user, figures) ? <SellerStart user={user} figures={figures} /> : null}
        <BookingsPerWeek weeks={bookingsPerWeek} />
        <CoeLeftPanel cars={figures.coe} />
        <NewestBookings bookings={newestBookings} />
        <ToDo figures={figures} />
      </div>
    </>
  );
}

function partsOf(cars: Figures['cars']): readonly string[] {
  const { counts } = productMessages;
  return [
    [counts.available, cars.available - cars.booked] as const,
    [counts.booked, cars.booked] as const,
    [counts.draft, cars.draft] as const,
    [counts.withdrawn, cars.withdrawn] as const,
    [counts.sold, cars.sold] as const,
  ]
    .filter(([, number]) => number > 0)
    .map(([write, number]) => write(number));
}
