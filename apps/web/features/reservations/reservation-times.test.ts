import { expect, test } from 'vitest';
import { reservationMessages } from '#messages/reservations';
import { addDays, describeTimeLeft, findPauseEnd, makeRulerTicks } from './reservation-times.ts';

const beginMs = Date.parse('2026-11-20T10:00:00Z');
const hourMs = 3_600_000;

test('says what is left of a deadline in the largest unit that fits', () => {
  const endTime = addDays(beginMs, 7);
  expect(endTime).toBe('2026-11-27T10:00:00.000Z');
  expect(describeTimeLeft(endTime, beginMs)).toBe('7 days left');
  expect(describeTimeLeft(endTime, beginMs + 1)).toBe('6 days left');
  expect(describeTimeLeft(endTime, beginMs + 6 * 24 * hourMs)).toBe('1 day left');
  expect(describeTimeLeft(endTime, beginMs + 6 * 24 * hourMs + 1)).toBe('23 hours left');
  expect(describeTimeLeft(endTime, Date.parse(endTime) - 59 * 60_000)).toBe('59 minutes left');
  expect(describeTimeLeft(endTime, Date.parse(endTime) - 1)).toBe('1 minute left');
  expect(describeTimeLeft(endTime, Date.parse(endTime))).toBe('time is over');
});

test('has a tick for each eight hours of the reservation, and says what each gives back', () => {
  const refundTimes = {
    from: beginMs,
    freeUntil: Date.parse(addDays(beginMs, 3)),
    endsAt: Date.parse(addDays(beginMs, 7)),
  };
  const ticksAtBegin = makeRulerTicks({ ...refundTimes, now: beginMs });
  expect(ticksAtBegin).toHaveLength(21);
  expect(ticksAtBegin.filter(({ refundShare }) => refundShare === 'all')).toHaveLength(9);
  expect(ticksAtBegin.some(({ isOver }) => isOver)).toBe(false);
  const ticksAfterOneDay = makeRulerTicks({ ...refundTimes, now: beginMs + 24 * hourMs - 1 });
  expect(ticksAfterOneDay.filter(({ isOver }) => isOver)).toHaveLength(2);
  expect(makeRulerTicks({ ...refundTimes, now: refundTimes.endsAt }).every(({ isOver }) => isOver)).toBe(true);
});

test('writes a place as an ordinal', () => {
  expect([1, 2, 3, 4, 11, 12, 13, 21, 22, 101, 111].map(reservationMessages.place)).toEqual([
    '1st',
    '2nd',
    '3rd',
    '4th',
    '11th',
    '12th',
    '13th',
    '21st',
    '22nd',
    '101st',
    '111th',
  ]);
});

test('keeps a buyer from reserving a car again for a week after their last reservation of it', () => {
  const endOfReservation = {
    as: 'given-up',
    at: addDays(beginMs, 0),
    condition: null,
    refund: 1,
    forfeit: 0,
    reason: '',
  } as const;
  const lastReservation = { ended: { ...endOfReservation, refundState: null } };
  expect(findPauseEnd(lastReservation, beginMs)).toBe(addDays(beginMs, 7));
  expect(findPauseEnd(lastReservation, Date.parse(addDays(beginMs, 7)))).toBeNull();
  expect(findPauseEnd({ ended: { ...lastReservation.ended, as: 'seller-withdrew' } }, beginMs)).toBeNull();
  expect(findPauseEnd({ ended: null }, beginMs)).toBeNull();
  expect(findPauseEnd(null, beginMs)).toBeNull();
});
