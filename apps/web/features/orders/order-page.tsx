import type { OrderPage as Order } from '@carhouse/contract/orders';
import { type PaymentPlan, showPaymentPlan } from '@carhouse/contract/payment-plans';
import { mayCancelOrder } from '@carhouse/domain/booking/booking-policy';
import { findSaleStage } from '@carhouse/domain/sale/sale-stage';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { ArrowLeft, Ban, Check, Clock, RotateCcw, Snowflake } from 'lucide-react';
import type { MouseEvent, ReactElement } from 'react';
import { orderPageMessages } from '#messages/order-page';
import { orderSaleMessages } from '#messages/order-sale';
import { orderMessages } from '#messages/orders';
import { paymentInstructionMessages } from '#messages/payment-instructions';
import { useClient } from '../../app/api.ts';
import { useTakesPayments } from '../../app/business-mode.ts';
import { invalidate } from '../../app/call-query.ts';
import { Badge } from '../../ui/badge.tsx';
import { Callout } from '../../ui/callout.tsx';
import { NotLoaded } from '../../ui/empty-state.tsx';
import { formatCarName, formatMoney } from '../../ui/format.ts';
import { formatDateTime } from '../../ui/format-date.ts';
import { formatDeadline } from '../../ui/format-deadline.ts';
import { Icon } from '../../ui/icon.tsx';
import { isNextActionInBankPart } from '../bank-parts/bank-part-turn.ts';
import { OrderBankPart } from '../bank-parts/order-bank-part.tsx';
import { CancelOrder } from '../bookings/cancel-order.tsx';
import { FeedbackLink } from '../bookings/feedback-link.tsx';
import { OrderInstructions } from '../payment-instructions/order-instructions.tsx';
import { paymentPlanQuery } from '../payments/payment-queries.ts';
import { PlanSummary } from '../payments/plan-summary.tsx';
import { computeRemainingPrice, sumPaidParts } from '../payments/price-parts.ts';
import { OrderReservation } from '../reservations/order-reservation.tsx';
import { NextStep } from './next-step.tsx';
import { describeBankMoneyReturn, findBankMoneyReturn } from './next-step-words.ts';
import { OrderAside } from './order-aside.tsx';
import { focusOrderHeading, orderHeadingId } from './order-heading.ts';
import { OrderHistory } from './order-history.tsx';
import styles from './order-page.module.css';
import { OrderPanel } from './order-panel.tsx';
import { orderPageQuery } from './order-queries.ts';
import { OrderRuler } from './order-ruler.tsx';
import { findOtherSide, findPartyName, hasClosedAccount } from './order-sides.ts';
import { SaleComplaints } from './sale-complaints.tsx';
import { SaleMoney } from './sale-money.tsx';

const t = orderPageMessages;

type OrderPageProps = {
  readonly id: string;
  /** The time of the server when it rendered the page, as ISO text. */
  readonly renderedAt: string;
};

/**
 * The page of one order for its buyer, the seller of the car, and admins: the steps, what each party does next, and the
 * contact of the other party.
 */
export function OrderPage({ id, renderedAt }: OrderPageProps): ReactElement {
  const orderResult = useQuery(orderPageQuery(useClient(), id));
  return orderResult.data === undefined ? (
    <NotLoaded query={orderResult} errorTitle={t.failed} />
  ) : (
    <LoadedOrder order={orderResult.data} renderedAt={renderedAt} />
  );
}

