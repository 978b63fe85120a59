import { describe, expect, it } from 'vitest';
import type { ListingId } from '../listing/listing.ts';
import { type EarlierReservation, findRepeatLimit, findRepeatRule, repeatRules } from './repeat-rule.ts';
import { addDays, ruleTexts, ruleVersion } from './reservation-rule.ts';

const now = new Date('2027-03-01T04:00:00Z');
const [car, otherCar] = ['car', 'other'] as unknown as [ListingId, ListingId];

const ended = (daysAgo: number, fields: Partial<EarlierReservation> = {}): EarlierReservation => ({
  listingId: otherCar,
  isOwn: true,
  hasFailed: false,
  end: addDays(now, -daysAgo),
  isActive: false,
  ...fields,
});
const active = (daysLeft: number): EarlierReservation => ended(-daysLeft, { isActive: true });

describe('a buyer', () => {
  it('may reserve a third car, and a fourth when the first one counts no more', () => {
    expect(findRepeatLimit([], car, now)).toBeNull();
    expect(findRepeatLimit([ended(1), ended(2)], car, now)).toBeNull();
    expect(findRepeatLimit([ended(1), ended(2), ended(90)], car, now)).toBeNull();
  });

  it('waits after three reservations until fewer than three count', () => {
    expect(findRepeatLimit([ended(1), ended(80), ended(89)], car, now)).toEqual({
      until: addDays(now, 1),
      reason: 'too-many',
    });
    expect(findRepeatLimit([ended(1), ended(2), ended(80), ended(89)], car, now)?.until).toEqual(addDays(now, 10));
  });

  it('has three reservations at a time, because each of them may end with the whole deposit back', () => {
    expect(findRepeatLimit([active(2), active(7), active(5)], car, now)).toEqual({
      until: addDays(now, 2),
      reason: 'too-many',
    });
    expect(findRepeatLimit([active(2), active(7)], car, now)).toBeNull();
  });

  it('cannot reserve a car again that a condition has set free', () => {
    const failed = ended(30, { listingId: car, hasFailed: true });
    expect(findRepeatLimit([failed], car, now)).toEqual({ until: addDays(now, 60), reason: 'same-car' });
    expect(findRepeatLimit([failed], otherCar, now)).toBeNull();
    expect(findRepeatLimit([ended(90, { listingId: car, hasFailed: true })], car, now)).toBeNull();
    expect(findRepeatLimit([ended(30, { listingId: car })], car, now)).toBeNull();
  });

  it('shares only that with new accounts of the network', () => {
    const others = [1, 2, 3, 4].map((days) => ended(days, { isOwn: false }));
    expect(findRepeatLimit(others, car, now)).toBeNull();
    const failed = ended(1, { isOwn: false, listingId: car, hasFailed: true });
    expect(findRepeatLimit([failed], car, now)?.reason).toBe('same-car');
  });
});

describe('the rule', () => {
  it('has dates in their order, and its numbers are in the text that buyers accept', () => {
    const dates = repeatRules.map(({ from }) => from.getTime());
    expect(dates).toEqual([...dates].sort((a, b) => a - b));
    const { days, reservationMaximum } = findRepeatRule(now);
    expect(ruleTexts[ruleVersion]).toContain(`within ${days} days`);
    expect([days, reservationMaximum]).toEqual([90, 3]);
    expect(ruleTexts[ruleVersion]).toContain('at most three reservations');
  });
});
