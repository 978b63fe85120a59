import { type AdminOverview as Figures, overview } from '@carhouse/contract/overview';
import { texts } from '@carhouse/contract/texts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import type { ReactElement } from 'react';
import { adminOverviewMessages } from '#messages/admin-overview';
import { useClient } from '../../app/api.ts';
import { query as callQuery } from '../../app/call-query.ts';
import { makeButtonClass } from '../../ui/button.tsx';
import { NotLoaded } from '../../ui/empty-state.tsx';
import { formatCount, formatShortMoney } from '../../ui/format.ts';
import { formatLongDay } from '../../ui/format-date.ts';
import { Icon } from '../../ui/icon.tsx';
import { Approvals } from '../approvals/approvals.tsx';
import { LatestPayments, SellersToVerify } from './admin-lists.tsx';
import { BrandsPanel, NewestAccounts, PaidPerDay } from './admin-panels.tsx';
import { DuplicatesPanel, ImportsToReview } from './admin-reviews.tsx';
import { AttentionPanel } from './attention-panel.tsx';
import { DashboardPage } from './dash-page.tsx';
import styles from './overview-page.module.css';
import { FigureBlock, TwoColumns } from './panel.tsx';
import { OverviewSkeleton } from './skeletons.tsx';

/** The admin's dashboard: figures of the server, sellers who wait for verification, and the latest payments. */
export function AdminOverview(): ReactElement {
  const query = useQuery(callQuery(useClient(), overview));
  const figures = query.data?.role === 'admin' ? query.data : undefined;
  const today = figures?.paidPerDay.at(-1)?.day;
  return (
    <DashboardPage
      title={adminOverviewMessages.title}
      lead={today === undefined ? undefined : formatLongDay(today)}
      actions={
        <Link className={makeButtonClass({ kind: 'primary' })} to="/dashboard/createUser">
          <Icon of={Plus} />
          {texts.drawer.createUser}
        </Link>
      }
    >
      {figures !== undefined ? (
        <ServerFigures figures={figures} />
      ) : (
        <NotLoaded query={query} errorTitle={adminOverviewMessages.failed} skeleton={<OverviewSkeleton />} />
      )}
    </DashboardPage>
  );
}

function ServerFigures({ figures }: { figures: Figures }): ReactElement {
  const { accounts, cars, paidThisMonth, sellersToVerify } = figures;
  const t = adminOverviewMessages.figures;
  return (
    <>
      <dl className="kpis">
        <FigureBlock name={t.sellers} value={formatCount(accounts.Seller.count)}>
          {t.toVerify(sellersToVerify.count)}
        </FigureBlock>
        <FigureBlock name={t.buyers} value={formatCount(accounts.Buyer.count)}>
          {t.newThisMonth(accounts.Buyer.newThisMonth)}
        </FigureBlock>
        <FigureBlock name={t.cars} value={formatCount(cars.available)}>
          {t.advertised(cars.advertised)}
        </FigureBlock>
        <FigureBlock name={t.paid} value={formatShortMoney(paidThisMonth.amount)}>
          {t.orders(paidThisMonth.count)}
        </FigureBlock>
      </dl>
      <div className={`cols ${styles.reviews}`}>
        <ImportsToReview />
        <DuplicatesPanel />
        <Approvals />
      </div>
      <TwoColumns
        wideStack={
          <>
            <SellersToVerify sellers={sellersToVerify} />
            <LatestPayments payments={figures.latestPayments} />
            <NewestAccounts accounts={figures.newestAccounts} />
          </>
        }
        narrowStack={
          <>
            <AttentionPanel />
            <BrandsPanel brands={figures.brands} />
            <PaidPerDay days={figures.paidPerDay} />
          </>
        }
      />
    </>
  );
}
