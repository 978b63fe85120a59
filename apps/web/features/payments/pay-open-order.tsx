import type { Order } from '@carhouse/contract/bookings';
import type { PaymentMethod } from '@carhouse/domain/payment/payment-method';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactElement, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { useClient } from '../../app/api.ts';
import { ChooseMethod } from './choose-method.tsx';
import { PayByCard } from './pay-by-card.tsx';
import type { CardPaymentInput } from './pay-order.ts';
import { PaySkeleton } from './pay-skeleton.tsx';
import { ChargeReturnedNotice, PaymentProblem } from './payment-problem.tsx';
import {
  isProblemWithCode,
  isTemporary,
  paymentCheckQuery,
  paymentIntentQuery,
  paynowCodeQuery,
  shouldCheckAgain,
} from './payment-queries.ts';
import { useCardPayment } from './use-card-payment.ts';
import { useErrorDuringRefetch } from './use-error-until-answer.ts';
import { useHoldRelease } from './use-hold-release.ts';

const PayByCode = lazy(async () => ({ default: (await import('./pay-by-code.tsx')).PayByCode }));

type PayOpenOrderProps = {
  readonly order: Order;
  /** The part of the price to pay; undefined when one charge pays the whole price. */
  readonly part?: { readonly number: number; readonly amount: number };
  /** Whether a card is being charged. */
  readonly isPaying: boolean;
  /** The error of the last try to pay by card. */
  readonly error: Error | null;
  readonly onPay: (paymentInput: CardPaymentInput) => void;
  /** Called with the id of the charge when a PayNow code is paid. */
  readonly onPaid: (transactionId: string) => void;
  /** Discards the error of the last try to pay and loads the order again. */
  readonly onStartOver: () => void;
};

/**
 * The payment of an open order, by card or with PayNow. Card and PayNow pay the same charge and share its hold on the
 * car. The page releases the hold when the user leaves the page. The page asks about a shown code until the code can no
 * longer be paid, also while the user sees the card form.
 */
export function PayOpenOrder({
  order,
  part,
  isPaying,
  error,
  onPay,
  onPaid,
  onStartOver,
}: PayOpenOrderProps): ReactElement {
  const client = useClient();
  const sum = part?.amount ?? order.resellPrice;
  const [method, setMethod] = useState<PaymentMethod>('card');
  const [isFormReady, setFormReady] = useState(false);
  const intentResult = useQuery(paymentIntentQuery(client, order, isFormReady, part?.number));
  const codeResult = useQuery(paynowCodeQuery(client, order, method === 'paynow', part?.number));
  const paymentCheckResult = useQuery(paymentCheckQuery(client, order, codeResult.dataUpdatedAt));
  const codeError = useErrorDuringRefetch(codeResult);
  const isCodeNewer = codeResult.dataUpdatedAt > intentResult.dataUpdatedAt;
  const visitId = (isCodeNewer ? codeResult : intentResult).data?.visitId;
  useHoldRelease(
    { bookingId: order._id, visitId, isPaying },
    () => void (isCodeNewer ? codeResult : intentResult).refetch(),
  );

  const { state, transactionId } = paymentCheckResult.data ?? { state: undefined, transactionId: null };
  const reportPaid = useEffectEvent(onPaid);
  useEffect(() => {
    if (state === 'paid' && transactionId !== null && !isPaying) reportPaid(transactionId);
  }, [state, transactionId, isPaying]);

  const card = useCardPayment({ intent: intentResult, isFormReady, isPaying, error, onStartOver });
  const isCardChosen = method === 'card';
  const paymentCheckError =
    paymentCheckResult.error !== null && !isTemporary(paymentCheckResult.error) ? paymentCheckResult.error : null;
  const codeProblem = codeError ?? paymentCheckError;
  const isMoneyReturned = !isCardChosen && state === 'refunded';
  // When a charge cannot be paid at all, the choice of the way to pay is not shown.
  const isMethodChoiceShown = isCardChosen
    ? !card.hasHoldExpired && (card.problem === null || card.isFormProblem)
    : !isMoneyReturned && (codeProblem === null || canPayByCard(codeProblem));
  const choose = (chosenMethod: PaymentMethod) => {
    if (error !== null) onStartOver();
    // When the hold ended before the code was requested, the new code belongs to a new charge.
    if (chosenMethod === 'card' && isCodeNewer && isFormReady) void intentResult.refetch();
    setMethod(chosenMethod);
  };
  return (
    <>
      {isMethodChoiceShown ? (
        <ChooseMethod
          order={order}
          amountDollars={sum}
          method={method}
          offeredMethods={intentResult.data?.methods}
          isLocked={isPaying}
          onChoose={choose}
        />
      ) : null}
      {isCardChosen ? (
        <PayByCard
          order={order}
          sum={sum}
          card={card}
          isPaying={isPaying}
          onFormReady={() => setFormReady(true)}
          onPay={onPay}
        />
      ) : isMoneyReturned ? (
        <ChargeReturnedNotice />
      ) : codeProblem !== null ? (
        <PaymentProblem
          order={order}
          error={codeProblem}
          isBusy={codeResult.isFetching}
          isCheckingAvailability={shouldCheckAgain(codeResult.errorUpdateCount)}
          onRetry={() => {
            onStartOver();
            void codeResult.refetch();
          }}
        />
      ) : (
        <Suspense fallback={<PaySkeleton hasSum />}>
          {codeResult.data === undefined ? (
            <PaySkeleton hasSum />
          ) : (
            <PayByCode
              order={order}
              amount={sum}
              shownCode={codeResult.data}
              shownAt={codeResult.dataUpdatedAt}
              paymentCheckResult={paymentCheckResult}
              isMakingCode={codeResult.isFetching}
              onNewCode={() => void codeResult.refetch()}
            />
          )}
        </Suspense>
      )}
    </>
  );
}

/** Whether the order can still be paid by card when no code can be shown. */
function canPayByCard(problem: Error): boolean {
  return isProblemWithCode(problem, 'PAYNOW_UNAVAILABLE') || isProblemWithCode(problem, 'PAYMENT_PROVIDER_UNAVAILABLE');
}
