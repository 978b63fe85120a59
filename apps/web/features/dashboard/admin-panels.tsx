import type { AdminOverview } from '@carhouse/contract/overview';
import { Link } from '@tanstack/react-router';
import { Inbox, Landmark, type LucideIcon, ScrollText } from 'lucide-react';
import type { ReactElement } from 'react';
import { adminOverview } from '#messages/admin-overview';
import { dashboard } from '#messages/dashboard';
import { Avatar } from '../../ui/avatar.tsx';
import { count, date, money, shortMoney } from '../../ui/format.ts';
import { Gauge } from '../../ui/gauge.tsx';
import { Icon } from '../../ui/icon.tsx';
import { DayChart } from './day-chart.tsx';
import { Panel } from './panel.tsx';

const ticks = 30;

/** Cars on sale by brand, the most first. */
export function BrandsPanel({ brands }: { brands: AdminOverview['brands'] }): ReactElement {
  const { title, none } = adminOverview.brands;
  const most = Math.max(...brands.map(({ cars }) => cars), 1);
  return (
    <Panel title={title} span="c5">
      {brands.length === 0 ? (
        <p className="muted">{none}</p>
      ) : (
        <ul className="hbars">
          {brands.map((brand) => (
            <li key={brand.category}>
              <span>{brand.name}</span>
              <Gauge of={ticks} lit={Math.ceil((brand.cars / most) * ticks)} className="hbars__track" />
              <b className="num">{count(brand.cars)}</b>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** What was paid on each of the last thirty days; days well above the middle stand out. */
export function PaidPerDay({ days }: { days: AdminOverview['paidPerDay'] }): ReactElement {
  const words = adminOverview.perDay;
  const paid = days.filter(({ amount }) => amount > 0);
  const best = days.toSorted((one, other) => other.amount - one.amount)[0];
  const total = paid.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100;
  // Half of the best day: with one payment that day stands out, with many the strong ones do.
  const limit = (best?.amount ?? 0) / 2;
  if (best === undefined || paid.length === 0) {
    return (
      <Panel title={words.title} span="c5">
        <p className="muted">{words.none}</p>
      </Panel>
    );
  }
  const ends = [days.at(0), days.at(Math.floor(days.length / 2)), days.at(-1)];
  return (
    <Panel title={words.title} span="c5" aside={<p className="num">{words.key(shortMoney(limit))}</p>}>
      <DayChart
        sentence={words.sentence(paid.length, money(total), money(best.amount), date(best.day))}
        values={days.map(({ amount }) => amount)}
        strongAbove={limit}
        axis={ends.flatMap((end) => (end === undefined ? [] : [date(end.day)]))}
      />
    </Panel>
  );
}

/** Who came last, whatever his role. */
export function NewestAccounts({ accounts }: { accounts: AdminOverview['newestAccounts'] }): ReactElement {
  const { title, none, noRole } = adminOverview.accounts;
  return (
    <Panel title={title} span="c7">
      {accounts.length === 0 ? (
        <p className="muted">{none}</p>
      ) : (
        <ul className="rows">
          {accounts.map((account) => (
            <li key={account._id}>
              <Avatar name={account.name} photo={account.photoURL} />
              <div className="rows__main">
                <b>{account.name}</b>
                <span>{account.role === '' ? noRole : account.role}</span>
              </div>
              <div className="rows__end num muted">{date(account.joinedAt)}</div>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

type AttentionProps = Pick<AdminOverview, 'openFindings' | 'unreadFeedback'>;

/** The desk, the inbox and the audit, each with what waits there. */
export function AttentionPanel({ openFindings, unreadFeedback }: AttentionProps): ReactElement {
  const words = adminOverview.server;
  return (
    <Panel title={words.title} span="c5">
      <ul className="rows">
        <Place to="/dashboard/money" icon={Landmark} name={dashboard.moneyDesk}>
          {openFindings === 0 ? words.agrees : words.findings(openFindings)}
        </Place>
        <Place to="/dashboard/feedback" icon={Inbox} name={dashboard.feedback}>
          {unreadFeedback === 0 ? words.allRead : words.unread(unreadFeedback)}
        </Place>
        <Place to="/dashboard/audit" icon={ScrollText} name={dashboard.audit}>
          {words.audit}
        </Place>
      </ul>
    </Panel>
  );
}

type PlaceProps = {
  readonly to: '/dashboard/money' | '/dashboard/feedback' | '/dashboard/audit';
  readonly icon: LucideIcon;
  readonly name: string;
  readonly children: string;
};

function Place({ to, icon, name, children }: PlaceProps): ReactElement {
  return (
    <li>
      <Icon of={icon} />
      <div className="rows__main">
        <b>
          <Link className="link" to={to}>
            {name}
          </Link>
        </b>
        <span className="num">{children}</span>
      </div>
    </li>
  );
}
