import type { Sale } from '@carhouse/contract/sales';
import { bookingLifecycle } from '@carhouse/domain/booking/booking-lifecycle';
import { possibleEvents } from '@carhouse/domain/lifecycle/lifecycle';
import { Link } from '@tanstack/react-router';
import { Ban, Check, Clock, RotateCcw } from 'lucide-react';
import type { ReactElement } from 'react';
import { saleMessages } from '#messages/sales';
import { sharedMessages } from '#messages/shared';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { carName, money } from '../../ui/format.ts';
import { dateTime } from '../../ui/format-date.ts';
import { CancelSale } from './cancel-sale.tsx';
import styles from './my-buyers-page.module.css';

/** The id of a booking's row in the page. */
export function saleElementId(sale: Sale): string {
  return `sale-${sale._id}`;
}

/** One booking of the seller's car: buyer, car, meeting, contact, and status. */
export function SaleRow({ sale }: { sale: Sale }): ReactElement {
  const buyer = sale.buyerName === '' ? saleMessages.leftBuyer : sale.buyerName;
  return (
    <tr id={saleElementId(sale)} tabIndex={-1}>
      <td>
        <span className="who">
          <Avatar name={buyer} />
          <span>
            <b>{buyer}</b>
            {sale.buyerEmail === '' ? null : (
              <a className={styles.salesMail} href={`mailto:${sale.buyerEmail}`}>
                {sale.buyerEmail}
              </a>
            )}
          </span>
        </span>
      </td>
      <td className="full">
        <Link className={styles.salesCar} to="/orders/$id" params={{ id: sale._id }}>
          {carName(sale.productCategory, sale.productModel)}
        </Link>
      </td>
      <td className="num full" data-l={saleMessages.meeting}>
        <span className={styles.salesMeet}>{sale.meetingDate === '' ? sharedMessages.unknown : sale.meetingDate}</span>
        <span className={styles.salesBooked}>
          {saleMessages.booked} {dateTime(sale.bookedAt)}
        </span>
      </td>
      <td className="num full" data-l={saleMessages.number}>
        <PhoneNumber text={sale.buyerNumber} />
      </td>
      <td className="num align-right reconciliation">{money(sale.resellPrice)}</td>
      <td>
        <Order sale={sale} />
      </td>
      <td className="actions-cell">
        {possibleEvents(bookingLifecycle, sale.status, 'seller').includes('cancel') ? (
          <span className="actions">
            <CancelSale sale={sale} />
          </span>
        ) : null}
      </td>
    </tr>
  );
}

/** The buyer's number is free text: a link where it is a number that can be called. */
function PhoneNumber({ text }: { text: string }): ReactElement {
  const digits = text.replaceAll(/[\s()-]/g, '');
  if (!/^\+?\d{3,15}$/.test(digits)) return <>{text === '' ? sharedMessages.unknown : text}</>;
  // Eight digits are a number of Singapore.
  const href = /^\d{8}$/.test(digits) ? `tel:+65${digits}` : `tel:${digits}`;
  return (
    <a className="phone" href={href}>
      {text}
    </a>
  );
}

function Order({ sale }: { sale: Sale }): ReactElement {
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
          <Why sale={sale} />
        </>
      );
    case 'refunded':
      return (
        <>
          <Badge icon={RotateCcw}>{saleMessages.refunded}</Badge>
          <Why sale={sale} />
        </>
      );
    default:
      return (
        <Badge kind="wait" icon={Clock}>
          {saleMessages.unpaid}
        </Badge>
      );
  }
}

function Why({ sale }: { sale: Sale }): ReactElement | null {
  return sale.closeReason === null ? null : <span className={styles.salesWhy}>{sale.closeReason}</span>;
}
