import { expect, test } from 'vitest';
import { reservationMessages } from '#messages/reservations';
import { daysAfter, endOfPause, leftUntil, makeRulerTicks } from './reservation-times.ts';

const beginMs = Date.parse('2026-11-20T10:00:00Z');
const hourMs = 3_600_000;

test('says what is left of a deadline in the largest unit that fits', () => {
  const end = daysAfter(beginMs, 7);
  expect(end).toBe('2026-11-27T10:00:00.000Z');
  expect(leftUntil(end, beginMs)).toBe('7 days left');
  expect(leftUntil(end, beginMs + 1)).toBe('6 days left');
  expect(leftUntil(end, beginMs + 6 * 24 * hourMs)).toBe('1 day left');
  expect(leftUntil(end, beginMs + 6 * 24 * hourMs + 1)).toBe('23 hours left');
  expect(leftUntil(end, Date.parse(end) - 59 * 60_000)).toBe('59 minutes left');
  expect(leftUntil(end, Date.parse(end) - 1)).toBe('1 minute left');
  expect(leftUntil(end, Date.parse(end))).toBe('time is over');
});

test('has a tick for each eight hours of the reservation, and says what each gives back', () => {
  const times = {
    from: beginMs,
    freeUntil: Date.parse(daysAfter(beginMs, 3)),
    endsAt: Date.parse(daysAfter(beginMs, 7)),
  };
  const ticksAtBegin = makeRulerTicks({ ...times, now: beginMs });
  expect(ticksAtBegin).toHaveLength(21);
  expect(ticksAtBegin.filter(({ gives }) => gives === 'all')).toHaveLength(9);
  expect(ticksAtBegin.some(({ isOver }) => isOver)).toBe(false);
  const afterADay = makeRulerTicks({ ...times, now: beginMs + 24 * hourMs - 1 });
  expect(afterADay.filter(({ isOver }) => isOver)).toHaveLength(2);
  expect(makeRulerTicks({ ...times, now: times.endsAt }).every(({ isOver }) => isOver)).toBe(true);
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
  const ended = {
    as: 'given-up',
    at: daysAfter(beginMs, 0),
    condition: null,
    refund: 1,
    forfeit: 0,
    reason: '',
  } as const;
  const lastReservation = { ended: { ...ended, refundState: null } };
  expect(endOfPause(lastReservation, beginMs)).toBe(daysAfter(beginMs, 7));
  expect(endOfPause(lastReservation, Date.parse(daysAfter(beginMs, 7)))).toBeNull();
  expect(endOfPause({ ended: { ...lastReservation.ended, as: 'seller-withdrew' } }, beginMs)).toBeNull();
  expect(endOfPause({ ended: null }, beginMs)).toBeNull();
  expect(endOfPause(null, beginMs)).toBeNull();
});
