import type { User } from '@carhouse/contract/accounts';
import { type BuyerOverview as Figures, overview } from '@carhouse/contract/overview';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import type { ReactElement } from 'react';
import { dashboardMessages } from '#messages/dashboard';
import { overviewMessages } from '#messages/overview';
import { useClient } from '../../app/api.ts';
import { query as callQuery } from '../../app/call-query.ts';
import { buttonClass } from '../../ui/button.tsx';
import { NotLoaded } from '../../ui/empty-state.tsx';
import { count, money } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { NextSteps, NextViewing, PriceMoves, ShortlistCost, WaitingOrders } from './buyer-panels.tsx';
import { DashPage } from './dash-page.tsx';
import { Figure, Stacks } from './panel.tsx';
import { OverviewSkeleton } from './skeletons.tsx';

const t = overviewMessages.buyer;

/** The buyer's dashboard: figures about orders and wishes, and the next steps. */
export function BuyerOverview({ user }: { user: User }): ReactElement {
  const query = useQuery(callQuery(useClient(), overview));
  const figures = query.data?.role === 'Buyer' ? query.data : undefined;
  return (
    <DashPage
      title={dashboardMessages.overview}
      lead={
        figures === undefined
          ? user.name
          : t.lead(user.name, figures.toPay.count, figures.orders.unpaid - figures.toPay.count)
      }
      actions={
        <Link to="/cars" className={buttonClass({ kind: 'primary' })}>
          <Icon of={Search} />
          {dashboardMessages.searchCars}
        </Link>
      }
    >
      {figures !== undefined ? (
        <Buying figures={figures} />
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

function Buying({ figures }: { figures: Figures }): ReactElement {
  const { orders, toPay, spent, wishes, nextMeeting } = figures;
  const closed = orders.cancelled + orders.refunded;
  const costs = wishes.prices.filter((car) => car.depreciationPerYear !== null);
  return (
    <>
      <dl className="kpis">
        <Figure name={t.orders} value={count(orders.unpaid + orders.paid + closed)}>
          {t.orderParts(orders.unpaid, orders.paid, closed)}
        </Figure>
        <Figure name={t.toPay} value={money(toPay.amount)}>
          {t.across(toPay.count)}
        </Figure>
        <Figure name={t.spent} value={money(spent.amount)}>
          {t.spentFor(spent.count)}
        </Figure>
        <Figure name={t.wishes} value={count(wishes.count)}>
          {t.dropped(wishes.dropped)}
        </Figure>
      </dl>
      <Stacks
        wide={
          <>
            <WaitingOrders open={figures.waiting} />
            {costs.length === 0 ? null : <ShortlistCost cars={costs} />}
          </>
        }
        narrow={
          <>
            <PriceMoves cars={wishes.prices} />
            {nextMeeting === null ? <NextSteps /> : <NextViewing order={nextMeeting} />}
          </>
        }
      />
    </>
  );
}
