import { DomainError } from '../errors/domain-error.ts';
import { computeSecondsUntil } from '../errors/seconds-until.ts';
import type { ListingId } from '../listing/listing.ts';
import { holdMinutes } from './payment.ts';

/**
 * Limits on the cars that buyers may hold for payment. The values are configured (apps/server/config/pace-config.ts).
 */
export type HoldLimits = {
  /**
   * Maximum number of holds that one buyer may start within any hour; `perDay` is the maximum within any 24 hours. Holds
   * that ended with a payment do not count.
   */
  readonly perHour: number;
  readonly perDay: number;
  /** Maximum number of cars that one buyer may hold at the same time. */
  readonly atOnce: number;
  /** Maximum number of cars that all buyers of one network may hold at the same time. */
  readonly perAddress: number;
  /**
   * Number of minutes after the end of a hold during which its buyer, and new accounts of the buyer's sign-up network,
   * cannot hold the same car again.
   */
  readonly cooldownMinutes: number;
};

/** One hold of a buyer on a car, which may consist of several payment attempts. */
export type EarlierHold = {
  readonly listingId: ListingId;
  readonly from: Date;
  readonly until: Date;
  /** Whether the buyer still holds the car. */
  readonly isCurrent: boolean;
  /** Number of payment attempts of the hold. Each attempt opened a charge at the provider. */
  readonly attempts: number;
};

export type HoldSpan = { readonly from: Date; readonly until: Date };

/**
 * Maximum number of payment attempts of one hold. Each visit to the payment page cancels the charge at the provider and
 * opens another one.
 */
const attemptCountMaximum = 20;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** How far back `judgeHold` counts the buyer's holds, in milliseconds. */
export const holdCountWindowMs = dayMs;

/**
 * Returns the time span of a hold that starts or is resumed now. A buyer who returns before the hold ends gets no later
 * end, so cancelling and booking again gives no more time. New accounts of one sign-up network count as one buyer of a
 * listing: otherwise they could take turns and keep a listing from all other buyers.
 * @param facts.earlierHolds the buyer's holds in the last 24 hours that did not end with a payment.
 * @param facts.networkHolds the holds of this listing by other new accounts of the buyer's sign-up network in the last
 * 24 hours that did not end with a payment; empty when the buyer's account is not new.
 * @param facts.networkHoldEnds the ends of the current holds of other buyers in the buyer's network.
 * @throws DomainError HOLD_LIMIT, HOLD_COOLDOWN; both errors have the seconds until the next hold is possible.
 */
export function judgeHold(facts: {
  readonly listingId: ListingId;
  readonly earlierHolds: readonly EarlierHold[];
  readonly networkHolds: readonly EarlierHold[];
  readonly networkHoldEnds: readonly Date[];
  readonly limits: HoldLimits;
  readonly now: Date;
}): HoldSpan {
  const { listingId, earlierHolds, networkHolds, networkHoldEnds, limits, now } = facts;
  const otherHolds = earlierHolds.filter((each) => each.isCurrent && each.listingId !== listingId);
  if (otherHolds.length >= limits.atOnce) {
    throw makeLimitError(findEarliestDate(otherHolds.map((each) => each.until)), now, (waitText) =>
      limits.atOnce === 1
        ? `You are holding another car. Pay for it or leave its payment page first, or try again in ${waitText}.`
        : `You are holding ${otherHolds.length} other cars. Pay for one or leave its payment page first, or try again in ${waitText}.`,
    );
  }
  if (networkHoldEnds.length >= limits.perAddress) {
    throw makeLimitError(
      findEarliestDate(networkHoldEnds),
      now,
      (waitText) => `Many cars are held from your network right now. Please try again in ${waitText}.`,
    );
  }
  const holdsOfListing = earlierHolds.filter((each) => each.listingId === listingId);
  const lastHold = findNewestHold(holdsOfListing);
  const isResumable = lastHold !== undefined && lastHold.until > now;
  if (isResumable && lastHold.attempts < attemptCountMaximum) return { from: lastHold.from, until: lastHold.until };
  const computeCooldownEnd = (hold: EarlierHold | undefined) =>
    hold === undefined ? now : new Date(hold.until.getTime() + limits.cooldownMinutes * minuteMs);
  if (isResumable || computeCooldownEnd(lastHold) > now) {
    throw makeCooldownError(
      computeCooldownEnd(lastHold),
      now,
      (waitText) => `You held this car a short time ago. You can hold it again in ${waitText}.`,
    );
  }
  const newestNetworkHold = findNewestHold(networkHolds);
  if (computeCooldownEnd(newestNetworkHold) > now) {
    throw makeCooldownError(
      computeCooldownEnd(newestNetworkHold),
      now,
      (waitText) => `This car was held from your network a short time ago. You can hold it in ${waitText}.`,
    );
  }
  assertHoldPace(earlierHolds, limits, now, (count, word) => `You have held ${count} cars within one ${word}.`);
  assertHoldPace(
    [...holdsOfListing, ...networkHolds],
    limits,
    now,
    (count, word) => `This car was held ${count} times from your network within one ${word}.`,
  );
  return { from: now, until: new Date(now.getTime() + holdMinutes * minuteMs) };
}

function findNewestHold(holds: readonly EarlierHold[]): EarlierHold | undefined {
  return [...holds].sort((a, b) => b.from.getTime() - a.from.getTime())[0];
}

/** Checks that the numbers of holds within an hour and within a day are below their limits. */
function assertHoldPace(
  holds: readonly EarlierHold[],
  limits: HoldLimits,
  now: Date,
  makeDetailText: (count: number, span: string) => string,
): void {
  for (const [count, span, word] of [
    [limits.perHour, hourMs, 'hour'],
    [limits.perDay, dayMs, 'day'],
  ] as const) {
    const holdStartsInSpanMs = holds.map((each) => each.from.getTime()).filter((from) => from > now.getTime() - span);
    const oldestCountedStartMs = holdStartsInSpanMs.sort((a, b) => b - a)[count - 1];
    if (oldestCountedStartMs !== undefined) {
      const end = new Date(oldestCountedStartMs + span);
      throw makeLimitError(
        end,
        now,
        (waitText) => `${makeDetailText(holdStartsInSpanMs.length, word)} You can try again in ${waitText}.`,
      );
    }
  }
}

function makeCooldownError(end: Date, now: Date, makeDetailText: (waitText: string) => string): DomainError {
  const retryAfter = computeSecondsUntil(end, now);
  return new DomainError('HOLD_COOLDOWN', { detail: makeDetailText(formatDuration(retryAfter)), retryAfter });
}

function makeLimitError(end: Date, now: Date, makeDetailText: (waitText: string) => string): DomainError {
  const retryAfter = computeSecondsUntil(end, now);
  return new DomainError('HOLD_LIMIT', { detail: makeDetailText(formatDuration(retryAfter)), retryAfter });
}

function findEarliestDate(dates: readonly Date[]): Date {
  return new Date(Math.min(...dates.map((each) => each.getTime())));
}

/** Formats a duration, rounded up: `40 seconds`, `12 minutes`, `3 hours`. */
export function formatDuration(seconds: number): string {
  const [count, word] =
    seconds < 60
      ? [seconds, 'second']
      : seconds <= 120 * 60
        ? [Math.ceil(seconds / 60), 'minute']
        : [Math.ceil(seconds / 3600), 'hour'];
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
