import { conditionStates, reservationStates } from '@carhouse/domain/reservation/reservation';
import { conditionKinds, reservationOutcomes, ruleVersion } from '@carhouse/domain/reservation/reservation-rule';
import { z } from 'zod/mini';
import { call } from './call.ts';
import { dollars, id, makePublicTextSchema, price, refundState } from './fields.ts';

const condition = z.object({
  kind: z.enum(conditionKinds),
  /** `open` conditions whose deadline has passed count as met. */
  state: z.enum(conditionStates),
  /** The deadline: the first moment at which the condition can no longer be stated. Null until the deposit is paid. */
  deadline: z.nullable(z.string()),
  /** The side that states whether the condition is met. */
  by: z.enum(['buyer', 'seller']),
  /** Whether the caller may now state whether the condition is met. */
  statable: z.boolean(),
  statedAt: z.nullable(z.string()),
  note: z.nullable(z.string()),
});

export type ReservationCondition = z.infer<typeof condition>;

/** A reservation as its buyer, the seller of the car and admins see it. */
export const reservation = z.object({
  bookingId: id,
  listingId: id,
  /** The role of the caller in the reservation. */
  as: z.enum(['buyer', 'seller', 'admin']),
  /** `started`: the deposit is not paid, so the car is not held. */
  state: z.enum(reservationStates),
  buyerName: z.string(),
  price: dollars,
  deposit: dollars,
  /** The part of the price that is still to be paid. */
  rest: dollars,
  /** The rule that the buyer has accepted. */
  rule: z.object({ version: z.number(), text: z.string(), acceptedAt: z.string() }),
  /**
   * The time at which the deposit was paid. The fields `paidAt`, `freeUntil` and `endsAt` are null until the deposit is
   * paid.
   */
  paidAt: z.nullable(z.string()),
  /** The first moment at which giving up costs `forfeit`. */
  freeUntil: z.nullable(z.string()),
  /**
   * The first moment at which the reservation has ended. An admin's decision about a bank part may give the buyer some
   * more days.
   */
  endsAt: z.nullable(z.string()),
  /**
   * The amount that goes to the seller when the buyer gives up the reservation after `freeUntil`, or does not buy the
   * car.
   */
  forfeit: dollars,
  /**
   * The refund if the buyer gives up now, and the amount that the seller then gets; 0 unless the reservation is active.
   */
  backNow: dollars,
  forfeitNow: dollars,
  conditions: z.array(condition),
  /**
   * What the caller may do now. `pay`: the caller may pay the deposit or the rest of the price on the payment page.
   * `give-up`: the buyer. `withdraw`: the seller.
   */
  actions: z.array(z.enum(['pay', 'state', 'give-up', 'withdraw'])),
  /** How the reservation ended without a sale; null otherwise. */
  ended: z.nullable(
    z.object({
      as: z.enum(reservationOutcomes),
      at: z.string(),
      /** The condition that failed, for `condition-failed`; null otherwise. */
      condition: z.nullable(z.enum(conditionKinds)),
      refund: dollars,
      forfeit: dollars,
      /** The reason that the seller, an admin or the rule gives for the end. */
      reason: z.string(),
      /** The state of the refund; null without a refund. */
      refundState: z.nullable(refundState),
    }),
  ),
  /** Number of buyers in the queue for the car, including the buyer whose turn it is. */
  queueLength: z.number(),
});

export type Reservation = z.infer<typeof reservation>;

/**
 * The terms that a buyer accepts when they reserve a car. The terms are shown before the reservation starts. At the
 * start, the terms that the buyer accepts are compared with the current terms.
 */
const offer = z.object({
  price: dollars,
  /** The deposit that the seller asks for, at most 5 % of the price. */
  deposit: dollars,
  /**
   * The amount that goes to the seller when the buyer gives up the reservation after the free days, or does not buy the
   * car.
   */
  forfeit: dollars,
  days: z.number(),
  freeDays: z.number(),
  turnHours: z.number(),
  rule: z.object({ version: z.number(), text: z.string() }),
  /** The conditions that the buyer can choose. The days are counted from the payment of the deposit. */
  conditions: z.array(z.object({ kind: z.enum(conditionKinds), days: z.number(), by: z.enum(['buyer', 'seller']) })),
});

export type ReservationOffer = z.infer<typeof offer>;

const place = z.object({
  /** The rank in the queue, from 1, without gaps. */
  place: z.number(),
  joinedAt: z.string(),
  /** The end of the caller's turn, in which only they may reserve or buy; null while they wait. */
  turnUntil: z.nullable(z.string()),
});

export type QueuePlace = z.infer<typeof place>;

const reservationOfListing = z.object({
  listingId: id,
  /** Null when the seller asks for no deposit, the car is not on sale, or this site takes no payments. */
  offer: z.nullable(offer),
  /** The time until which a buyer has reserved the car; null when no buyer has. */
  reservedUntil: z.nullable(z.string()),
  /** The time until which a buyer in the queue has the turn; null when no buyer has the turn. */
  turnUntil: z.nullable(z.string()),
  queueLength: z.number(),
  /** The caller's place in the queue; null when the caller is not in the queue. */
  myPlace: z.nullable(place),
  /**
   * The last reservation of the caller, even when the reservation has ended. For the seller and admins, the reservation
   * that holds the car. The field is null when there is no such reservation.
   */
  reservation: z.nullable(reservation),
  /**
   * The time until which the caller cannot reserve the car because of earlier reservations that they have ended with the
   * whole deposit back; null when they can, for the seller and for visitors.
   */
  limitedUntil: z.nullable(z.string()),
  /** What the caller may do now with the car. Visitors, who must sign in first, see what a buyer may do. */
  actions: z.array(z.enum(['start', 'join', 'leave', 'set-terms'])),
  /**
   * The deposit that the seller asks for, before any reduction because of a lower price. Only the seller of the car
   * gets this field.
   */
  askedDeposit: z.nullable(dollars),
});

