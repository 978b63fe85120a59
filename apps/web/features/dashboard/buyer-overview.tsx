import type { User } from '@carhouse/contract/accounts';
import { type BuyerOverview as Figures, overview } from '@carhouse/contract/overview';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import type { ReactElement } from 'react';
import { dashboardShellMessages } from '#messages/dashboard-shell';
import { overviewMessages } from '#messages/overview';
import { useClient } from '../../app/api.ts';
import { query as callQuery } from '../../app/call-query.ts';
import { makeButtonClass } from '../../ui/button.tsx';
import { NotLoaded } from '../../ui/empty-state.tsx';
import { formatCount, formatMoney } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import {
  NextStepsPanel,
  NextViewingPanel,
  PriceChangesPanel,
  ShortlistCostPanel,
  WaitingOrders,
} from './buyer-panels.tsx';
import { DashboardPage } from './dash-page.tsx';
import { OrdersUnderWay } from './orders-under-way.tsx';
import { FigureBlock, TwoColumns } from './panel.tsx';
import { OverviewSkeleton } from './skeletons.tsx';

const t = overviewMessages.buyer;

/** The buyer's dashboard: figures about orders and wishes, and the next steps. */
export function BuyerOverview({ user }: { user: User }): ReactElement {
  const query = useQuery(callQuery(useClient(), overview));
  const figures = query.data?.role === 'Buyer' ? query.data : undefined;
  return (
    <DashboardPage
      title={dashboardShellMessages.overview}
      lead={
        figures === undefined
          ? user.name
          : t.lead(user.name, figures.toPay.count, figures.orders.unpaid - figures.toPay.count)
      }
      actions={
        <Link to="/cars" className={makeButtonClass({ kind: 'primary' })}>
          <Icon of={Search} />
          {dashboardShellMessages.searchCars}
        </Link>
      }
    >
      {figures !== undefined ? (
        <BuyerPanels figures={figures} />
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

function BuyerPanels({ figures }: { figures: Figures }): ReactElement {
  const { orders, toPay, spent, wishes, nextMeeting } = figures;
  const closedOrderCount = orders.cancelled + orders.refunded;
  const carsWithKnownCost = wishes.prices.filter((car) => car.depreciationPerYear !== null);
  return (
    <>
      <dl className="kpis">
        <FigureBlock name={t.orders} value={formatCount(orders.unpaid + orders.paid + closedOrderCount)}>
          {t.orderParts(orders.unpaid, orders.paid, closedOrderCount)}
        </FigureBlock>
        <FigureBlock name={t.toPay} value={formatMoney(toPay.amount)}>
          {t.across(toPay.count)}
        </FigureBlock>
        <FigureBlock name={t.spent} value={formatMoney(spent.amount)}>
          {t.spentFor(spent.count)}
        </FigureBlock>
        <FigureBlock name={t.wishes} value={formatCount(wishes.count)}>
          {t.dropped(wishes.dropped)}
        </FigureBlock>
      </dl>
      <TwoColumns
        wideStack={
          <>
            <OrdersUnderWay orders={figures.underWay} side="buyer" />
            <WaitingOrders openOrders={figures.waiting} />
            {carsWithKnownCost.length === 0 ? null : <ShortlistCostPanel cars={carsWithKnownCost} />}
          </>
        }
        narrowStack={
          <>
            <PriceChangesPanel cars={wishes.prices} />
            {nextMeeting === null ? <NextStepsPanel /> : <NextViewingPanel order={nextMeeting} />}
          </>
        }
      />
    </>
  );
}
