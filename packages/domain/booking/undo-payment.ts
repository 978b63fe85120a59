import { DomainError } from '../errors/domain-error.ts';
import { listPossibleEvents } from '../lifecycle/lifecycle.ts';
import { type OrderEvent, type OrderState, type OrderStep, orderLifecycle } from './order-lifecycle.ts';

/** Number of days for which a seller can take back the mark that a buyer has paid them directly. */
export const undoPaymentDays = 7;

const dayMs = 24 * 60 * 60_000;

/** The order whose payment the seller wants to take back. */
export type OrderWithSteps = {
  readonly state: OrderState;
  readonly steps: readonly Pick<OrderStep, 'step' | 'at'>[];
  /** Whether the seller has taken back a mark of this order before. */
  readonly hasUndonePayment: boolean;
};

/**
 * Returns the event that takes back the mark of a direct payment. The event gives the order the state that it had
 * before the mark.
 */
export function findUndoEvent(steps: readonly Pick<OrderStep, 'step'>[]): OrderEvent {
  return steps.some(({ step }) => step === 'viewed') ? 'undo-payment-after-viewing' : 'undo-payment';
}

/**
 * Returns the time until which the seller can take back the mark that the buyer has paid them. The result is null when
 * the payment is not marked, the ownership is transferred, or the seller has taken back a mark of this order before. A
 * seller can take back the mark of an order only once, because the buyer gets a mail each time.
 */
export function findUndoDeadline({ state, steps, hasUndonePayment }: OrderWithSteps): Date | null {
  const paidOutsideStep = steps.find(({ step }) => step === 'paid-outside');
  const isUndoPossible = listPossibleEvents(orderLifecycle, state, 'seller').includes(findUndoEvent(steps));
  if (paidOutsideStep === undefined || !isUndoPossible || hasUndonePayment) return null;
  return new Date(paidOutsideStep.at.getTime() + undoPaymentDays * dayMs);
}

/**
 * @throws DomainError ILLEGAL_TRANSITION when a seller cannot, or can no longer, take back the payment of this order.
 */
export function assertPaymentUndoable(order: OrderWithSteps, now: Date): void {
  const undoableUntil = findUndoDeadline(order);
  if (undoableUntil !== null && now <= undoableUntil) return;
  throw new DomainError('ILLEGAL_TRANSITION', {
    detail: 'That the buyer has paid can be taken back once, for a week, and before the ownership is transferred.',
  });
}
