import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { dashboardShellMessages } from '#messages/dashboard-shell';
import { orderPageMessages } from '#messages/order-page';
import { makeButtonClass } from '../../ui/button.tsx';
import { Meter } from '../../ui/meter.tsx';
import { DashboardShell } from '../dashboard/dashboard-shell.tsx';

/** The page for an order that does not exist or belongs to other users. */
export function MissingOrder(): ReactElement {
  const { title, body } = orderPageMessages.missing;
  return (
    <DashboardShell>
      <div className="empty">
        <Meter tallTickCount={0} />
        <h1>{title}</h1>
        <p>{body}</p>
        <Link to="/dashboard" className={makeButtonClass({ kind: 'primary' })}>
          {dashboardShellMessages.overview}
        </Link>
      </div>
    </DashboardShell>
  );
}
