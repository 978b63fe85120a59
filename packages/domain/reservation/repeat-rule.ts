import { DomainError } from '../errors/domain-error.ts';
import type { ListingId } from '../listing/listing.ts';
import { addDays } from './reservation-rule.ts';

/**
 * How often a buyer may keep cars off sale for nothing: a limit on the reservations that they end with the whole deposit
 * back. Each limit holds from a date on (`from`). The rule text that a buyer accepts (`ruleTexts`) states the limit.
 */
export type RepeatRule = {
  /** The time from which the rule holds. */
  readonly from: Date;
  /**
   * Number of days after its end for which a reservation counts when its buyer ended it and got the whole deposit back.
   */
  readonly days: number;
  /** Maximum number of a buyer's reservations that are active or still count. */
  readonly reservationMaximum: number;
};

/** The rules in the order of their dates. */
export const repeatRules: readonly RepeatRule[] = [
  { from: new Date('2026-11-26T00:00:00+08:00'), days: 90, reservationMaximum: 3 },
];

/** A reservation that is active, or that its buyer has ended with the whole deposit back. */
export type EarlierReservation = {
  readonly listingId: ListingId;
  /**
   * Whether the reservation is the buyer's own; otherwise it belongs to another new account of the buyer's sign-up
   * network.
   */
  readonly isOwn: boolean;
  /** Whether the reservation ended because a condition was not met. */
  readonly hasFailed: boolean;
  /** The time at which the reservation ended, or will end at the latest. */
  readonly end: Date;
  readonly isActive: boolean;
};

/** Returns the rule that holds at this time. */
export function findRepeatRule(at: Date): RepeatRule {
  const rule = repeatRules.findLast(({ from }) => from <= at) ?? repeatRules[0];
  if (rule === undefined) throw new DomainError('INTERNAL');
  return rule;
}

export type RepeatLimit = { readonly until: Date; readonly reason: 'same-car' | 'too-many' };

/**
 * Returns until when a buyer cannot reserve a car because of earlier reservations; null when they can. When a
 * reservation ended because a condition failed, the same car cannot be reserved again by the buyer, or by another new
 * account of their sign-up network, while this reservation counts.
 * @param earlierReservations reservations that are active, or that ended within the number of days of the rule.
 */
export function findRepeatLimit(
  earlierReservations: readonly EarlierReservation[],
  listingId: ListingId,
  now: Date,
): RepeatLimit | null {
  const { days, reservationMaximum } = findRepeatRule(now);
  const findEndOfCounting = ({ isActive, end }: EarlierReservation) => (isActive ? end : addDays(end, days));
  const countedReservations = earlierReservations.filter((each) => each.isActive || findEndOfCounting(each) > now);
  const [sameCar] = sortLatestFirst(
    countedReservations.filter((each) => each.hasFailed && each.listingId === listingId).map(findEndOfCounting),
  );
  if (sameCar !== undefined) return { until: sameCar, reason: 'same-car' };
  const blockingEnd = sortLatestFirst(countedReservations.filter(({ isOwn }) => isOwn).map(findEndOfCounting))[
    reservationMaximum - 1
  ];
  return blockingEnd === undefined ? null : { until: blockingEnd, reason: 'too-many' };
}

function sortLatestFirst(times: readonly Date[]): readonly Date[] {
  return [...times].sort((a, b) => b.getTime() - a.getTime());
}
