import type { AccountId } from '../account/account.ts';
import { type Lifecycle, listPossibleEvents } from '../lifecycle/lifecycle.ts';
import { type BusinessMode, takesPayments } from '../payment/business-mode.ts';
import type { BookingStatus } from './booking.ts';
import type { BookingParty } from './booking-lifecycle.ts';

/**
 * The steps of an order that the buyer or the seller marks. Booking and payment are not marked, because the server
 * records them itself.
 */
export const markableSteps = ['viewed', 'paid-outside', 'transferred', 'handed-over'] as const;
export type MarkableStep = (typeof markableSteps)[number];

/**
 * A marked step of an order. A marked step is never changed or removed. As an exception, the seller can take back a
 * direct payment (undo-payment.ts).
 */
export type OrderStep = { readonly step: MarkableStep; readonly actorId: AccountId; readonly at: Date };

export const orderStates = ['booked', 'viewed', 'paid', 'transferred', 'handed-over', 'cancelled', 'refunded'] as const;
export type OrderState = (typeof orderStates)[number];

export type OrderEvent =
  | 'view'
  | 'pay'
  | 'pay-outside'
  | 'undo-payment'
  | 'undo-payment-after-viewing'
  | 'transfer'
  | 'hand-over'
  | 'cancel'
  | 'lose-car'
  | 'refund';

/** The event of the lifecycle that marks each step. */
export const eventsByStep: Readonly<Record<MarkableStep, OrderEvent>> = {
  viewed: 'view',
  'paid-outside': 'pay-outside',
  transferred: 'transfer',
  'handed-over': 'hand-over',
};

/**
 * The states of an order, and who may move it from one to the next.
 *
 * The viewing is optional. The viewing can be marked only before the payment. A buyer may also pay an order without a
 * viewing. The buyer or the seller marks the transfer of ownership: the seller starts it at the LTA and the buyer
 * confirms it, so both know when it is done (OneMotoring, "Transfer ownership"). Only the seller marks the hand-over,
 * because they give the car away. Where buyers pay sellers directly, only the seller marks the payment, because they
 * get the money (decision 0078), and can take it back before the transfer (undo-payment.ts).
 */
export const orderLifecycle: Lifecycle<OrderState, OrderEvent, BookingParty> = {
  noun: 'order',
  initialState: 'booked',
  states: orderStates,
  transitions: [
    { from: 'booked', event: 'view', to: 'viewed', by: ['buyer', 'seller'] },
    { from: 'booked', event: 'pay', to: 'paid', by: ['payment'] },
    { from: 'viewed', event: 'pay', to: 'paid', by: ['payment'] },
    { from: 'booked', event: 'pay-outside', to: 'paid', by: ['seller'] },
    { from: 'viewed', event: 'pay-outside', to: 'paid', by: ['seller'] },
    { from: 'paid', event: 'undo-payment', to: 'booked', by: ['seller'] },
    { from: 'paid', event: 'undo-payment-after-viewing', to: 'viewed', by: ['seller'] },
    { from: 'paid', event: 'transfer', to: 'transferred', by: ['buyer', 'seller'] },
    { from: 'transferred', event: 'hand-over', to: 'handed-over', by: ['seller'] },
    { from: 'booked', event: 'cancel', to: 'cancelled', by: ['buyer', 'seller', 'admin'] },
    { from: 'viewed', event: 'cancel', to: 'cancelled', by: ['buyer', 'seller', 'admin'] },
    { from: 'booked', event: 'lose-car', to: 'cancelled', by: ['payment'] },
    { from: 'viewed', event: 'lose-car', to: 'cancelled', by: ['payment'] },
    { from: 'paid', event: 'refund', to: 'refunded', by: ['admin'] },
    { from: 'transferred', event: 'refund', to: 'refunded', by: ['admin'] },
    { from: 'handed-over', event: 'refund', to: 'refunded', by: ['admin'] },
  ],
};

/** Returns the state of an order, from the status of its booking and the marked steps. */
export function findOrderState(status: BookingStatus, steps: readonly Pick<OrderStep, 'step'>[]): OrderState {
  const isStepMarked = (step: MarkableStep): boolean => steps.some((each) => each.step === step);
  switch (status) {
    case 'unpaid':
      return isStepMarked('viewed') ? 'viewed' : 'booked';
    case 'paid':
      return isStepMarked('handed-over') ? 'handed-over' : isStepMarked('transferred') ? 'transferred' : 'paid';
    default:
      return status;
  }
}

/**
 * Returns the steps that the buyer or the seller may mark for an order in this state. The business mode decides who
 * marks the payment.
 */
export function listMarkableSteps(
  state: OrderState,
  side: 'buyer' | 'seller',
  businessMode: BusinessMode,
): readonly MarkableStep[] {
  const events = listPossibleEvents(orderLifecycle, state, side);
  return markableSteps
    .filter((step) => events.includes(eventsByStep[step]))
    .filter((step) => step !== 'paid-outside' || !takesPayments(businessMode));
}
