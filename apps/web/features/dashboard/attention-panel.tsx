import type { AdminQueues } from '@carhouse/contract/admin-queues';
import { texts } from '@carhouse/contract/texts';
import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import {
  Banknote,
  FileStack,
  Flag,
  Inbox,
  Landmark,
  type LucideIcon,
  MessageSquareWarning,
  ShieldCheck,
  Store,
} from 'lucide-react';
import type { ReactElement } from 'react';
import { adminOverviewMessages } from '#messages/admin-overview';
import { bankPartMessages } from '#messages/bank-parts';
import { dashboardMessages } from '#messages/dashboard';
import { useClient } from '../../app/api.ts';
import { NotLoaded } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { adminQueuesQuery } from './admin-queries.ts';
import { Panel } from './panel.tsx';

const t = adminOverviewMessages.attention;

type QueueLink = { readonly to: NonNullable<LinkProps['to']>; readonly icon: LucideIcon; readonly name: string };

/** The lists of an admin in which entries can wait for a decision, the most urgent list first. */
const queues: Readonly<Record<keyof AdminQueues, QueueLink>> = {
  complaints: { to: '/dashboard/complaints', icon: MessageSquareWarning, name: dashboardMessages.complaints },
  reports: { to: '/dashboard/reports', icon: Flag, name: dashboardMessages.reports },
  paymentIssues: { to: '/dashboard/money', icon: Landmark, name: dashboardMessages.paymentIssues },
  sellerPayments: { to: '/dashboard/sellerPayments', icon: Banknote, name: dashboardMessages.sellerPayments },
  bankParts: { to: '/dashboard/money', icon: Landmark, name: bankPartMessages.waiting.title },
  refundApprovals: { to: '/dashboard/money', icon: ShieldCheck, name: t.refunds },
  adminApprovals: { to: '/dashboard/allAdmins', icon: ShieldCheck, name: t.newAdmins },
  imports: { to: '/dashboard/allImports', icon: FileStack, name: dashboardMessages.allImports },
  sellersToVerify: { to: '/dashboard/allSeller', icon: Store, name: texts.drawer.allSellers },
  unreadFeedback: { to: '/dashboard/feedback', icon: Inbox, name: dashboardMessages.feedback },
};

/** Links to the lists in which entries wait for an admin, each link with the number of waiting entries. */
export function AttentionPanel(): ReactElement {
  const query = useQuery(adminQueuesQuery(useClient()));
  const waitingQueues = (Object.keys(queues) as (keyof AdminQueues)[]).flatMap((key) => {
    const waitingCount = query.data?.[key] ?? 0;
    return waitingCount === 0 ? [] : [{ ...queues[key], key, text: t.waiting[key](waitingCount) }];
  });
  return (
    <Panel title={t.title}>
      {query.data === undefined ? (
        <NotLoaded
          query={query}
          errorTitle={adminOverviewMessages.failed}
          skeleton={<p className="skeleton">&nbsp;</p>}
        />
      ) : waitingQueues.length === 0 ? (
        <p className="muted">{t.nothing}</p>
      ) : (
        <ul className="rows">
          {waitingQueues.map(({ key, to, icon, name, text }) => (
            <li key={key}>
              <Icon of={icon} />
              <div className="rows__main">
                <b>
                  {key === 'sellersToVerify' ? (
                    <Link className="link" to="/dashboard/allSeller" search={{ standing: 'unverified' }}>
                      {name}
                    </Link>
                  ) : (
                    <Link className="link" to={to}>
                      {name}
                    </Link>
                  )}
                </b>
                <span className="num">{text}</span>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
