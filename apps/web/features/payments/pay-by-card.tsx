import type { Order } from '@carhouse/contract/bookings';
import { texts } from '@carhouse/contract/texts';
import { Elements } from '@stripe/react-stripe-js';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type ReactElement, useEffect, useState } from 'react';
import { useClient } from '../../app/api.ts';
import { carName, money } from '../../ui/format.ts';
import { Loading } from '../../ui/spinner.tsx';
import { cardFormQuery } from '../bookings/booking-queries.ts';
import { PayForm } from './pay-form.tsx';
import { CardRefusal, HoldEnded, type PaymentStart } from './pay-order.ts';
import styles from './payment-page.module.css';
import { HoldExpired, PaymentProblem } from './payment-problem.tsx';
import { cardScriptQuery, paymentIntentQuery, shouldCheckAgain } from './payment-queries.ts';
import { useHoldRelease } from './use-hold-release.ts';

type PayByCardProps = {
  readonly order: Order;
  readonly paying: boolean;
  readonly error: Error | null;
  readonly onPay: (start: PaymentStart) => void;
  /** Discards the error of the last try to pay and loads the order again. */
  readonly onStartOver: () => void;
};

/**
 * The payment of an open order: shows the card form, then requests the charge, and releases the car when the user
 * leaves the page.
 */
export function PayByCard({ order, paying, error, onPay, onStartOver }: PayByCardProps): ReactElement {
  const client = useClient();
  const [isFormReady, setFormReady] = useState(false);
  const intent = useQuery(paymentIntentQuery(client, order, isFormReady));
  const form = useQuery(cardFormQuery(client));
  const script = useQuery(cardScriptQuery(form.data));
  const countdownEnd = holdEnd(intent.data?.holdEndsAt, intent.dataUpdatedAt);
  const hasHoldTimePassed = useTimePassed(countdownEnd);
  const hasHoldExpired = hasHoldTimePassed || error instanceof HoldEnded;
  useHoldRelease({ bookingId: order._id, visitId: intent.data?.visitId, paying }, () => void intent.refetch());
  const isRefusal = error instanceof CardRefusal;
  const intentError = useErrorUntilAnswer(intent);
  const problem = (isRefusal || hasHoldExpired ? null : error) ?? intentError ?? form.error ?? script.error;
  const startAgain = () => {
    onStartOver();
    for (const query of [form, script]) if (query.isError) void query.refetch();
    if (isFormReady) void intent.refetch();
  };

  if (problem !== null && !paying) {
    const busy = intent.isFetching || form.isFetching || script.isFetching;
    const isCheckingAvailability = shouldCheckAgain(intent.errorUpdateCount);
    return (
      <PaymentProblem
        error={problem}
        order={order}
        busy={busy}
        isCheckingAvailability={isCheckingAvailability}
        onRetry={startAgain}
      />
    );
  }
  if (form.data === undefined || script.data === undefined) return <PaySkeleton />;
  // While a payment is in progress, the provider and the server decide, and not the clock of this page.
  if (hasHoldExpired && !paying) return <HoldExpired busy={intent.isFetching} onRetry={startAgain} />;
  return (
    <>
      <p className={`${styles.paySum} num`}>{texts.payment.please(money(order.resellPrice))}</p>
      <p>{carName(order.productCategory, order.productModel)}</p>
      <Elements stripe={script.data}>
        <PayForm
          sum={order.resellPrice}
          charge={intent.isFetching ? undefined : intent.data}
          countdownTarget={countdownEnd}
          testMode={form.data.testMode}
          paying={paying}
          refusal={isRefusal ? error.message : undefined}
          onReady={() => setFormReady(true)}
          onPay={onPay}
        />
      </Elements>
    </>
  );
}

/**
 * Returns the error of a query until the query has data. While a query without data is fetched again, the library sets
 * its error to null. With that value, the card form would be rendered during each try and removed when the try fails.
 */
function useErrorUntilAnswer(query: UseQueryResult): Error | null {
  const [last, setLast] = useState<Error | null>(null);
  if (query.error !== null && query.error !== last) setLast(query.error);
  return query.error ?? (query.data === undefined && query.isFetching ? last : null);
}

/**
 * Returns the end of the hold. When that time is not after `arrivedAt`, the clock of this computer is wrong. The result
 * is then undefined, and only the server decides when the hold has ended.
 */
function holdEnd(endsAt: string | undefined, arrivedAt: number): string | undefined {
  return endsAt !== undefined && Date.parse(endsAt) > arrivedAt ? endsAt : undefined;
}

/** A loading text and placeholders with the size of the form. */
export function PaySkeleton(): ReactElement {
  return (
    <>
      <Loading />
      <div className="form" aria-hidden="true">
        <div className={`skeleton ${styles.skeletonSum}`} />
        <div className={`skeleton ${styles.skeletonCard}`} />
        <div className={`skeleton ${styles.skeletonPay}`} />
        <div className={`skeleton ${styles.skeletonHint}`} />
        <div className={`skeleton ${styles.skeletonNote}`} />
      </div>
    </>
  );
}

/** Whether a time (ISO text) has passed. The component renders again when the time passes. */
export function useTimePassed(moment: string | undefined): boolean {
  const [passed, setPassed] = useState<string>();
  useEffect(() => {
    if (moment === undefined) return;
    const timer = setTimeout(() => setPassed(moment), Math.max(0, Date.parse(moment) - Date.now()));
    return () => clearTimeout(timer);
  }, [moment]);
  return moment !== undefined && passed === moment;
}
