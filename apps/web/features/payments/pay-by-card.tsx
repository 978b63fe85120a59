import type { Order } from '@carhouse/contract/bookings';
import { Elements } from '@stripe/react-stripe-js';
import type { ReactElement } from 'react';
import { PayForm } from './pay-form.tsx';
import type { CardPaymentInput } from './pay-order.ts';
import { PaySkeleton } from './pay-skeleton.tsx';
import { HoldExpiredNotice, PaymentProblem } from './payment-problem.tsx';
import { shouldCheckAgain } from './payment-queries.ts';
import type { CardPayment } from './use-card-payment.ts';

type PayByCardProps = {
  readonly order: Order;
  /** The amount of the charge in dollars. */
  readonly sum: number;
  readonly card: CardPayment;
  readonly isPaying: boolean;
  readonly onFormReady: () => void;
  readonly onPay: (paymentInput: CardPaymentInput) => void;
};

/** The payment of an open order by card: the card form, with the charge that the payment page has opened. */
export function PayByCard({ order, sum, card, isPaying, onFormReady, onPay }: PayByCardProps): ReactElement {
  const { intent, form, script, problem, refusal, startAgain } = card;
  if (problem !== null) {
    return (
      <PaymentProblem
        order={order}
        error={problem}
        isBusy={card.isBusy}
        isCheckingAvailability={shouldCheckAgain(intent.errorUpdateCount)}
        onRetry={startAgain}
      />
    );
  }
  if (form === undefined || script === undefined) return <PaySkeleton hasSum />;
  if (card.hasHoldExpired) return <HoldExpiredNotice isBusy={intent.isFetching} onRetry={startAgain} />;
  return (
    <Elements stripe={script}>
      <PayForm
        sum={sum}
        charge={intent.isFetching ? undefined : intent.data}
        countdownEndsAt={card.countdownEnd}
        testMode={form.testMode}
        isPaying={isPaying}
        refusal={refusal?.message}
        onReady={onFormReady}
        onPay={onPay}
      />
    </Elements>
  );
}
