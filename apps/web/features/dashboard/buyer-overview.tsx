import type { User } from '@carhouse/contract/accounts';
import type { BuyerOverview as Figures } from '@carhouse/contract/overview';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import type { ReactElement } from 'react';
import { dashboard } from '#messages/dashboard';
import { overview } from '#messages/overview';
import { useClient } from '../../app/api.ts';
import { buttonClass } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/empty-state.tsx';
import { count, money } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { NextSteps, NextViewing, PriceMoves, ShortlistCost, Waiting } from './buyer-panels.tsx';
import { DashPage } from './dash-page.tsx';
import './overview-page.css';
import { overviewQuery } from './overview-queries.ts';
import { OverviewSkeleton } from './overview-skeleton.tsx';
import { Figure } from './panel.tsx';

const words = overview.buyer;

/** A buyer's orders and wishes in figures, and what to do next. */
export function BuyerOverview({ user }: { user: User }): ReactElement {
  const query = useQuery(overviewQuery(useClient()));
  const figures = query.data?.role === 'Buyer' ? query.data : undefined;
  return (
    <DashPage
      title={dashboard.overview}
      lead={figures === undefined ? user.name : words.lead(user.name, figures.orders.unpaid)}
      actions={
        <Link to="/cars" className={buttonClass({ kind: 'primary' })}>
          <Icon of={Search} />
          {dashboard.searchCars}
        </Link>
      }
    >
      {figures !== undefined ? (
        <Buying figures={figures} />
      ) : query.isError ? (
        <ErrorState title={overview.failed} busy={query.isFetching} onRetry={() => void query.refetch()}>
          {overview.failedText(query.error.message)}
        </ErrorState>
      ) : (
        <OverviewSkeleton />
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
        <Figure name={words.orders} value={count(orders.unpaid + orders.paid + closed)}>
          {words.orderParts(orders.unpaid, orders.paid, closed)}
        </Figure>
        <Figure name={words.toPay} value={money(toPay.amount)}>
          {words.across(toPay.count)}
        </Figure>
        <Figure name={words.spent} value={money(spent.amount)}>
          {words.spentFor(spent.count)}
        </Figure>
        <Figure name={words.wishes} value={count(wishes.count)}>
          {words.dropped(wishes.dropped)}
        </Figure>
      </dl>
      <div className="cols">
        <Waiting open={figures.waiting} />
        <PriceMoves cars={wishes.prices} />
        {costs.length === 0 ? null : <ShortlistCost cars={costs} />}
        {nextMeeting === null ? (
          <NextSteps span={costs.length === 0 ? 'c12' : 'c5'} />
        ) : (
          <NextViewing order={nextMeeting} span={costs.length === 0 ? 'c7' : 'c5'} />
        )}
      </div>
    </>
  );
}
