import type { CurrentHold } from '@carhouse/contract/holds';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { RefreshCw } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { holdMessages } from '#messages/holds';
import { useClient } from '../../app/api.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable, TableRow, type TableShape, TableSkeleton } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { closeAndFocusList } from '../../ui/focus-list.ts';
import { formatMoney } from '../../ui/format.ts';
import { formatTime } from '../../ui/format-date.ts';
import { Icon } from '../../ui/icon.tsx';
import { ListFrame } from '../../ui/list-frame.tsx';
import { DashboardPage } from '../dashboard/dash-page.tsx';
import { BreakHoldDialog, makeCarName } from './break-hold-dialog.tsx';
import { holdsQuery } from './hold-queries.ts';

const { columns } = holdMessages;
const table: TableShape = {
  caption: holdMessages.caption,
  columns: [
    { name: columns.car },
    { name: columns.buyer, line: 'plain' },
    { name: columns.until, width: 'medium', line: 'plain' },
    { name: columns.price, as: 'amount', width: 'medium' },
    { name: columns.actions, as: 'actions', width: 'long' },
  ],
};

/** The page with the cars that are held now: buyer, end of the hold, and a button that ends it. */
export function HoldsPage(): ReactElement {
  const list = useInfiniteQuery(holdsQuery(useClient()));
  const [chosenHold, setChosenHold] = useState<CurrentHold>();
  const holds = list.data?.pages.flatMap((page) => page.holds) ?? [];
  const close = () => setChosenHold(undefined);
  return (
    <DashboardPage
      title={holdMessages.title}
      lead={holdMessages.lead}
      actions={
        <Button isBusy={list.isRefetching} onClick={() => void list.refetch()}>
          {list.isRefetching ? null : <Icon of={RefreshCw} />}
          {holdMessages.again}
        </Button>
      }
    >
      <ListFrame
        id="holds"
        label={holdMessages.caption}
        list={list}
        count={holds.length}
        shownCountText={holdMessages.shown(holds.length)}
        errorTitle={holdMessages.failed}
        skeleton={<TableSkeleton shape={table} rows={5} />}
        emptyState={<EmptyState title={holdMessages.none}>{holdMessages.noneHint}</EmptyState>}
      >
        <DataTable shape={table}>
          {holds.map((hold) => (
            <HoldRow key={hold._id} hold={hold} onBreakHold={() => setChosenHold(hold)} />
          ))}
        </DataTable>
      </ListFrame>
      {chosenHold === undefined ? null : (
        <BreakHoldDialog hold={chosenHold} onClose={close} onDone={() => closeAndFocusList(close, 'holds')} />
      )}
    </DashboardPage>
  );
}

function HoldRow({ hold, onBreakHold }: { hold: CurrentHold; onBreakHold: () => void }): ReactElement {
  const car = makeCarName(hold);
  return (
    <TableRow
      shape={table}
      rowName={car}
      cells={[
        <>
          <Link className="link" to="/cars/$id" params={{ id: hold.listingId }}>
            {car}
          </Link>
          <span className="sub">{holdMessages.from(hold.sellerName)}</span>
        </>,
        <>
          <Link className="link" to="/dashboard/people/$id" params={{ id: hold.buyer._id }}>
            {hold.buyer.name}
          </Link>
          <span className="sub num">{holdMessages.ofDay(hold.buyer.holdsOfDay)}</span>
        </>,
        <>
          <time dateTime={hold.endsAt}>{formatTime(hold.endsAt)}</time>
          <span className="sub">{holdMessages.since(formatTime(hold.heldFrom))}</span>
        </>,
        formatMoney(hold.amount),
        <span key="end" className="actions">
          <Button
            kind="quiet"
            className="btn--dangerquiet"
            aria-label={holdMessages.breakOf(car, hold.buyer.name)}
            onClick={onBreakHold}
          >
            {holdMessages.break}
          </Button>
        </span>,
      ]}
    />
  );
}