function LoadedOrder({ order, renderedAt }: { order: Order; renderedAt: string }): ReactElement {
  const { reservation } = order;
  const plan = useQuery({ ...paymentPlanQuery(useClient(), order._id), enabled: order.inParts }).data;
  // An order with a reservation cannot be cancelled: the reservation is given up or withdrawn, which determines the
  // refund.
  const isCancellable = reservation?.state !== 'active';
  // When payments are not taken any more, a payment plan without a paid part is ignored.
  const isPaidDirectly = !useTakesPayments() && order.status === 'unpaid' && order.reservedUntil === null;
  // The panel of the bank part comes first when it has the button that the reader presses next.
  const isBankPartNext = isNextActionInBankPart(order);
  return (
    <>
      <BackLink order={order} />
      <OrderHeader order={order} />
      {order.sellerSuspended && (order.state !== 'refunded' || mustReturnBankMoney(order)) ? (
        <SuspendedSellerNotice order={order} />
      ) : null}
      <SellerLeftNotice order={order} />
      <section className={`panel ${styles.stands}`} aria-label={t.where}>
        <p className={styles.say}>{describeStatus(order, plan)}</p>
        <OrderRuler order={order} />
        <p className={styles.key}>{t.key}</p>
      </section>
      <div className={styles.split}>
        <div className={styles.column}>
          {reservation === null ? null : <OrderReservation reservation={reservation} renderedAt={renderedAt} />}
          {isBankPartNext ? <OrderBankPart order={order} /> : null}
          <NextStep order={order} cancelButton={isCancellable ? <CancelAction order={order} /> : null} />
          {isBankPartNext ? null : <OrderBankPart order={order} />}
          <OrderInstructions order={order} />
          <SaleComplaints order={order} />
          {order.inParts && !isPaidDirectly ? <PlanSummary order={order} /> : null}
          <SaleMoney order={order} />
          <OrderPanel title={t.history}>
            <OrderHistory order={order} parts={plan?.parts ?? []} />
          </OrderPanel>
        </div>
        <OrderAside order={order} />
      </div>
    </>
  );
}

/**
 * Says that the seller has closed their account before the hand-over of a paid car, or before the money of a bank is sent
 * back, and what the reader can do.
 */
function SellerLeftNotice({ order }: { order: Order }): ReactElement | null {
  const text = hasClosedAccount(order, 'seller') ? describeSellerLeft(order) : null;
  return text === null ? null : (
    <Callout icon={Ban} kind="wait" className={styles.notice}>
      {text}
    </Callout>
  );
}

function describeSellerLeft(order: Order): string | null {
  const { side, state, paidOutside } = order;
  const { sellerLeft } = t;
  if (mustReturnBankMoney(order)) return sellerLeft.returning;
  if (state !== 'paid' && state !== 'transferred') return null;
  const name = findPartyName(order, 'seller');
  if (side === 'admin') return sellerLeft.admin(name);
  return paidOutside ? sellerLeft.buyerPaidOutside(name) : sellerLeft.buyer(name);
}

/** Whether the seller has not yet sent back the money of a bank. */
function mustReturnBankMoney(order: Order): boolean {
  return findBankMoneyReturn(order)?.state === 'to-return';
}

/** What the suspension of the seller means for the reader of the order. */
function SuspendedSellerNotice({ order }: { order: Order }): ReactElement {
  const { side, state, paidOutside } = order;
  const { name } = order.seller;
  if (mustReturnBankMoney(order)) {
    return (
      <Callout icon={Ban} kind="wait" className={styles.notice}>
        {t.sellerSuspended.returning(name)}
      </Callout>
    );
  }
  const { sellerSuspended, sellerSuspendedAdmin } = paymentInstructionMessages.order;
  if (side === 'admin' || state === 'cancelled' || state === 'handed-over') {
    return (
      <Callout icon={Ban} kind="wait" className={styles.notice}>
        {side === 'admin' && paidOutside
          ? sellerSuspendedAdmin(name)
          : t.sellerSuspended[state === 'cancelled' ? state : side === 'admin' ? 'admin' : 'handed-over'](name)}
      </Callout>
    );
  }
  return (
    <Callout icon={Ban} kind="wait" className={styles.notice}>
      {paidOutside ? sellerSuspended(name) : orderMessages.sellerSuspended(name)} <FeedbackLink />
    </Callout>
  );
}

const ordersPathBySide = {
  buyer: '/dashboard/myOrders',
  seller: '/dashboard/mybuyers',
  admin: '/dashboard/money',
} as const;

/**
 * The link to the list from which a reader comes. Admins come from several lists, so their link leads back to the
 * previous page. In a new tab, which has no previous page, the link leads to the page Payment issues.
 */
function BackLink({ order: { side } }: { order: Order }): ReactElement {
  const { history } = useRouter();
  const goBack = (event: MouseEvent): void => {
    if (side !== 'admin' || event.metaKey || event.ctrlKey || event.shiftKey || !history.canGoBack()) return;
    event.preventDefault();
    history.back();
  };
  return (
    <Link className={styles.back} to={ordersPathBySide[side]} onClick={goBack}>
      <Icon of={ArrowLeft} />
      {t.back[side]}
    </Link>
  );
}

function OrderHeader({ order }: { order: Order }): ReactElement {
  return (
    <div className={styles.head}>
      <h1 id={orderHeadingId} tabIndex={-1}>
        {formatCarName(order.productCategory, order.productModel)}
      </h1>
      <p className="num">
        <span>{formatMoney(order.resellPrice)}</span>
        <StateBadge order={order} />
      </p>
    </div>
  );
}

