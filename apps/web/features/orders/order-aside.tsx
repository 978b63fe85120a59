import type { OrderPage } from '@carhouse/contract/orders';
import { makeCalendarFile } from '@carhouse/domain/booking/viewing-event';
import { Link } from '@tanstack/react-router';
import { CalendarPlus, FileText, Mail, Phone, ReceiptText } from 'lucide-react';
import type { ReactElement } from 'react';
import { dashboardMessages } from '#messages/dashboard';
import { orderPageMessages } from '#messages/order-page';
import { paymentInstructionMessages } from '#messages/payment-instructions';
import { useTakesPayments } from '../../app/business-mode.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { VerifiedBadge } from '../../ui/badge.tsx';
import { makeButtonClass } from '../../ui/button.tsx';
import { formatBrand, formatCarName } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { ResponsiveImage } from '../../ui/responsive-image.tsx';
import { CoeLine } from '../listings/browse/coe-line.tsx';
import { formatMainFacts } from '../listings/browse/facts-line.ts';
import styles from './order-page.module.css';
import { OrderPanel } from './order-panel.tsx';
import { findOtherSide, findPartyName, type Side } from './order-sides.ts';

const t = orderPageMessages;

/** The car, the contact of the other party, and the files of the order. */
export function OrderAside({ order }: { order: OrderPage }): ReactElement {
  const contactSides: readonly Side[] = order.side === 'admin' ? ['buyer', 'seller'] : [findOtherSide(order.side)];
  return (
    <div className={styles.column}>
      <OrderCar order={order} />
      {contactSides.map((side) => (
        <ContactPanel key={side} order={order} side={side} />
      ))}
      {order.status === 'cancelled' ? null : <DocumentsPanel order={order} />}
    </div>
  );
}

function OrderCar({ order }: { order: OrderPage }): ReactElement {
  const car = formatCarName(order.productCategory, order.productModel);
  const link = order.carShown ? (
    <Link className="link" to="/cars/$id" params={{ id: order.productId }} aria-label={t.openCarOf(car)}>
      {t.openCar}
    </Link>
  ) : undefined;
  return (
    <OrderPanel title={t.theCar} aside={link}>
      <div className={styles.carLine}>
        <span className="thumb">
          <ResponsiveImage url={order.productImg} size={order.productImgSize} alt="" sizes="112px" />
        </span>
        <p>
          <b>{order.productModel}</b>
          <span>
            {formatBrand(order.productCategory)}, {order.location}
          </span>
          <span className="num">{formatMainFacts(order.car)}</span>
        </p>
      </div>
      <CoeLine car={order.car} />
    </OrderPanel>
  );
}

function ContactPanel({ order, side }: { order: OrderPage; side: Side }): ReactElement {
  const { number, phone, email } = order[side];
  const name = findPartyName(order, side);
  const link =
    side === 'seller' && order.sellerPage !== null ? (
      <Link className="link" to="/sellers/$id" params={{ id: order.sellerPage }} aria-label={t.sellerPageOf(name)}>
        {name}
      </Link>
    ) : (
      <b>{name}</b>
    );
  return (
    <OrderPanel title={t.roles[side]}>
      <p className={styles.contact}>
        <Avatar name={name} />
        <span className={styles.contactName}>
          {link}
          {side === 'seller' && order.sellerVerified ? <VerifiedBadge label={t.verifiedSeller} /> : null}
        </span>
      </p>
      <p className={`${styles.contactNumber} num`}>
        {email === '' ? t.noContact : number === undefined ? t.numberGone : number || t.noNumber}
      </p>
      <div className={styles.contactActs}>
        {phone == null ? null : (
          <a className={makeButtonClass({})} href={`tel:${phone}`} aria-label={t.callOf(name)}>
            <Icon of={Phone} />
            {t.call}
          </a>
        )}
        {email === '' ? null : (
          <a className={makeButtonClass({})} href={`mailto:${email}`} aria-label={t.writeTo(name)}>
            <Icon of={Mail} />
            {t.write}
          </a>
        )}
      </div>
    </OrderPanel>
  );
}

function DocumentsPanel({ order }: { order: OrderPage }): ReactElement {
  const { viewing } = order;
  const { sale } = order;
  const hasInvoice = sale !== null && sale.confirmedAt !== null && (sale.money?.fee ?? 0) > 0;
  const takesPayments = useTakesPayments();
  const { noReceipt, noReceiptOwn, noReceiptForAdmin } = paymentInstructionMessages.order;
  const noReceiptText = { buyer: noReceipt, seller: noReceiptOwn, admin: noReceiptForAdmin }[order.side];
  const hasPlannedViewing = viewing !== null && order.status === 'unpaid' && order.state === 'booked';
  return (
    <OrderPanel title={t.documents}>
      {order.receipt || hasPlannedViewing || hasInvoice ? (
        <ul className={styles.documents}>
          {order.receipt ? (
            <li>
              <Link to="/dashboard/myOrders/$id/receipt" params={{ id: order._id }}>
                <Icon of={ReceiptText} />
                {t.receipt}
              </Link>
            </li>
          ) : null}
          {hasInvoice ? (
            <li>
              <Link to="/orders/$id/invoice" params={{ id: order._id }}>
                <Icon of={FileText} />
                {dashboardMessages.feeInvoice}
              </Link>
            </li>
          ) : null}
          {hasPlannedViewing ? (
            <li>
              <button type="button" onClick={() => downloadViewingFile(order, viewing)}>
                <Icon of={CalendarPlus} />
                {t.viewing}
                <span className={styles.documentKind}>{t.viewingFile}</span>
              </button>
            </li>
          ) : null}
        </ul>
      ) : (
        <p className="muted">{takesPayments && !order.paidOutside ? t.noDocuments : noReceiptText}</p>
      )}
    </OrderPanel>
  );
}

/**
 * Saves a calendar file of the viewing, which names the car. The calendar file that is sent by mail does not name the
 * car, but the file that a user saves here names it, because the user has requested the file.
 */
function downloadViewingFile(order: OrderPage, viewing: NonNullable<OrderPage['viewing']>): void {
  const content = makeCalendarFile({
    uid: `viewing-${order._id}`,
    viewing,
    summary: t.viewingSummary(formatCarName(order.productCategory, order.productModel)),
    description: window.location.href,
    method: 'PUBLISH',
    now: new Date(),
  });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content], { type: 'text/calendar' }));
  link.download = 'viewing.ics';
  link.click();
  URL.revokeObjectURL(link.href);
}
