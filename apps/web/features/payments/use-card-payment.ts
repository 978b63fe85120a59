import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useClient } from '../../app/api.ts';
import { cardFormQuery } from '../bookings/booking-queries.ts';
import { CardRefusedError, HoldEndedError } from './pay-order.ts';
import { cardScriptQuery, type OpenedCharge } from './payment-queries.ts';
import { useErrorDuringRefetch } from './use-error-until-answer.ts';
import { findTrustedHoldEnd, useTimePassed } from './use-hold-end.ts';

type CardPaymentProps = {
  readonly intent: UseQueryResult<OpenedCharge>;
  /** Whether all fields of the card form have loaded. */
  readonly isFormReady: boolean;
  readonly isPaying: boolean;
  /** The error of the last try to pay. */
  readonly error: Error | null;
  /** Discards the error of the last try to pay and loads the order again. */
  readonly onStartOver: () => void;
};

export type CardPayment = ReturnType<typeof useCardPayment>;

/** Loads the card form, and returns the state of the payment by card. */
export function useCardPayment({ intent, isFormReady, isPaying, error, onStartOver }: CardPaymentProps) {
  const client = useClient();
  const form = useQuery(cardFormQuery(client));
  const script = useQuery(cardScriptQuery(form.data));
  const countdownEndsAt = findTrustedHoldEnd(intent.data?.holdEndsAt, intent.dataUpdatedAt);
  const hasHoldTimePassed = useTimePassed(countdownEndsAt);
  const hasHoldExpired = hasHoldTimePassed || error instanceof HoldEndedError;
  const refusal = error instanceof CardRefusedError ? error : null;
  const intentError = useErrorDuringRefetch(intent);
  const chargeProblem = (refusal !== null || hasHoldExpired ? null : error) ?? intentError;
  const problem = chargeProblem ?? form.error ?? script.error;
  return {
    intent,
    form: form.data,
    script: script.data,
    countdownEnd: countdownEndsAt,
    refusal,
    // While a payment is in progress, the provider and the server decide whether the hold has ended, and not the clock
    // of this page.
    hasHoldExpired: hasHoldExpired && !isPaying,
    problem: isPaying ? null : problem,
    /** Whether the charge itself has no problem. Without the card form, the order can still be paid with PayNow. */
    isFormProblem: chargeProblem === null,
    isBusy: intent.isFetching || form.isFetching || script.isFetching,
    startAgain: () => {
      onStartOver();
      for (const query of [form, script]) if (query.isError) void query.refetch();
      if (isFormReady) void intent.refetch();
    },
  };
}
