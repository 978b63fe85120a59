import type { AdminOverview } from '@carhouse/contract/overview';
import type { ReactElement } from 'react';
import { adminOverviewMessages } from '#messages/admin-overview';
import { Avatar } from '../../ui/avatar.tsx';
import { formatCount, formatMoney, formatShortMoney } from '../../ui/format.ts';
import { formatDate } from '../../ui/format-date.ts';
import { Meter } from '../../ui/meter.tsx';
import { DayChart } from './day-chart.tsx';
import styles from './overview-page.module.css';
import { Panel } from './panel.tsx';

const meterTickCount = 30;

/** Cars on sale by brand; the brand with the most cars is first. */
export function BrandsPanel({ brands }: { brands: AdminOverview['brands'] }): ReactElement {
  const { title, none } = adminOverviewMessages.brands;
  const largestCarCount = Math.max(...brands.map(({ cars }) => cars), 1);
  return (
    <Panel title={title}>
      {brands.length === 0 ? (
        <p className="muted">{none}</p>
      ) : (
        <ul className={styles.barChart}>
          {brands.map((brand) => (
            <li key={brand.category}>
              <span>{brand.name}</span>
              <Meter
                tickCount={meterTickCount}
                tallTickCount={Math.ceil((brand.cars / largestCarCount) * meterTickCount)}
                className={styles.barChartTrack}
              />
              <b className="num">{formatCount(brand.cars)}</b>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** A chart of the amount paid on each of the last thirty days. Days with high amounts are highlighted. */
export function PaidPerDay({ days }: { days: AdminOverview['paidPerDay'] }): ReactElement {
  const t = adminOverviewMessages.perDay;
  const daysWithPayments = days.filter(({ amount }) => amount > 0);
  const bestDay = days.toSorted((firstDay, secondDay) => secondDay.amount - firstDay.amount)[0];
  const totalDollars = daysWithPayments.reduce((cents, { amount }) => cents + Math.round(amount * 100), 0) / 100;
  // Days whose amount is above half of the highest daily amount are highlighted.
  const highlightThreshold = (bestDay?.amount ?? 0) / 2;
  if (bestDay === undefined || daysWithPayments.length === 0) {
    return (
      <Panel title={t.title}>
        <p className="muted">{t.none}</p>
      </Panel>
    );
  }
  const labelledDays = [days.at(0), days.at(Math.floor(days.length / 2)), days.at(-1)];
  return (
    <Panel title={t.title} aside={<p className="num">{t.key(formatShortMoney(highlightThreshold))}</p>}>
      <DayChart
        sentence={t.sentence(
          daysWithPayments.length,
          formatMoney(totalDollars),
          formatMoney(bestDay.amount),
          formatDate(bestDay.day),
        )}
        values={days.map(({ amount }) => amount)}
        highlightThreshold={highlightThreshold}
        axisLabels={labelledDays.flatMap((labelledDay) =>
          labelledDay === undefined ? [] : [formatDate(labelledDay.day)],
        )}
      />
    </Panel>
  );
}

/** The newest accounts of every role. */
export function NewestAccounts({ accounts }: { accounts: AdminOverview['newestAccounts'] }): ReactElement {
  const { title, none, noRole } = adminOverviewMessages.accounts;
  return (
    <Panel title={title}>
      {accounts.length === 0 ? (
        <p className="muted">{none}</p>
      ) : (
        <ul className="rows">
          {accounts.map((account) => (
            <li key={account._id}>
              <Avatar name={account.name} image={account.photoURL} />
              <div className="rows__main">
                <b>{account.name}</b>
                <span>{account.role === '' ? noRole : account.role}</span>
              </div>
              <div className="rows__end num muted">{formatDate(account.joinedAt)}</div>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
