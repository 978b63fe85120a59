import type { Order } from '@carhouse/contract/bookings';
import { texts } from '@carhouse/contract/texts';
import { isPayable } from '@carhouse/domain/booking/booking-policy';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { type ReactElement, useRef } from 'react';
import { paymentMessages } from '#messages/payment';
import { paymentInstructionMessages } from '#messages/payment-instructions';
import { sharedMessages } from '#messages/shared';
import { useClient } from '../../app/api.ts';
import { useTakesPayments } from '../../app/business-mode.ts';
import { buttonClass } from '../../ui/button.tsx';
import { NotLoaded } from '../../ui/empty-state.tsx';
import { brandName, carName } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { ResponsiveImage } from '../../ui/responsive-image.tsx';
import { paymentQuery, refreshOrders } from '../bookings/booking-queries.ts';
import { DashboardPage } from '../dashboard/dash-page.tsx';
import { PayByCard, PaySkeleton } from './pay-by-card.tsx';
import { CardRefusal, type PaymentStart, payOrder } from './pay-order.ts';
import { AlreadyPaid, PaymentConfirming, PaymentDone } from './payment-done.tsx';
import styles from './payment-page.module.css';
import { ClosedOrder, PaidToSeller, PriceAboveCardLimit } from './payment-problem.tsx';

const { facts } = paymentMessages;

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
          <Link to="/orders/$id" params={{ id }} className={buttonClass({})}>
            {paymentMessages.seeOrder}
          </Link>
          <Link to="/dashboard/myOrders" className={buttonClass({ kind: 'quiet' })}>
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
          failed={paymentMessages.failed}
          explain={(message) => `${message} ${paymentMessages.nothingCharged}`}
          skeleton={<PaySkeleton />}
        />
      )}
    </DashboardPage>
  );
}

function Payment({ order }: { order: Order }): ReactElement {
  const isHere = useTakesPayments();
  return (
    <div className={styles.pay}>
      <section className={styles.payCar} aria-label={paymentMessages.yourBooking}>
        <div className={styles.pic}>
          <ResponsiveImage
            url={order.productImg}
            size={order.productImgSize}
            alt=""
            sizes="(min-width: 64rem) 38rem, 8rem"
            eager
          />
        </div>
        <h2>{carName(order.productCategory, order.productModel)}</h2>
        <dl>
          <Fact name={facts.brand}>{brandName(order.productCategory)}</Fact>
          <Fact name={facts.model}>{order.productModel}</Fact>
          <Fact name={facts.meetingDate}>{order.meetingDate === '' ? sharedMessages.unknown : order.meetingDate}</Fact>
          <Fact name={facts.seller}>{`${order.sellerName}, ${order.sellerLocation}`}</Fact>
          {isHere ? <Fact name={facts.billedTo}>{`${order.buyerName}, ${order.buyerEmail}`}</Fact> : null}
        </dl>
      </section>
      <section
        className={styles.payBox}
        aria-label={isHere ? paymentMessages.cardPayment : paymentInstructionMessages.howToPay}
      >
        <PaymentBox order={order} />
      </section>
    </div>
  );
}

/**
 * Shows the card form or the result, depending on the order. The result of a payment on this page takes precedence over
 * the loaded order.
 */
function PaymentBox({ order }: { order: Order }): ReactElement {
  const isHere = useTakesPayments();
  const client = useClient();
  const queryClient = useQueryClient();
  const refresh = () => refreshOrders(queryClient);
  // Prevents a second payment: the second click of a double click may come before the first one is rendered.
  const isPaymentRunning = useRef(false);
  const payment = useMutation({
    mutationFn: (start: PaymentStart) => payOrder(client, order, start),
    onSuccess: refresh,
    // A refused card does not change the order. After any other error the order may have changed, so it is fetched
    // again.
    onError: (error) => (error instanceof CardRefusal ? undefined : refresh()),
    onSettled: () => {
      isPaymentRunning.current = false;
    },
  });
  const pay = (start: PaymentStart) => {
    if (isPaymentRunning.current) return;
    isPaymentRunning.current = true;
    payment.mutate(start);
  };
  const isConfirming = payment.data?.kind === 'confirming' && !order.paid;
  useQuery({
    ...paymentQuery(client, order._id),
    enabled: isConfirming,
    refetchInterval: isConfirming ? confirmingRefreshMs : false,
  });

  if (payment.data !== undefined) {
    const { transactionId } = payment.data;
    if (isConfirming && isClosed(order)) return <ClosedOrder order={order} />;
    if (isConfirming) return <PaymentConfirming transactionId={transactionId} />;
    return <PaymentDone order={order} transactionId={transactionId} />;
  }
  if (order.paidOutside || (!isHere && isPayable(order.status))) return <PaidToSeller order={order} />;
  if (order.paid) return <AlreadyPaid order={order} />;
  if (isClosed(order) && payment.error === null) return <ClosedOrder order={order} />;
  if (!order.payableByCard) return <PriceAboveCardLimit order={order} />;
  return (
    <PayByCard
      order={order}
      paying={payment.isPending}
      error={payment.error}
      onPay={pay}
      onStartOver={() => {
        payment.reset();
        void refresh();
      }}
    />
  );
}

function isClosed({ paid, status }: Order): boolean {
  return !paid && !isPayable(status);
}

function Fact({ name, children }: { name: string; children: string }): ReactElement {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
