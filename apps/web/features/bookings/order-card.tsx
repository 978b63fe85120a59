import type { Order } from '@carhouse/contract/bookings';
import { texts } from '@carhouse/contract/texts';
import { hasReceipt, isOrderPayable, mayCancelOrder } from '@carhouse/domain/booking/booking-policy';
import { Link } from '@tanstack/react-router';
import { Ban, Check, Clock, RotateCcw, Scale } from 'lucide-react';
import type { ReactElement } from 'react';
import { orderPageMessages } from '#messages/order-page';
import { orderMessages } from '#messages/orders';
import { paymentInstructionMessages } from '#messages/payment-instructions';
import { useTakesPayments } from '../../app/business-mode.ts';
import { Badge } from '../../ui/badge.tsx';
import { makeButtonClass } from '../../ui/button.tsx';
import { EmailAddress } from '../../ui/email-address.tsx';
import { Fact } from '../../ui/fact.tsx';
import { formatBrand, formatCarName, formatMoney } from '../../ui/format.ts';
import { formatDateTime, formatTime } from '../../ui/format-date.ts';
import { formatDeadline } from '../../ui/format-deadline.ts';
import { ResponsiveImage } from '../../ui/responsive-image.tsx';
import { CoeLine } from '../listings/browse/coe-line.tsx';
import { formatMainFacts } from '../listings/browse/facts-line.ts';
import { ComplaintBadge, NextStepLine } from '../orders/next-step-line.tsx';
import { describeBankMoneyReturn } from '../orders/next-step-words.ts';
import { describePaymentWays } from '../payment-instructions/how-to-pay.tsx';
import { isLongHold } from '../reservations/long-hold.ts';
import { CancelOrder } from './cancel-order.tsx';
import styles from './my-orders-page.module.css';

/** One order: car, meeting, seller, and the possible actions. */
export function OrderCard({ order }: { order: Order }): ReactElement {
  const { facts } = orderMessages;
  return (
    <article
      id={makeOrderElementId(order)}
      className={styles.order}
      data-order=""
      aria-label={formatCarName(order.productCategory, order.productModel)}
      // The card is focusable: 'Show more' moves the focus to the first new order, and a cancellation to the cancelled
      // order.
      tabIndex={-1}
    >
      <div className={styles.pic}>
        <ResponsiveImage
          url={order.productImg}
          size={order.productImgSize}
          alt=""
          sizes="(min-width: 64rem) 15rem, 9rem"
        />
      </div>
      <div className={styles.orderWhat}>
        <h2>
          <Link to="/orders/$id" params={{ id: order._id }}>
            {order.productModel}
          </Link>
        </h2>
        <p className={styles.orderModel}>
          {formatBrand(order.productCategory)}, {order.sellerLocation}
        </p>
        <div className={styles.orderFacts}>
          <p className="num">{formatMainFacts(order.car)}</p>
          <CoeLine car={order.car} />
        </div>
        <dl>
          <Fact name={facts.meetingDate}>{order.meetingDate}</Fact>
          <Fact name={facts.number}>{order.buyerNumber}</Fact>
          <Fact name={facts.seller}>{order.sellerName}</Fact>
          <div>
            <dt>{facts.booked}</dt>
            <dd className="num">{formatDateTime(order.bookedAt)}</dd>
          </div>
        </dl>
        <NextStepLine order={order} side="buyer" car={formatCarName(order.productCategory, order.productModel)} />
      </div>
      <div className={styles.orderEnd}>
        {order.resellPrice > 0 ? <p className={`${styles.orderPrice} num`}>{formatMoney(order.resellPrice)}</p> : null}
        <OrderActions order={order} />
        {order.carShown ? <CarLink order={order} /> : null}
      </div>
    </article>
  );
}

function makeOrderElementId({ _id }: Order): string {
  return `order-${_id}`;
}

function OrderActions({ order }: { order: Order }): ReactElement {
  const bankReturn = describeBankMoneyReturn(order);
  return (
    <>
      <OrderStatus order={order} />
      {hasReceipt(order.status, order.paidOutside) && order.refund !== null ? (
        <p>{orderMessages.refund[order.refund]}</p>
      ) : null}
      {bankReturn === null ? null : <p className="num">{bankReturn}</p>}
      {isOrderPayable(order.status) ? <PaymentOfOrder order={order} /> : null}
      {isReserved(order) ? (
        <Link to="/orders/$id" params={{ id: order._id }} className={makeButtonClass({ kind: 'quiet' })}>
          {orderMessages.seeReservation}
        </Link>
      ) : mayCancelOrder(order, 'buyer') ? (
        <CancelOrder
          order={order}
          otherPartyName={order.sellerName}
          onCancelled={() => document.getElementById(makeOrderElementId(order))?.focus()}
        />
      ) : null}
      {hasReceipt(order.status, order.paidOutside) ? <ReceiptLink order={order} /> : null}
    </>
  );
}

/**
 * Whether the car is kept for the buyer, who has paid a part of its price. The page of the order says until when the
 * car is kept.
 */
function isReserved({ status, hold, inParts }: Order): boolean {
  return isOrderPayable(status) && inParts && hold?.by === 'you';
}

/**
 * The status of the order; renders nothing while the order is open, because the actions on the card show that it is
 * open.
 */
