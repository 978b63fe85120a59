import type { Id } from '../ids/id.ts';
import type { Lifecycle } from '../lifecycle/lifecycle.ts';

export type PlaceId = Id<'reservation_queue'>;

export const placeStates = ['waiting', 'turn', 'reserved', 'passed', 'left', 'closed'] as const;
export type PlaceState = (typeof placeStates)[number];
export type PlaceEvent = 'offer' | 'reserve' | 'pass' | 'leave' | 'close';
export type PlaceParty = 'buyer' | 'payment' | 'clock' | 'listing';

/** Maximum number of cars for which a buyer waits in the queue at a time. */
export const placesOfBuyerMaximum = 5;
/** Maximum number of new accounts of one sign-up network that wait in the queue for one car. */
export const placesOfNetworkMaximum = 3;
/** Maximum number of buyers who wait in the queue for one car. */
export const placesOfCarMaximum = 100;

/**
 * The states of a place in the queue for a car. The first buyer in the queue gets a turn (`offer`) when the car becomes
 * free. A buyer who does not reserve or buy during their turn loses the place, and may join again at the end of the
 * queue. `listing` stands for a car that is sold or taken off sale, which ends the queue.
 */
export const placeLifecycle: Lifecycle<PlaceState, PlaceEvent, PlaceParty> = {
  noun: 'place',
  initialState: 'waiting',
  states: placeStates,
  transitions: [
    { from: 'waiting', event: 'offer', to: 'turn', by: ['clock'] },
    { from: 'turn', event: 'reserve', to: 'reserved', by: ['payment'] },
    { from: 'turn', event: 'pass', to: 'passed', by: ['clock'] },
    { from: 'waiting', event: 'leave', to: 'left', by: ['buyer'] },
    { from: 'turn', event: 'leave', to: 'left', by: ['buyer'] },
    { from: 'waiting', event: 'close', to: 'closed', by: ['listing'] },
    { from: 'turn', event: 'close', to: 'closed', by: ['listing'] },
  ],
};
