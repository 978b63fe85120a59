import type {
  Reservation,
  ReservationCondition,
  ReservationOffer,
  ReservationOfListing,
} from '@carhouse/contract/reservations';
import { type Cents, dollarsFromCents } from '@carhouse/domain/money/money';
import { type BusinessMode, takesPayments } from '@carhouse/domain/payment/business-mode';
import { reservationDays } from '@carhouse/domain/payment/payment-plan';
import {
  computeForfeit,
  decideRefund,
  findGiveUpOutcome,
  mayStateCondition,
} from '@carhouse/domain/reservation/reservation';
import {
  conditionRules,
  freeDays,
  ruleTexts,
  ruleVersion,
  turnHours,
} from '@carhouse/domain/reservation/reservation-rule';
import type { ShownCarReservation } from './show-listing-reservation.ts';
import type { ShownReservation } from './show-reservation.ts';

/** Returns a reservation as a reader sees it at this time. */
export function presentReservation(shownReservation: ShownReservation, now: Date, mode: BusinessMode): Reservation {
  const { reservation, booking, side, paidAmount } = shownReservation;
  const { terms, endedReservation: ended } = reservation;
  const isActive = reservation.state === 'active' && terms !== null;
  const refundIfGivenUp = isActive ? decideRefund(terms, findGiveUpOutcome(mode), now) : null;
  const conditions = presentConditions(shownReservation, now);
  return {
    bookingId: booking.id,
    listingId: reservation.listingId,
    as: side,
    state: reservation.state,
    buyerName: booking.snapshot.buyerName,
    price: dollarsFromCents(booking.price),
    deposit: dollarsFromCents(reservation.deposit),
    rest: dollarsFromCents(booking.status === 'unpaid' ? ((booking.price - paidAmount) as Cents) : (0n as Cents)),
    rule: {
      version: reservation.rule.version,
      text: reservation.rule.text,
      acceptedAt: reservation.rule.acceptedAt.toISOString(),
    },
    paidAt: reservation.paidAt?.toISOString() ?? null,
    freeUntil: terms?.freeUntil.toISOString() ?? null,
    endsAt: findReservationEnd(shownReservation)?.toISOString() ?? null,
    forfeit: dollarsFromCents(reservation.forfeit),
    backNow: dollarsFromCents(refundIfGivenUp?.refund ?? (0n as Cents)),
    forfeitNow: dollarsFromCents(refundIfGivenUp?.forfeit ?? (0n as Cents)),
    conditions,
    actions: listActions(shownReservation, { conditions, now, mayPay: takesPayments(mode) }),
    ended: ended && {
      as: ended.end,
      at: ended.at.toISOString(),
      condition: ended.condition,
      refund: dollarsFromCents(ended.refund),
      forfeit: dollarsFromCents(ended.forfeit),
      reason: booking.closeReason ?? '',
      refundState: booking.refund,
    },
    queueLength: shownReservation.queueLength,
  };
}

/**
 * Returns the first moment at which a reservation has ended. A reservation may end later than its rule says, because an
 * admin's decision about a bank part leaves the buyer some days. The result is undefined before the deposit is paid.
 */
function findReservationEnd({
  reservation,
  booking,
}: Pick<ShownReservation, 'reservation' | 'booking'>): Date | undefined {
  return (reservation.state === 'active' ? booking.reservedUntil : null) ?? reservation.terms?.endsAt;
}

function presentConditions({ reservation, side }: ShownReservation, now: Date): ReservationCondition[] {
  return conditionRules.flatMap(({ kind, by }) => {
    const condition = reservation.conditions.find((each) => each.kind === kind);
    if (condition === undefined) return [];
    const { terms, state } = reservation;
    const isConditionOpen = state === 'active' && condition.state === 'open' && terms !== null;
    return [
      {
        kind,
        state: condition.state,
        deadline: condition.deadline?.toISOString() ?? null,
        by,
        statable: isConditionOpen && side === by && mayStateCondition(terms, kind, now),
        statedAt: condition.statedAt?.toISOString() ?? null,
        note: condition.note,
      },
    ];
  });
}

function listActions(
  shownReservation: ShownReservation,
  {
    conditions,
    now,
    mayPay,
  }: { readonly conditions: readonly ReservationCondition[]; readonly now: Date; readonly mayPay: boolean },
): Reservation['actions'] {
  const { side, reservation } = shownReservation;
  const { state } = reservation;
  if (side === 'buyer' && state === 'started') return mayPay ? ['pay'] : [];
  if (state !== 'active') return [];
  if (side === 'seller') return ['withdraw'];
  if (side === 'admin') return [];
  const actions: Reservation['actions'] = [];
  const end = findReservationEnd(shownReservation);
  if (mayPay && end !== undefined && now < end) actions.push('pay');
  if (conditions.some(({ statable }) => statable)) actions.push('state');
  return [...actions, 'give-up'];
}

/** Returns how a car can be reserved, as a reader sees it at this time. */
export function presentCarReservation(
  carReservation: ShownCarReservation,
  now: Date,
  mode: BusinessMode,
): ReservationOfListing {
  const { car, deposit, places, ownPlace, isSeller } = carReservation;
  const placeWithTurn = places.find(({ state }) => state === 'turn');
  return {
    listingId: car.id,
    offer: deposit === null ? null : presentOffer(car.price, deposit),
    reservedUntil: carReservation.reservedUntil?.toISOString() ?? null,
    turnUntil: placeWithTurn?.turnUntil?.toISOString() ?? null,
    queueLength: places.length,
    myPlace: ownPlace && {
      place: ownPlace.rank,
      joinedAt: ownPlace.place.joinedAt.toISOString(),
      turnUntil: ownPlace.place.turnUntil?.toISOString() ?? null,
    },
    reservation: carReservation.shownReservation && presentReservation(carReservation.shownReservation, now, mode),
    limitedUntil: carReservation.limitedUntil?.toISOString() ?? null,
    actions: [...carReservation.actions],
    askedDeposit: isSeller && car.askedDeposit !== null ? dollarsFromCents(car.askedDeposit) : null,
  };
}

function presentOffer(price: Cents, deposit: Cents): ReservationOffer {
  return {
    price: dollarsFromCents(price),
    deposit: dollarsFromCents(deposit),
    forfeit: dollarsFromCents(computeForfeit(deposit)),
    days: reservationDays,
    freeDays,
    turnHours,
    rule: { version: ruleVersion, text: ruleTexts[ruleVersion] ?? '' },
    conditions: conditionRules.map((rule) => ({ ...rule })),
  };
}