function StateBadge({ order }: { order: Order }): ReactElement {
  const { state } = order;
  switch (findSaleStage(order.sale)) {
    case 'handed-over':
      return (
        <Badge kind="wait" icon={Clock}>
          {orderSaleMessages.states['handed-over']}
        </Badge>
      );
    case 'frozen':
    case 'disputed':
      return (
        <Badge kind="stop" icon={Snowflake}>
          {orderSaleMessages.states.frozen}
        </Badge>
      );
    case 'confirmed':
      return (
        <Badge kind="ok" icon={Check}>
          {orderSaleMessages.states.confirmed}
        </Badge>
      );
    case null:
  }
  switch (state) {
    case 'booked':
    case 'viewed':
      return (
        <Badge kind="wait" icon={Clock}>
          {t.states[state]}
        </Badge>
      );
    case 'cancelled':
      return (
        <Badge kind="line" icon={Ban}>
          {t.states[state]}
        </Badge>
      );
    case 'refunded':
      return <Badge icon={RotateCcw}>{t.states[state]}</Badge>;
    default:
      return (
        <Badge kind="ok" icon={Check}>
          {t.states[state]}
        </Badge>
      );
  }
}

/** Returns the sentence that tells the reader the state of the order. */
function describeStatus(order: Order, plan: PaymentPlan | undefined): string {
  const { state } = order;
  const returnSentence = describeBankMoneyReturn({ bankReturn: findBankMoneyReturn(order) });
  const bankReturn = returnSentence === null ? '' : ` ${returnSentence}`;
  if (state === 'cancelled') return `${order.closeReason ?? t.say.cancelled}${bankReturn}`;
  if (state === 'refunded') {
    if (order.refund === null) return `${t.say.refunded}${bankReturn}`;
    const refund = order.side === 'buyer' ? orderMessages.refund : t.say.refundOfBuyer;
    return `${t.say.refunded} ${refund[order.refund]}${bankReturn}`;
  }
  if (order.reservedUntil !== null && plan !== undefined) {
    const remainingSumText = formatMoney(computeRemainingPrice(plan.price, sumPaidParts(plan.parts)));
    return order.bankPart?.state === 'received'
      ? t.leftToPay.checked(remainingSumText)
      : t.leftToPay.by(remainingSumText, formatDeadline(order.reservedUntil));
  }
  const { side } = order;
  const saleSentence = describeSale(order);
  if (saleSentence !== null) return saleSentence;
  const otherPartyName = findPartyName(order, side === 'buyer' ? 'seller' : 'buyer');
  if (state === 'paid' && order.paidOutside) return paymentInstructionMessages.order.say[side](otherPartyName);
  return t.say[state][side](otherPartyName, order.meetingDate === '' ? t.noDay : order.meetingDate);
}

/** Returns the sentence about the sale of the order; null while the steps of the order already say the same. */
function describeSale(order: Order): string | null {
  const stage = findSaleStage(order.sale);
  if (stage === null) return null;
  if (stage === 'confirmed') {
    const confirmedAt = order.sale?.confirmedAt ?? null;
    return confirmedAt === null
      ? orderSaleMessages.mine.confirmed.buyer.text
      : orderSaleMessages.confirmed(formatDateTime(confirmedAt));
  }
  const otherPartyName = findPartyName(order, order.side === 'buyer' ? 'seller' : 'buyer');
  return orderSaleMessages.say[stage === 'disputed' ? 'frozen' : stage][order.side](otherPartyName);
}

function CancelAction({ order }: { order: Order }): ReactElement | null {
  const queryClient = useQueryClient();
  const { side, status, reservedUntil, bankPart } = order;
  if (side === 'admin' || !mayCancelOrder({ status, reserved: reservedUntil !== null }, side)) return null;
  const { partsBack, bankBack } = orderMessages.cancel;
  return (
    <CancelOrder
      order={order}
      otherPartyName={findPartyName(order, findOtherSide(side))}
      {...(reservedUntil === null
        ? {}
        : { refundText: bankPart?.state === 'received' ? `${partsBack} ${bankBack}` : partsBack })}
      onCancelled={() => {
        void invalidate(queryClient, showPaymentPlan);
        focusOrderHeading();
      }}
    />
  );
}
