import type { Sale } from '@carhouse/contract/sales';
import { mayCancelOrder } from '@carhouse/domain/booking/booking-policy';
import { Link } from '@tanstack/react-router';
import { Ban, Check, Clock, RotateCcw } from 'lucide-react';
import type { ReactElement } from 'react';
import { saleMessages } from '#messages/sales';
import { sharedMessages } from '#messages/shared';
import { Badge } from '../../ui/badge.tsx';
import { TableRow, type TableShape } from '../../ui/data-table.tsx';
import { formatCarName, formatMoney } from '../../ui/format.ts';
import { formatDate } from '../../ui/format-date.ts';
import { PersonCell } from '../../ui/person-cell.tsx';
import { CancelOrder } from '../bookings/cancel-order.tsx';
import { ComplaintBadge, NextStepLine } from '../orders/next-step-line.tsx';
import { describeBankMoneyReturn } from '../orders/next-step-words.ts';
import styles from './my-buyers-page.module.css';

export const salesTableShape: TableShape = {
  className: styles.sales,
  caption: saleMessages.caption,
  columns: [
    { name: saleMessages.buyer },
    { name: saleMessages.car, width: 'long', line: 'plain' },
    { name: saleMessages.meeting, width: 'long', hiddenFrom: 'second', line: 'named' },
    { name: saleMessages.number, width: 'medium', hiddenFrom: 'first', line: 'named' },
    { name: saleMessages.price, as: 'amount', width: 'medium', hiddenFrom: 'third', line: 'named' },
    { name: saleMessages.order, width: 'medium' },
    { name: saleMessages.actions, as: 'actions' },
  ],
};

/** Returns the HTML id of a booking's row. */
export function makeSaleElementId(sale: Sale): string {
  return `sale-${sale._id}`;
}

/** One booking of the seller's car: buyer, car, meeting, contact, and status. */
export function SaleRow({ sale }: { sale: Sale }): ReactElement {
  const buyer = sale.buyerName === '' ? saleMessages.leftBuyer : sale.buyerName;
  const car = formatCarName(sale.productCategory, sale.productModel);
  return (
    <TableRow
      shape={salesTableShape}
      id={makeSaleElementId(sale)}
      rowName={saleMessages.bookingOf(car, buyer)}
      cells={[
        <PersonCell key="buyer" name={buyer} email={sale.buyerEmail} isMailLink />,
        <Link key="car" className={styles.salesCar} to="/orders/$id" params={{ id: sale._id }}>
          {car}
        </Link>,
        <>
          {sale.meetingDate === '' ? sharedMessages.unknown : sale.meetingDate}
          <span className="sub">
            {saleMessages.booked} {formatDate(sale.bookedAt)}
          </span>
        </>,
        <PhoneNumber key="number" text={sale.buyerNumber} />,
        <span key="price" className="num">
          {formatMoney(sale.resellPrice)}
        </span>,
        <>
          <OrderLink sale={sale} />
          <ComplaintBadge order={sale} />
          <BankReturnNote sale={sale} />
          <NextStepLine order={sale} side="seller" car={car} />
        </>,
        mayCancelOrder(sale, 'seller') ? (
          <span key="act" className="actions">
            <CancelOrder
              order={sale}
              otherPartyName={buyer}
              isInTableRow
              onCancelled={() => document.getElementById(makeSaleElementId(sale))?.focus()}
            />
          </span>
        ) : null,
      ]}
    />
  );
}

/**
 * The buyer's telephone number. The number is a link when it is a valid telephone number. The telephone number is
 * undefined after the end of the order.
 */
function PhoneNumber({ text }: { text: string | undefined }): ReactElement {
  if (text === undefined) return <span className="muted">{saleMessages.numberGone}</span>;
  const digits = text.replaceAll(/[\s()-]/g, '');
  if (!/^\+?\d{3,15}$/.test(digits)) return <>{text === '' ? sharedMessages.unknown : text}</>;
  // A telephone number of eight digits is a number in Singapore.
  const href = /^\d{8}$/.test(digits) ? `tel:+65${digits}` : `tel:${digits}`;
  return (
    <a className="phone" href={href}>
      {text}
    </a>
  );
}

function OrderLink({ sale }: { sale: Sale }): ReactElement {
  switch (sale.status) {
    case 'paid':
      return (
        <Badge kind="ok" icon={Check}>
          {saleMessages.paid}
        </Badge>
      );
    case 'cancelled':
      return (
        <>
          <Badge kind="line" icon={Ban}>
            {saleMessages.cancelled}
          </Badge>
          <CloseReason sale={sale} />
        </>
      );
    case 'refunded':
      return (
        <>
          <Badge icon={RotateCcw}>{saleMessages.refunded}</Badge>
          <CloseReason sale={sale} />
        </>
      );
    default:
      return (
        <Badge kind="wait" icon={Clock}>
          {sale.reserved ? saleMessages.reserved : saleMessages.unpaid}
        </Badge>
      );
  }
}

function CloseReason({ sale }: { sale: Sale }): ReactElement | null {
  return sale.closeReason === null ? null : <span className="sub">{sale.closeReason}</span>;
}

/** Says that the money of a bank is returned after the end of the order. */
function BankReturnNote({ sale }: { sale: Sale }): ReactElement | null {
  const text = describeBankMoneyReturn(sale);
  return text === null ? null : <span className="sub num">{text}</span>;
}
