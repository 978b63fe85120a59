import type { ReactElement, ReactNode } from 'react';

type DashboardPageProps = {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
};

/** The content of a dashboard screen's `main` element: heading, one line of description, actions, content. */
export function DashboardPage({ title, lead, actions, children }: DashboardPageProps): ReactElement {
  return (
    <>
      <div className="dash__head">
        <div>
          <h1 className="num">{title}</h1>
          {lead === undefined ? null : <p className="lead num">{lead}</p>}
        </div>
        {actions === undefined ? null : <div className="dash__actions">{actions}</div>}
      </div>
      {children}
    </>
  );
}
