import type { Lifecycle } from '../lifecycle/lifecycle.ts';
import type { AttemptState } from './payment.ts';

export type AttemptEvent = 'settle' | 'cancel' | 'lose-car' | 'charge-late' | 'give-back' | 'refund' | 'refund-fails';

/** `cancellation` stands for the end of a booking whose price was paid in part. */
export type AttemptParty = 'provider' | 'reconciler' | 'admin' | 'cancellation';

export const attemptLifecycle: Lifecycle<AttemptState, AttemptEvent, AttemptParty> = {
  noun: 'payment attempt',
  initialState: 'open',
  states: ['open', 'succeeded', 'cancelled', 'refund_due', 'refunded'],
  transitions: [
    { from: 'open', event: 'settle', to: 'succeeded', by: ['provider', 'reconciler'] },
    { from: 'open', event: 'cancel', to: 'cancelled', by: ['provider', 'reconciler'] },
    { from: 'open', event: 'lose-car', to: 'refund_due', by: ['provider', 'reconciler'] },
    { from: 'cancelled', event: 'charge-late', to: 'refund_due', by: ['provider', 'reconciler'] },
    { from: 'succeeded', event: 'give-back', to: 'refund_due', by: ['admin', 'cancellation'] },
    { from: 'refund_due', event: 'refund', to: 'refunded', by: ['provider', 'reconciler'] },
    { from: 'refunded', event: 'refund-fails', to: 'refund_due', by: ['provider', 'reconciler'] },
  ],
};
