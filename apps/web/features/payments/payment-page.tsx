import type { Order } from '@carhouse/contract/bookings';
import { texts } from '@carhouse/contract/texts';
import { hasEndedWithoutSale, isOrderPayable } from '@carhouse/domain/booking/booking-policy';
import { centsFromDollars, checkCardFit } from '@carhouse/domain/money/money';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, LockKeyhole, SlidersHorizontal } from 'lucide-react';
import { lazy, type ReactElement, type ReactNode, Suspense, useState } from 'react';
import { bankPartMessages } from '#messages/bank-parts';
import { paymentMessages } from '#messages/payment';
import { paymentInstructionMessages } from '#messages/payment-instructions';
import { sharedMessages } from '#messages/shared';
import { useClient } from '../../app/api.ts';
import { useTakesPayments } from '../../app/business-mode.ts';
import { useHydrated } from '../../app/hydration.ts';
import { Button, makeButtonClass } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { EmailAddress } from '../../ui/email-address.tsx';
import { NotLoaded } from '../../ui/empty-state.tsx';
import { formatBrand, formatCarName, formatMoney } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { ResponsiveImage } from '../../ui/responsive-image.tsx';
import { paymentQuery } from '../bookings/booking-queries.ts';
import { DashboardPage } from '../dashboard/dash-page.tsx';
import { PayOpenOrder } from './pay-open-order.tsx';
import type { PaymentResult } from './pay-order.ts';
import { PaySkeleton } from './pay-skeleton.tsx';
import { AlreadyPaid, PaymentConfirming, PaymentDone } from './payment-done.tsx';
import styles from './payment-page.module.css';
import { ClosedOrderNotice, PaidInPartNotice, PaidToSellerNotice, PriceNotPayableNotice } from './payment-problem.tsx';
import { paymentPlanQuery } from './payment-queries.ts';
import { useCardCharge } from './use-card-charge.ts';

const { facts } = paymentMessages;

const PlanSummary = lazy(async () => ({ default: (await import('./plan-summary.tsx')).PlanSummary }));
const PayInParts = lazy(async () => ({ default: (await import('./pay-in-parts.tsx')).PaymentInParts }));

/** Milliseconds between two refreshes of an order whose payment is being confirmed. */
const confirmingRefreshMs = 2000;

/**
 * The page for paying one booking (specification, sections 2 and 4). The booking is loaded before the page is rendered.
 */
export function PaymentPage({ id }: { id: string }): ReactElement {
  const order = useQuery(paymentQuery(useClient(), id));
  return (
    <DashboardPage
      title={texts.payment.heading}
      actions={
        <>
          <Link to="/orders/$id" params={{ id }} className={makeButtonClass({})}>
            {paymentMessages.seeOrder}
          </Link>
          <Link to="/dashboard/myOrders" className={makeButtonClass({ kind: 'quiet' })}>
            <Icon of={ArrowLeft} />
            {texts.drawer.myOrders}
          </Link>
        </>
      }
    >
      {order.data !== undefined ? (
        <Payment key={id} order={order.data} />
      ) : (
        <NotLoaded
          query={order}
          errorTitle={paymentMessages.failed}
          makeErrorText={(message) => `${message} ${paymentMessages.nothingCharged}`}
          skeleton={<PaySkeleton />}
        />
      )}
    </DashboardPage>
  );
}

function Payment({ order }: { order: Order }): ReactElement {
  const takesPayments = useTakesPayments();
  const isHydrated = useHydrated();
  return (
    <div className={styles.pay}>
      <section
        className={`panel ${styles.payBox}`}
        aria-label={takesPayments ? paymentMessages.payment : paymentInstructionMessages.howToPay}
      >
        <PaymentPanel order={order} />
      </section>
      <section className={styles.payCar} aria-label={paymentMessages.yourBooking}>
        <div className={`panel ${styles.payFacts}`}>
          <div className={styles.carLine}>
            <span className="thumb">
              <ResponsiveImage url={order.productImg} size={order.productImgSize} alt="" sizes="112px" isEager />
            </span>
            <h2>{formatCarName(order.productCategory, order.productModel)}</h2>
          </div>
          <dl>
            <OrderFact name={facts.brand}>{formatBrand(order.productCategory)}</OrderFact>
            <OrderFact name={facts.model}>{order.productModel}</OrderFact>
            {/* Where payments are taken, the amount stands beside the ways to pay. */}
            {takesPayments || order.resellPrice <= 0 ? null : (
              <OrderFact name={facts.price}>{formatMoney(order.resellPrice)}</OrderFact>
            )}
            <OrderFact name={facts.meetingDate}>
              {order.meetingDate === '' ? sharedMessages.unknown : order.meetingDate}
            </OrderFact>
            <OrderFact name={facts.seller}>{`${order.sellerName}, ${order.sellerLocation}`}</OrderFact>
            {takesPayments ? (
              <OrderFact name={facts.billedTo}>
                <span className={styles.billedName}>{order.buyerName}</span>
                <EmailAddress email={order.buyerEmail} />
              </OrderFact>
            ) : null}
          </dl>
        </div>
        {order.inParts && isHydrated && (takesPayments || order.reserved || !isOrderPayable(order.status)) ? (
          <Suspense fallback={null}>
            <PlanSummary order={order} />
          </Suspense>
        ) : null}
        {takesPayments && !hasEndedWithoutSale(order.status) ? <HeldMoney order={order} /> : null}
      </section>
    </div>
  );
}

