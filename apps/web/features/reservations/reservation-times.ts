import type { Reservation } from '@carhouse/contract/reservations';
import { reservationDays } from '@carhouse/domain/payment/payment-plan';
import { reservationMessages } from '#messages/reservations';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Hours that a tick of the refund ruler stands for. */
const tickHours = 8;

/** Says how much time is left until a deadline, in the largest unit that fits, rounded down. */
export function leftUntil(iso: string, now: number): string {
  const { left } = reservationMessages;
  const ms = Date.parse(iso) - now;
  if (ms <= 0) return left.over;
  if (ms >= dayMs) return left.days(Math.floor(ms / dayMs));
  if (ms >= hourMs) return left.hours(Math.floor(ms / hourMs));
  return left.minutes(Math.max(1, Math.floor(ms / minuteMs)));
}

/** Returns the time that lies this number of days after a moment, as ISO text. */
export function daysAfter(moment: number, days: number): string {
  return new Date(moment + days * dayMs).toISOString();
}

export type RulerTick = { readonly gives: 'all' | 'half'; readonly isOver: boolean };

/**
 * Returns the ticks of the ruler of refunds, eight hours each, from the paid deposit to the end. Each tick has the
 * refund in its hours, and whether these hours are over. All times are in milliseconds since 1970.
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
    const tickBegin = paidAt + index * tickHours * hourMs;
    return { gives: tickBegin < freeUntil ? 'all' : 'half', isOver: tickBegin + tickHours * hourMs <= now };
  });
}

/**
 * Returns until when a buyer cannot reserve the car again after the end of their last reservation. The result is null
 * when they can reserve now, for example after the seller has withdrawn.
 */
export function endOfPause(lastReservation: Pick<Reservation, 'ended'> | null, now: number): string | null {
  const ended = lastReservation?.ended ?? null;
  if (ended === null || ended.as === 'seller-withdrew') return null;
  const pauseEnd = daysAfter(Date.parse(ended.at), reservationDays);
  return now < Date.parse(pauseEnd) ? pauseEnd : null;
}
