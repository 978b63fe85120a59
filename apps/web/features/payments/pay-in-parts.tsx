import type { Order } from '@carhouse/contract/bookings';
import { showPaymentPlan } from '@carhouse/contract/payment-plans';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { planMessages } from '#messages/payment-plan';
import { reservationMessages } from '#messages/reservations';
import { useClient } from '../../app/api.ts';
import { invalidate } from '../../app/call-query.ts';
import { toastSuccess } from '../../app/toasts.tsx';
import { Button } from '../../ui/button.tsx';
import { NotLoaded } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { refreshOrders } from '../bookings/booking-queries.ts';
import { refreshReservation } from '../reservations/reservation-queries.ts';
import { useReservationOfOrder } from '../reservations/use-reservation-of-order.ts';
import { ChooseParts } from './choose-parts.tsx';
import { PartList } from './part-list.tsx';
import { PayOpenOrder } from './pay-open-order.tsx';
import { PaySkeleton } from './pay-skeleton.tsx';
import styles from './payment-parts.module.css';
import { paymentPlanQuery } from './payment-queries.ts';
import { findNextPart } from './price-parts.ts';
import { useCardCharge } from './use-card-charge.ts';

type PayInPartsProps = {
  readonly order: Order;
  /** Called with the id of the charge that has completed the price. */
  readonly onPaid: (transactionId: string) => void;
  /**
   * The function is called when the buyer decides to pay the whole price at once; undefined when one payment cannot
   * take the whole price.
   */
  readonly onWholePrice: (() => void) | undefined;
};

/**
 * The payment of an open order in parts: the choice of the parts, the list of the parts, and the payment of the next
 * part.
 */
export function PaymentInParts({ order, onPaid, onWholePrice }: PayInPartsProps): ReactElement {
  const client = useClient();
  const queryClient = useQueryClient();
  const planResult = useQuery(paymentPlanQuery(client, order._id));
  const { reservation, isLoading } = useReservationOfOrder(order);
  const navigate = useNavigate();
  const [chosenView, setShown] = useState<'list' | 'choice' | 'payment'>();
  const [lastPaidPartNumber, setLastPaidPartNumber] = useState<number>();
  const isDepositDue = reservation?.state === 'started';
  // After a buyer has reserved the car, this component asks for the deposit.
  const shownView = chosenView ?? (isDepositDue ? 'payment' : 'list');
  if (planResult.data === undefined || isLoading)
    return <NotLoaded query={planResult} errorTitle={planMessages.failed} skeleton={<PaySkeleton hasSum />} />;
  const { parts } = planResult.data;
  const nextPart = findNextPart(parts);
  if (parts.length === 0 || (shownView === 'choice' && planResult.data.changeable)) {
    return (
      <ChooseParts
        order={order}
        paymentPlan={planResult.data}
        // The list is shown as soon as the parts are saved, so the buyer may have begun to pay before the orders are refreshed.
        onSaved={() => setShown((view) => (view === 'payment' ? view : 'list'))}
        onPayWholePrice={onWholePrice}
        onBack={parts.length === 0 ? undefined : () => setShown('list')}
      />
    );
  }
  if (shownView === 'payment' && nextPart !== undefined) {
    const finishPart = async (transactionId: string): Promise<void> => {
      // After the last part is paid, the page shows the result at once instead of this component.
      if (parts.every((part) => part === nextPart || part.state === 'paid')) onPaid(transactionId);
      await (isDepositDue ? refreshReservation(queryClient) : invalidate(queryClient, showPaymentPlan));
      if (isDepositDue) {
        toastSuccess(reservationMessages.payment.done);
        await navigate({ to: '/cars/$id/reservation', params: { id: order.productId } });
        return;
      }
      setLastPaidPartNumber(nextPart.number);
      setShown('list');
    };
    return (
      <PayPartForm
        key={nextPart.number}
        order={order}
        part={nextPart}
        heading={isDepositDue ? reservationMessages.payment.pay : planMessages.part(nextPart.number)}
        onPaid={finishPart}
        onBack={() => setShown('list')}
      />
    );
  }
  return (
    <PartList
      orderId={order._id}
      paymentPlan={planResult.data}
      reservation={reservation}
      lastPaidPartNumber={lastPaidPartNumber}
      onPay={() => setShown('payment')}
      onChange={() => setShown('choice')}
      onEnd={() => void Promise.all([invalidate(queryClient, showPaymentPlan), refreshOrders(queryClient)])}
    />
  );
}

type PayPartProps = {
  readonly order: Order;
  readonly part: { readonly number: number; readonly amount: number };
  /** What the payment is for. */
  readonly heading: string;
  readonly onPaid: (transactionId: string) => Promise<void>;
  readonly onBack: () => void;
};

function PayPartForm({ order, part, heading, onPaid, onBack }: PayPartProps): ReactElement {
  const { payment, payByCard, refresh } = useCardCharge(order);
  return (
    <>
      {payment.isPending ? null : (
        <p className={styles.back}>
          <Button kind="quiet" onClick={onBack}>
            <Icon of={ArrowLeft} />
            {planMessages.back}
          </Button>
        </p>
      )}
      <p className="num muted">{heading}</p>
      <PayOpenOrder
        order={order}
        part={part}
        isPaying={payment.isPending}
        error={payment.error}
        onPay={(paymentInput) => payByCard(paymentInput, ({ transactionId }) => void onPaid(transactionId))}
        onPaid={(transactionId) => {
          void onPaid(transactionId);
          void refresh();
        }}
        onStartOver={() => {
          payment.reset();
          void refresh();
        }}
      />
    </>
  );
}