/** Says how long Car House holds the money of the buyer, and that Car House does not hold the money of a bank. */
function HeldMoney({ order }: { order: Order }): ReactElement {
  const plan = useQuery({ ...paymentPlanQuery(useClient(), order._id), enabled: order.inParts }).data;
  const hasBankPart = plan?.parts.some(({ payer }) => payer === 'bank') ?? false;
  return (
    <Callout icon={LockKeyhole}>
      {hasBankPart ? `${paymentMessages.held} ${bankPartMessages.plan.notHeld}` : paymentMessages.held}
    </Callout>
  );
}

/**
 * Shows the ways to pay or the result, depending on the order. The result of a payment on this page takes precedence
 * over the loaded order.
 */
function PaymentPanel({ order }: { order: Order }): ReactElement {
  const takesPayments = useTakesPayments();
  const isHydrated = useHydrated();
  const client = useClient();
  const { payment, payByCard, refresh } = useCardCharge(order);
  // The result of a payment with PayNow. A card that is charged at the same moment belongs to the same charge.
  const [paidByCode, setPaidByCode] = useState<PaymentResult>();
  const [isSplitting, setSplitting] = useState(false);
  const result = payment.data ?? paidByCode;
  const finishPaynowPayment = (transactionId: string) => {
    setPaidByCode({ kind: 'paid', transactionId });
    void refresh();
  };
  const isConfirming = result?.kind === 'confirming' && !order.paid;
  useQuery({
    ...paymentQuery(client, order._id),
    enabled: isConfirming,
    refetchInterval: isConfirming ? confirmingRefreshMs : false,
  });

  if (result !== undefined) {
    const { transactionId } = result;
    if (isConfirming && isClosed(order)) return <ClosedOrderNotice order={order} />;
    if (isConfirming) return <PaymentConfirming transactionId={transactionId} />;
    return <PaymentDone order={order} transactionId={transactionId} />;
  }
  if (order.paidOutside || (!takesPayments && isOrderPayable(order.status)))
    return order.reserved ? <PaidInPartNotice order={order} /> : <PaidToSellerNotice order={order} />;
  if (order.paid) return <AlreadyPaid order={order} />;
  if (isClosed(order) && payment.error === null) return <ClosedOrderNotice order={order} />;
  if (!order.payableByCard) return <PriceNotPayableNotice />;
  const isTooLarge = checkCardFit(centsFromDollars(order.resellPrice)) === 'too-large';
  if (order.inParts || isTooLarge || isSplitting) {
    // The server renders the page to a string and does not wait for code that is loaded later.
    if (!isHydrated) return <PaySkeleton />;
    return (
      <Suspense fallback={<PaySkeleton />}>
        <PayInParts
          order={order}
          onPaid={finishPaynowPayment}
          onWholePrice={isTooLarge ? undefined : () => setSplitting(false)}
        />
      </Suspense>
    );
  }
  return (
    <>
      <PayOpenOrder
        order={order}
        isPaying={payment.isPending}
        error={payment.error}
        onPay={payByCard}
        onPaid={finishPaynowPayment}
        onStartOver={() => {
          payment.reset();
          void refresh();
        }}
      />
      {payment.isPending ? null : (
        <p className={styles.split}>
          <Button kind="quiet" onClick={() => setSplitting(true)}>
            <Icon of={SlidersHorizontal} />
            {paymentMessages.split}
          </Button>
        </p>
      )}
    </>
  );
}

function isClosed({ paid, status }: Order): boolean {
  return !paid && !isOrderPayable(status);
}

function OrderFact({ name, children }: { name: string; children: ReactNode }): ReactElement {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