function OrderStatus({ order }: { order: Order }): ReactElement | null {
  switch (order.status) {
    case 'refunded':
      return (
        <>
          <Badge icon={RotateCcw}>{orderMessages.refunded}</Badge>
          <p>{order.closeReason ?? orderMessages.refundedReason}</p>
        </>
      );
    case 'paid':
      return (
        <>
          <Badge kind="ok" icon={Check}>
            {texts.myOrders.paid}
          </Badge>
          {/* A dispute of the buyer's bank has a badge of its own. */}
          {order.saleStage === 'disputed' ? null : <ComplaintBadge order={order} />}
          {order.disputed ? (
            <>
              <Badge kind="wait" icon={Scale}>
                {orderMessages.disputed}
              </Badge>
              <p>{orderMessages.disputedReason}</p>
            </>
          ) : null}
          {order.sellerSuspended ? <p>{describeSuspension(order)}</p> : null}
          {hasSellerLeft(order) ? <p>{orderPageMessages.sellerLeft.briefly(order.sellerName)}</p> : null}
        </>
      );
    case 'cancelled':
      return (
        <>
          <Badge kind="line" icon={Ban}>
            {orderMessages.cancelled}
          </Badge>
          <p>{order.closeReason ?? orderMessages.cancelledReason}</p>
        </>
      );
    default:
      return null;
  }
}

/** Whether the seller of a paid car has closed their account before the hand-over. */
function hasSellerLeft({ state, sellerName, sellerEmail }: Order): boolean {
  return (state === 'paid' || state === 'transferred') && sellerName !== '' && sellerEmail === '';
}

function describeSuspension({ paidOutside, sellerName }: Order): string {
  return paidOutside
    ? paymentInstructionMessages.order.sellerSuspendedBriefly(sellerName)
    : orderMessages.sellerSuspendedBriefly(sellerName);
}

function CarLink({ order }: { order: Order }): ReactElement {
  return (
    <Link
      to="/cars/$id"
      params={{ id: order.productId }}
      className={makeButtonClass({ kind: 'quiet' })}
      aria-label={orderMessages.carOf(order.productModel)}
    >
      {orderMessages.car}
    </Link>
  );
}

function ReceiptLink({ order }: { order: Order }): ReactElement {
  return (
    <Link
      to="/dashboard/myOrders/$id/receipt"
      params={{ id: order._id }}
      className={makeButtonClass({ kind: 'quiet' })}
      aria-label={orderMessages.receiptOf(order.productModel)}
    >
      {orderMessages.receipt}
    </Link>
  );
}

/** The link or the sentence that says how an open order can be paid. */
function PaymentOfOrder({ order }: { order: Order }): ReactElement {
  const takesPayments = useTakesPayments();
  if (order.resellPrice <= 0) return <p>{orderMessages.noPrice(order.sellerName)}</p>;
  if (!takesPayments) {
    return order.reserved ? (
      <p>{orderPageMessages.paidInPart.inList.mine.buyer.text}</p>
    ) : (
      <PaymentToSeller order={order} />
    );
  }
  if (!order.payableByCard) {
    return (
      <p>
        {orderMessages.tooSmall(order.sellerName)}{' '}
        <a href={`mailto:${order.sellerEmail}`}>
          <EmailAddress email={order.sellerEmail} />
        </a>
      </p>
    );
  }
  return (
    <>
      {order.hold?.by === 'another' ? (
        <Badge kind="wait" icon={Clock}>
          {isLongHold(order.hold.until) ? orderMessages.reservedByAnother : orderMessages.heldByAnother}
        </Badge>
      ) : null}
      {order.hold !== null && isReserved(order) ? (
        <p className="num">{orderMessages.reservedUntil(formatDeadline(order.hold.until))}</p>
      ) : null}
      {order.hold === null || isReserved(order) ? null : (
        <p className="num">
          {order.hold.by === 'you'
            ? orderMessages.heldByYou(formatTime(order.hold.until))
            : isLongHold(order.hold.until)
              ? orderMessages.reservedByAnotherUntil(formatDeadline(order.hold.until))
              : orderMessages.heldByAnotherUntil(formatTime(order.hold.until))}
        </p>
      )}
      <Link
        to="/dashboard/myOrders/$id"
        params={{ id: order._id }}
        className={makeButtonClass({ kind: 'primary' })}
        aria-label={
          order.inParts
            ? orderMessages.payPartsLabel(texts.myOrders.pay, order.productModel)
            : orderMessages.payLabel(texts.myOrders.pay, formatMoney(order.resellPrice), order.productModel)
        }
      >
        {texts.myOrders.pay}
      </Link>
    </>
  );
}

/** How an open order is paid to its seller, and the link to the page with the complete payment instructions. */
function PaymentToSeller({ order }: { order: Order }): ReactElement {
  const t = paymentInstructionMessages;
  const { paymentInstructions: instructions, productModel } = order;
  return (
    <>
      <p>{instructions === null ? t.askTheSeller : t.payTheSeller(describePaymentWays(instructions))}</p>
      <Link
        to="/orders/$id"
        params={{ id: order._id }}
        className={makeButtonClass({ kind: 'primary' })}
        aria-label={t.howToPayFor(productModel)}
      >
        {t.howToPay}
      </Link>
    </>
  );
}
