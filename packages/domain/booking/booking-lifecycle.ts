import type { Lifecycle } from '../lifecycle/lifecycle.ts';
import type { BookingStatus } from './booking.ts';

export type BookingEvent = 'pay' | 'cancel' | 'lose-car' | 'refund';

export const bookingLifecycle: Lifecycle<BookingStatus, BookingEvent, 'buyer' | 'seller' | 'admin' | 'payment'> = {
  noun: 'booking',
  initial: 'unpaid',
  states: ['unpaid', 'paid', 'cancelled', 'refunded'],
  transitions: [
    { from: 'unpaid', event: 'pay', to: 'paid', by: ['payment'] },
    { from: 'unpaid', event: 'cancel', to: 'cancelled', by: ['buyer', 'seller', 'admin'] },
    { from: 'unpaid', event: 'lose-car', to: 'cancelled', by: ['payment'] },
    { from: 'paid', event: 'refund', to: 'refunded', by: ['admin'] },
  ],
};
