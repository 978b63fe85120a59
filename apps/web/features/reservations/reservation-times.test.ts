import { expect, test } from 'vitest';
import { reservationMessages } from '#messages/reservations';
import { addDays, describeTimeLeft, findReservationPauseEnd, makeRulerTicks } from './reservation-times.ts';

const startMs = Date.parse('2026-11-20T10:00:00Z');
const hourMs = 3_600_000;

test('says what is left of a deadline in the largest unit that fits', () => {
  const endTime = addDays(startMs, 7);
  expect(endTime).toBe('2026-11-27T10:00:00.000Z');
  expect(describeTimeLeft(endTime, startMs)).toBe('7 days left');
  expect(describeTimeLeft(endTime, startMs + 1)).toBe('6 days left');
  expect(describeTimeLeft(endTime, startMs + 6 * 24 * hourMs)).toBe('1 day left');
  expect(describeTimeLeft(endTime, startMs + 6 * 24 * hourMs + 1)).toBe('23 hours left');
  expect(describeTimeLeft(endTime, Date.parse(endTime) - 59 * 60_000)).toBe('59 minutes left');
  expect(describeTimeLeft(endTime, Date.parse(endTime) - 1)).toBe('1 minute left');
  expect(describeTimeLeft(endTime, Date.parse(endTime))).toBe('time is over');
});

test('has a tick for each eight hours of the reservation, and says what each gives back', () => {
  const refundTimes = {
    from: startMs,
    freeUntil: Date.parse(addDays(startMs, 3)),
    endsAt: Date.parse(addDays(startMs, 7)),
  };
  const ticksAtStart = makeRulerTicks({ ...refundTimes, now: startMs });
  expect(ticksAtStart).toHaveLength(21);
  expect(ticksAtStart.filter(({ refundShare }) => refundShare === 'all')).toHaveLength(9);
  expect(ticksAtStart.some(({ isOver }) => isOver)).toBe(false);
  const ticksAfterOneDay = makeRulerTicks({ ...refundTimes, now: startMs + 24 * hourMs - 1 });
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
    at: addDays(startMs, 0),
    condition: null,
    refund: 1,
    forfeit: 0,
    reason: '',
  } as const;
  const lastReservation = { ended: { ...endOfReservation, refundState: null } };
  expect(findReservationPauseEnd(lastReservation, startMs)).toBe(addDays(startMs, 7));
  expect(findReservationPauseEnd(lastReservation, Date.parse(addDays(startMs, 7)))).toBeNull();
  expect(findReservationPauseEnd({ ended: { ...lastReservation.ended, as: 'seller-withdrew' } }, startMs)).toBeNull();
  expect(findReservationPauseEnd({ ended: null }, startMs)).toBeNull();
  expect(findReservationPauseEnd(null, startMs)).toBeNull();
});
