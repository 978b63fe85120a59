import type { Reservation } from '@carhouse/contract/reservations';
import { reservationDays } from '@carhouse/domain/payment/payment-plan';
import { reservationMessages } from '#messages/reservations';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Hours that a tick of the refund ruler stands for. */
const tickHours = 8;

/** Says how much time is left until a deadline, in the largest unit that fits, rounded down. */
export function describeTimeLeft(iso: string, now: number): string {
  const { left } = reservationMessages;
  const ms = Date.parse(iso) - now;
  if (ms <= 0) return left.over;
  if (ms >= dayMs) return left.days(Math.floor(ms / dayMs));
  if (ms >= hourMs) return left.hours(Math.floor(ms / hourMs));
  return left.minutes(Math.max(1, Math.floor(ms / minuteMs)));
}

/** Returns the time `days` days after `startTime` (milliseconds since 1970), as ISO text. */
export function addDays(startTime: number, days: number): string {
  return new Date(startTime + days * dayMs).toISOString();
}

export type RulerTick = { readonly refundShare: 'all' | 'half'; readonly isOver: boolean };

/**
 * Returns the ticks of the ruler of refunds, eight hours each, from the paid deposit to the end. Each tick says which
 * share of the deposit is refunded in its eight hours, and whether these hours are over. All times are in milliseconds
 * since 1970.
 */
export function makeRulerTicks(times: {
  readonly from: number;
  readonly freeUntil: number;
  readonly endsAt: number;
  readonly now: number;
}): readonly RulerTick[] {
  const { from: paidAt, freeUntil, endsAt, now } = times;
  const count = Math.round((endsAt - paidAt) / (tickHours * hourMs));
  return Array.from({ length: count }, (_, index) => {
    const tickBeginMs = paidAt + index * tickHours * hourMs;
    return { refundShare: tickBeginMs < freeUntil ? 'all' : 'half', isOver: tickBeginMs + tickHours * hourMs <= now };
  });
}

/**
 * Returns the time until which a buyer cannot reserve the car again after the end of their last reservation. The result
 * is null when the buyer can reserve now, for example after the seller has withdrawn.
 */
export function findReservationPauseEnd(
  lastReservation: Pick<Reservation, 'ended'> | null,
  now: number,
): string | null {
  const endOfReservation = lastReservation?.ended ?? null;
  if (endOfReservation === null || endOfReservation.as === 'seller-withdrew') return null;
  const pauseEnd = addDays(Date.parse(endOfReservation.at), reservationDays);
  return now < Date.parse(pauseEnd) ? pauseEnd : null;
}