export type ReservationOfListing = z.infer<typeof reservationOfListing>;

export const showListingReservation = call({
  method: 'GET',
  path: '/api/v1/listings/:id/reservation',
  summary:
    'What reserving a car costs and gives, whether it is reserved, and the queue for it; for its buyer and its seller the reservation itself',
  noun: 'reservations',
  access: 'anyone',
  showsPeople: true,
  params: z.object({ id: z.string() }),
  answers: { 200: reservationOfListing },
});

export const showReservation = call({
  method: 'GET',
  path: '/api/v1/bookings/:id/reservation',
  summary: 'The reservation of a booking, also one that has ended, for its buyer, its seller and admins',
  noun: 'reservations',
  access: 'signed-in',
  showsPeople: true,
  params: z.object({ id: z.string() }),
  answers: { 200: reservation },
});

export const setReservationTerms = call({
  method: 'PUT',
  path: '/api/v1/listings/:id/reservation-terms',
  summary:
    'Lets buyers reserve an own car for a deposit of $200 to $5,000 and at most 5 % of its price, or, with null, ends that. Reservations that have begun keep their deposit',
  noun: 'reservations',
  access: 'Seller',
  onlyInMode: 'marketplace',
  params: z.object({ id: z.string() }),
  body: z.strictObject({ deposit: z.nullable(price) }),
  answers: { 200: z.object({ askedDeposit: z.nullable(dollars), deposit: z.nullable(dollars) }) },
});

export const startReservation = call({
  method: 'POST',
  path: '/api/v1/listings/:id/reservations',
  summary:
    'Books a car, or takes the open booking of the caller, and begins its reservation. The deposit is the first part of the price and is then paid as every payment. 409 PRICE_CHANGED, 409 TERMS_CHANGED, 409 CAR_RESERVED, 429 HOLD_COOLDOWN and 429 HOLD_LIMIT (too many reservations that ended with the whole deposit back) with Retry-After',
  noun: 'reservations',
  access: 'signed-in',
  onlyInMode: 'marketplace',
  lane: 'settling',
  securityEvent: 'money-act',
  params: z.object({ id: z.string() }),
  body: z.strictObject({
    meetingDate: makePublicTextSchema(100),
    buyerNumber: makePublicTextSchema(30),
    /** The price, the deposit and the version of the rule that the buyer saw and accepts. */
    price,
    deposit: price,
    rule: z.literal(ruleVersion),
    conditions: z.array(z.enum(conditionKinds)).check(z.maxLength(conditionKinds.length)),
  }),
  answers: { 200: z.object({ bookingId: id }) },
});

export const stateCondition = call({
  method: 'POST',
  path: '/api/v1/bookings/:id/reservation-condition',
  summary:
    'States whether a condition of an active reservation is met. One that is not met ends the reservation and refunds the whole deposit. 409 DEADLINE_PASSED',
  noun: 'reservations',
  access: 'signed-in',
  lane: 'settling',
  securityEvent: 'money-act',
  params: z.object({ id: z.string() }),
  body: z.strictObject({
    kind: z.enum(conditionKinds),
    met: z.boolean(),
    note: z.optional(makePublicTextSchema(300)),
  }),
  answers: { 200: reservation },
});

export const giveUpReservation = call({
  method: 'POST',
  path: '/api/v1/bookings/:id/reservation-end',
  summary:
    'Gives an active reservation up, for its buyer, who names the refund that they saw: 409 TERMS_CHANGED when it is another one by now',
  noun: 'reservations',
  access: 'signed-in',
  lane: 'settling',
  securityEvent: 'money-act',
  params: z.object({ id: z.string() }),
  body: z.strictObject({ refund: dollars }),
  answers: { 200: reservation },
});

export const withdrawReservation = call({
  method: 'POST',
  path: '/api/v1/bookings/:id/reservation-withdrawal',
  summary:
    'Ends an active reservation of an own car, with a reason that the buyer reads. The whole deposit is refunded, and so is a charge that the buyer is paying at that moment',
  noun: 'reservations',
  access: 'Seller',
  lane: 'settling',
  securityEvent: 'money-act',
  params: z.object({ id: z.string() }),
  body: z.strictObject({ reason: makePublicTextSchema(300, 3) }),
  answers: { 200: reservation },
});

export const joinQueue = call({
  method: 'POST',
  path: '/api/v1/listings/:id/queue',
  summary:
    'Joins the queue for a reserved car, or shows the place that the caller has. When the car becomes free, the first in the queue may reserve it alone for 24 hours. 409 CAR_NOT_RESERVED, 409 QUEUE_LIMIT',
  noun: 'reservations',
  access: 'signed-in',
  onlyInMode: 'marketplace',
  params: z.object({ id: z.string() }),
  answers: { 200: reservationOfListing },
});

export const leaveQueue = call({
  method: 'DELETE',
  path: '/api/v1/listings/:id/queue',
  summary: 'Leaves the queue for a car. During the own turn the turn goes to the next in the queue',
  noun: 'reservations',
  access: 'signed-in',
  params: z.object({ id: z.string() }),
  answers: { 200: reservationOfListing },
});
