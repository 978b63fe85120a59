import type { Lifecycle } from '../lifecycle/lifecycle.ts';
import type { BookingStatus } from './booking.ts';

export type BookingEvent = 'pay' | 'pay-outside' | 'undo-payment' | 'cancel' | 'lose-car' | 'refund';

/**
 * The parties of a booking. `payment` stands for a charge that has succeeded. Where buyers pay sellers directly, the
 * seller says that they have the money (`pay-outside`), and can take that back (`undo-payment`).
 */
export type BookingParty = 'buyer' | 'seller' | 'admin' | 'payment';

export const bookingLifecycle: Lifecycle<BookingStatus, BookingEvent, BookingParty> = {
  noun: 'booking',
  initialState: 'unpaid',
  states: ['unpaid', 'paid', 'cancelled', 'refunded'],
  transitions: [
    { from: 'unpaid', event: 'pay', to: 'paid', by: ['payment'] },
    { from: 'unpaid', event: 'pay-outside', to: 'paid', by: ['seller'] },
    { from: 'paid', event: 'undo-payment', to: 'unpaid', by: ['seller'] },
    { from: 'unpaid', event: 'cancel', to: 'cancelled', by: ['buyer', 'seller', 'admin'] },
    { from: 'unpaid', event: 'lose-car', to: 'cancelled', by: ['payment'] },
    { from: 'paid', event: 'refund', to: 'refunded', by: ['admin'] },
  ],
};
