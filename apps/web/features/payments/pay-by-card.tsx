import type { Order } from '@carhouse/contract/bookings';
import { Elements } from '@stripe/react-stripe-js';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type ReactElement, type ReactNode, useEffect, useState } from 'react';
import { useClient } from '../../app/api.ts';
import { cardFormQuery } from '../bookings/booking-queries.ts';
import { PayForm } from './pay-form.tsx';
import { CardRefusal, HoldEnded, type PaymentStart } from './pay-order.ts';
import { PaySkeleton } from './pay-skeleton.tsx';
import { HoldExpired, PaymentProblem } from './payment-problem.tsx';
import { cardScriptQuery, type OpenedCharge, shouldCheckAgain } from './payment-queries.ts';
import { useErrorUntilAnswer } from './use-error-until-answer.ts';

type PayByCardProps = {
  readonly order: Order;
  readonly paying: boolean;
  readonly error: Error | null;
  readonly intent: UseQueryResult<OpenedCharge>;
  /** Whether all fields of the card form have loaded. */
  readonly isFormReady: boolean;
  /** The amount and the choice of the method, which stand above the form. */
  readonly choice: ReactNode;
  readonly onFormReady: () => void;
  readonly onPay: (start: PaymentStart) => void;
  /** Discards the error of the last try to pay and loads the order again. */
  readonly onStartOver: () => void;
};

/** The payment of an open order by card: the card form, with the charge that its page has opened. */
export function PayByCard(props: PayByCardProps): ReactElement {
  const { order, paying, error, intent, isFormReady, choice, onFormReady, onPay, onStartOver } = props;
  const client = useClient();
  const form = useQuery(cardFormQuery(client));
  const script = useQuery(cardScriptQuery(form.data));
  const countdownEnd = holdEnd(intent.data?.holdEndsAt, intent.dataUpdatedAt);
  const hasHoldTimePassed = useTimePassed(countdownEnd);
  const hasHoldExpired = hasHoldTimePassed || error instanceof HoldEnded;
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
    // Without the card form, the order can still be paid with PayNow.
    const isFormProblem = problem === form.error || problem === script.error;
    return (
      <>
        {isFormProblem ? choice : null}
        <PaymentProblem
          error={problem}
          order={order}
          busy={busy}
          isCheckingAvailability={isCheckingAvailability}
          onRetry={startAgain}
        />
      </>
    );
  }
  if (form.data === undefined || script.data === undefined) {
    return (
      <>
        {choice}
        <PaySkeleton hasSum />
      </>
    );
  }
  // While a payment is in progress, the provider and the server decide, and not the clock of this page.
  if (hasHoldExpired && !paying) return <HoldExpired busy={intent.isFetching} onRetry={startAgain} />;
  return (
    <>
      {choice}
      <Elements stripe={script.data}>
        <PayForm
          sum={order.resellPrice}
          charge={intent.isFetching ? undefined : intent.data}
          countdownTarget={countdownEnd}
          testMode={form.data.testMode}
          paying={paying}
          refusal={isRefusal ? error.message : undefined}
          onReady={onFormReady}
          onPay={onPay}
        />
      </Elements>
    </>
  );
}

/**
 * Returns the end of the hold. When that time is not after `arrivedAt`, the clock of this computer is wrong. The result
 * is then undefined, and only the server decides when the hold has ended.
 */
export function holdEnd(endsAt: string | undefined, arrivedAt: number): string | undefined {
  return endsAt !== undefined && Date.parse(endsAt) > arrivedAt ? endsAt : undefined;
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
