import { describe, expect, it } from 'vitest';
import type { ListingId } from '../listing/listing.ts';
import { type EarlierReservation, findRepeatLimit, findRepeatRule, repeatRules } from './repeat-rule.ts';
import { addDays, ruleTexts, ruleVersion } from './reservation-rule.ts';

const now = new Date('2027-03-01T04:00:00Z');
const [car, otherCar] = ['car', 'other'] as unknown as [ListingId, ListingId];

const makeEndedReservation = (daysAgo: number, fields: Partial<EarlierReservation> = {}): EarlierReservation => ({
  listingId: otherCar,
  isOwn: true,
  hasFailed: false,
  end: addDays(now, -daysAgo),
  isActive: false,
  ...fields,
});
const makeActiveReservation = (daysLeft: number): EarlierReservation =>
  makeEndedReservation(-daysLeft, { isActive: true });

describe('a buyer', () => {
  it('may reserve a third car, and a fourth when the first one counts no more', () => {
    expect(findRepeatLimit([], car, now)).toBeNull();
    expect(findRepeatLimit([makeEndedReservation(1), makeEndedReservation(2)], car, now)).toBeNull();
    expect(
      findRepeatLimit([makeEndedReservation(1), makeEndedReservation(2), makeEndedReservation(90)], car, now),
    ).toBeNull();
  });

  it('waits after three reservations until fewer than three count', () => {
    expect(
      findRepeatLimit([makeEndedReservation(1), makeEndedReservation(80), makeEndedReservation(89)], car, now),
    ).toEqual({
      until: addDays(now, 1),
      reason: 'too-many',
    });
    expect(
      findRepeatLimit(
        [makeEndedReservation(1), makeEndedReservation(2), makeEndedReservation(80), makeEndedReservation(89)],
        car,
        now,
      )?.until,
    ).toEqual(addDays(now, 10));
  });

  it('has three reservations at a time, because each of them may end with the whole deposit back', () => {
    expect(
      findRepeatLimit([makeActiveReservation(2), makeActiveReservation(7), makeActiveReservation(5)], car, now),
    ).toEqual({
      until: addDays(now, 2),
      reason: 'too-many',
    });
    expect(findRepeatLimit([makeActiveReservation(2), makeActiveReservation(7)], car, now)).toBeNull();
  });

  it('cannot reserve a car again that a condition has set free', () => {
    const failedReservation = makeEndedReservation(30, { listingId: car, hasFailed: true });
    expect(findRepeatLimit([failedReservation], car, now)).toEqual({ until: addDays(now, 60), reason: 'same-car' });
    expect(findRepeatLimit([failedReservation], otherCar, now)).toBeNull();
    expect(findRepeatLimit([makeEndedReservation(90, { listingId: car, hasFailed: true })], car, now)).toBeNull();
    expect(findRepeatLimit([makeEndedReservation(30, { listingId: car })], car, now)).toBeNull();
  });

  it('shares only that with new accounts of the network', () => {
    const networkReservations = [1, 2, 3, 4].map((days) => makeEndedReservation(days, { isOwn: false }));
    expect(findRepeatLimit(networkReservations, car, now)).toBeNull();
    const failed = makeEndedReservation(1, { isOwn: false, listingId: car, hasFailed: true });
    expect(findRepeatLimit([failed], car, now)?.reason).toBe('same-car');
  });
});

describe('the rule', () => {
  it('has dates in their order, and its numbers are in the text that buyers accept', () => {
    const startTimes = repeatRules.map(({ from }) => from.getTime());
    expect(startTimes).toEqual([...startTimes].sort((a, b) => a - b));
    const { days, reservationMaximum } = findRepeatRule(now);
    expect(ruleTexts[ruleVersion]).toContain(`within ${days} days`);
    expect([days, reservationMaximum]).toEqual([90, 3]);
    expect(ruleTexts[ruleVersion]).toContain('at most three reservations');
  });
});
