import type { ListedUser } from '@carhouse/contract/accounts';
import type { PersonOrder } from '@carhouse/contract/person';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { overviewMessages } from '#messages/overview';
import { personMessages } from '#messages/person';
import { Badge } from '../../ui/badge.tsx';
import { makeButtonClass } from '../../ui/button.tsx';
import { DataTable, TableRow, type TableShape } from '../../ui/data-table.tsx';
import { formatCarName, formatMoney } from '../../ui/format.ts';
import { formatDate } from '../../ui/format-date.ts';

const { columns } = personMessages;

type OrdersProps = { readonly person: ListedUser; readonly orders: readonly PersonOrder[] };

/** A table of the newest orders of a user, as buyer or seller. */
export function OrdersTable({ person, orders }: OrdersProps): ReactElement {
  const tableShape: TableShape = {
    caption: personMessages.ordersOf(person.name),
    columns: [
      { name: columns.car },
      { name: columns.side, width: 'short' },
      { name: columns.other, hiddenFrom: 'third' },
      { name: columns.price, as: 'amount', width: 'medium' },
      { name: columns.booked, as: 'newest', width: 'medium', hiddenFrom: 'second' },
      { name: columns.status, width: 'medium' },
    ],
    details: true,
  };
  return (
    <DataTable shape={tableShape}>
      {orders.map((order) => (
        <OrderRow key={order._id} tableShape={tableShape} person={person} order={order} />
      ))}
    </DataTable>
  );
}

type RowProps = { readonly tableShape: TableShape; readonly person: ListedUser; readonly order: PersonOrder };

function OrderRow({ tableShape, person, order }: RowProps): ReactElement {
  const isBuyer = order.buyer._id === person._id;
  const otherParty = isBuyer ? order.seller : order.buyer;
  const car = formatCarName(order.category, order.title);
  return (
    <TableRow
      shape={tableShape}
      rowName={car}
      cells={[
        <b key="car">{car}</b>,
        isBuyer ? personMessages.buys : personMessages.sells,
        otherParty.name === '' ? (
          personMessages.left
        ) : (
          <Link key="other" className="link" to="/dashboard/people/$id" params={{ id: otherParty._id }}>
            {otherParty.name}
          </Link>
        ),
        <span key="price" className="num">
          {formatMoney(order.price)}
        </span>,
        formatDate(order.bookedAt),
        <Badge key="status" kind={badgeKindByStatus[order.status]}>
          {overviewMessages.status[order.status]}
        </Badge>,
      ]}
      links={
        <Link className={makeButtonClass({})} to="/dashboard/audit" search={{ noun: 'booking', nounId: order._id }}>
          {personMessages.audit}
        </Link>
      }
    />
  );
}

const badgeKindByStatus = { unpaid: 'wait', paid: 'ok', cancelled: 'line', refunded: 'neutral' } as const;
