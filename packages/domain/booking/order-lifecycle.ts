import type { AccountId } from '../account/account.ts';
import type { Lifecycle } from '../lifecycle/lifecycle.ts';
import type { BookingStatus } from './booking.ts';
import type { BookingParty } from './booking-lifecycle.ts';

/** The steps of an order that buyer or seller mark. Booking and payment are facts of the booking itself. */
export const markedSteps = ['viewed', 'transferred', 'handed-over'] as const;
export type MarkedStep = (typeof markedSteps)[number];

/** A step as it was marked. It is never changed or taken back. */
export type OrderStep = { readonly step: MarkedStep; readonly actorId: AccountId; readonly at: Date };

export const orderStates = ['booked', 'viewed', 'paid', 'transferred', 'handed-over', 'cancelled', 'refunded'] as const;
export type OrderState = (typeof orderStates)[number];

export type OrderEvent = 'view' | 'pay' | 'transfer' | 'hand-over' | 'cancel' | 'lose-car' | 'refund';

/** The event that marks each step. */
export const eventOfStep: Readonly<Record<MarkedStep, OrderEvent>> = {
  viewed: 'view',
  transferred: 'transfer',
  'handed-over': 'hand-over',
};

/**
 * An order from the booking to the hand-over. A viewing is marked before the payment; who pays without one goes on without
 * it. The LTA's transfer takes effect when the next owner confirms it, so either side may say that it is done (OneMotoring,
 * "Transfer ownership"). The seller gives the car away, so the seller says that it is handed over.
 */
export const orderLifecycle: Lifecycle<OrderState, OrderEvent, BookingParty> = {
  noun: 'order',
  initial: 'booked',
  states: orderStates,
  transitions: [
    { from: 'booked', event: 'view', to: 'viewed', by: ['buyer', 'seller'] },
    { from: 'booked', event: 'pay', to: 'paid', by: ['payment'] },
    { from: 'viewed', event: 'pay', to: 'paid', by: ['payment'] },
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

/** Where an order stands, from the status of its booking and the steps that were marked. */
export function orderStateOf(status: BookingStatus, steps: readonly Pick<OrderStep, 'step'>[]): OrderState {
  const has = (step: MarkedStep): boolean => steps.some((each) => each.step === step);
  switch (status) {
    case 'unpaid':
      return has('viewed') ? 'viewed' : 'booked';
    case 'paid':
      return has('handed-over') ? 'handed-over' : has('transferred') ? 'transferred' : 'paid';
    default:
      return status;
  }
}
