import type { ListedComplaint } from '@carhouse/contract/complaints';
import { carName } from '@carhouse/domain/car/car-name';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { complaintMessages } from '#messages/complaints';
import { orderSaleMessages } from '#messages/order-sale';
import { useClient } from '../../app/api.ts';
import { DataTable, TableRow, type TableShape, TableSkeleton } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatMoney } from '../../ui/format.ts';
import { formatDateTime } from '../../ui/format-date.ts';
import { ListFrame } from '../../ui/list-frame.tsx';
import { DashboardPage } from '../dashboard/dash-page.tsx';
import { complaintsQuery } from './complaint-queries.ts';
import styles from './complaints-page.module.css';

const { columns } = complaintMessages;
const table: TableShape = {
  caption: complaintMessages.caption,
  columns: [
    { name: columns.car, width: 'long' },
    { name: columns.complaint, line: 'plain' },
    { name: columns.answer, line: 'plain' },
    { name: columns.open, width: 'medium', line: 'named' },
  ],
};

/**
 * The page with the open complaints, oldest first, with the first sentences of buyer and seller. Each complaint links
 * to the page of its order, where an admin decides.
 */
export function ComplaintsPage(): ReactElement {
  const list = useInfiniteQuery(complaintsQuery(useClient()));
  const complaints = list.data?.pages.flatMap((page) => page.complaints) ?? [];
  return (
    <DashboardPage title={complaintMessages.title} lead={complaintMessages.lead}>
      <ListFrame
        id="complaints"
        label={complaintMessages.caption}
        list={list}
        count={complaints.length}
        shownCountText={complaintMessages.shown(complaints.length)}
        errorTitle={complaintMessages.failed}
        skeleton={<TableSkeleton shape={table} rows={5} />}
        emptyState={<EmptyState title={complaintMessages.none}>{complaintMessages.noneHint}</EmptyState>}
      >
        <DataTable shape={table}>
          {complaints.map((complaint) => (
            <ComplaintRow key={complaint._id} complaint={complaint} />
          ))}
        </DataTable>
      </ListFrame>
    </DashboardPage>
  );
}

function ComplaintRow({ complaint }: { complaint: ListedComplaint }): ReactElement {
  const car = carName(complaint.productCategory, complaint.productModel);
  const { buyerText, sellerText } = complaint;
  return (
    <TableRow
      shape={table}
      rowName={car}
      cells={[
        <div key="car" className={`${styles.car} num`}>
          <Link className="link" to="/orders/$id" params={{ id: complaint.bookingId }}>
            {car}
          </Link>
          {formatMoney(complaint.amount)}
        </div>,
        <div key="complaint" className={styles.side}>
          <b>{orderSaleMessages.groundTitles[complaint.ground]}</b>
          <span className="sub">{complaint.buyerName}</span>
          {complaint.ground === 'dispute' ? null : (
            <span className={styles.words}>{buyerText ?? complaintMessages.noWords}</span>
          )}
        </div>,
        <div key="answer" className={styles.side}>
          <span className="sub">{complaint.sellerName}</span>
          {sellerText === null ? (
            <span className="muted">{complaintMessages.unanswered}</span>
          ) : (
            <span className={styles.words}>{sellerText}</span>
          )}
        </div>,
        <span key="open" className="num">
          {complaintMessages.age(complaint.openDays)}{' '}
          <time className="sub" dateTime={complaint.openedAt}>
            {complaintMessages.since(formatDateTime(complaint.openedAt))}
          </time>
        </span>,
      ]}
    />
  );
}
