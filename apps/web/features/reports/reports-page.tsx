import type { ListedReport } from '@carhouse/contract/reports';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { EyeOff } from 'lucide-react';
import type { ReactElement } from 'react';
import { reportMessages } from '#messages/reports';
import { useClient } from '../../app/api.ts';
import { Badge, VerifiedBadge } from '../../ui/badge.tsx';
import { DataTable, TableRow, type TableShape, TableSkeleton } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatDateTime } from '../../ui/format-date.ts';
import { ListFrame } from '../../ui/list-frame.tsx';
import { DashboardPage } from '../dashboard/dash-page.tsx';
import { findSubjectName, ReportActs } from './report-acts.tsx';
import { type ReportStage, reportsQuery } from './report-queries.ts';
import styles from './reports-page.module.css';

const t = reportMessages.list;
const table: TableShape = {
  className: styles.reports,
  caption: t.caption,
  columns: [
    { name: t.columns.about, width: 'long' },
    { name: t.columns.report, line: 'plain' },
    { name: t.columns.sent, width: 'medium', line: 'named' },
    { name: t.columns.act, as: 'actions', width: 'long' },
  ],
};

/**
 * The page with the reports about cars and sellers: the open reports, oldest first, or the closed reports, newest
 * first.
 */
export function ReportsPage({ stage }: { stage: ReportStage }): ReactElement {
  const list = useInfiniteQuery(reportsQuery(useClient(), stage));
  const reports = list.data?.pages.flatMap((page) => page.reports) ?? [];
  return (
    <DashboardPage title={t.title} lead={t.lead}>
      <ListFrame
        id="reports"
        label={t.caption}
        tools={<ReportStageLinks />}
        list={list}
        count={reports.length}
        shownCountText={t.shown(reports.length)}
        errorTitle={t.failed}
        skeleton={<TableSkeleton shape={table} rows={5} />}
        emptyState={<EmptyState title={t.none[stage]}>{t.noneHint[stage]}</EmptyState>}
      >
        <DataTable shape={table}>
          {reports.map((report) => (
            <ReportRow key={report._id} report={report} />
          ))}
        </DataTable>
      </ListFrame>
    </DashboardPage>
  );
}

function ReportStageLinks(): ReactElement {
  return (
    <nav className={styles.stages} aria-label={t.tabs}>
      {(['open', 'closed'] as const).map((stage) => (
        <Link
          key={stage}
          to="/dashboard/reports"
          search={stage === 'open' ? {} : { stage }}
          activeOptions={{ exact: true }}
        >
          {t.stages[stage]}
        </Link>
      ))}
    </nav>
  );
}

function ReportRow({ report }: { report: ListedReport }): ReactElement {
  return (
    <TableRow
      shape={table}
      rowName={t.about(findSubjectName(report))}
      cells={[
        <ReportedSubject key="about" report={report} />,
        <div key="report" className={styles.words}>
          <b>{reportMessages.groundTitles[report.ground]}</b>
          {report.text === '' ? null : <span className={styles.text}>{report.text}</span>}
          <span className="sub">{report.reporter === null ? t.byVisitor : t.by(report.reporter.name)}</span>
        </div>,
        <time key="sent" className="num" dateTime={report.createdAt}>
          {formatDateTime(report.createdAt)}
        </time>,
        report.state === 'open' ? (
          <ReportActs key="act" report={report} />
        ) : (
          <div key="act" className={styles.words}>
            <Badge kind={report.state === 'upheld' ? 'stop' : 'line'}>{t.states[report.state]}</Badge>
            {report.decision === null ? null : <span className="sub">{report.decision}</span>}
          </div>
        ),
      ]}
    />
  );
}

function ReportedSubject({ report: { car, seller, ...report } }: { report: ListedReport }): ReactElement {
  const isOnlyOpenReport = seller.openReports < 2;
  return (
    <div className={styles.subject}>
      {car === null ? (
        <span className="muted">{t.wholeSeller}</span>
      ) : (
        <Link className="link" to="/cars/$id" params={{ id: car._id }}>
          {findSubjectName({ car, seller, ...report })}
        </Link>
      )}
      {car?.status === 'hidden' ? (
        <Badge kind="stop" icon={EyeOff}>
          {t.hidden}
        </Badge>
      ) : null}
      <span>
        <Link className="link" to="/dashboard/people/$id" params={{ id: seller._id }}>
          {seller.name}
        </Link>{' '}
        {seller.verified ? <VerifiedBadge /> : null}
      </span>
      {seller.status === 'suspended' ? <Badge kind="stop">{t.suspended}</Badge> : null}
      {isOnlyOpenReport ? null : <span className="sub num">{t.openOfSeller(seller.openReports)}</span>}
    </div>
  );
}
