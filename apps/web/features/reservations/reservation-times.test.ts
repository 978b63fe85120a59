import { expect, test } from 'vitest';
import { reservationMessages } from '#messages/reservations';
import { daysAfter, endOfPause, leftUntil, makeRulerTicks } from './reservation-times.ts';

const begin = Date.parse('2026-11-20T10:00:00Z');
const hourMs = 3_600_000;

test('says what is left of a deadline in the largest unit that fits', () => {
  const end = daysAfter(begin, 7);
  expect(end).toBe('2026-11-27T10:00:00.000Z');
  expect(leftUntil(end, begin)).toBe('7 days left');
  expect(leftUntil(end, begin + 1)).toBe('6 days left');
  expect(leftUntil(end, begin + 6 * 24 * hourMs)).toBe('1 day left');
  expect(leftUntil(end, begin + 6 * 24 * hourMs + 1)).toBe('23 hours left');
  expect(leftUntil(end, Date.parse(end) - 59 * 60_000)).toBe('59 minutes left');
  expect(leftUntil(end, Date.parse(end) - 1)).toBe('1 minute left');
  expect(leftUntil(end, Date.parse(end))).toBe('time is over');
});

test('has a tick for each eight hours of the reservation, and says what each gives back', () => {
  const times = { from: begin, freeUntil: Date.parse(daysAfter(begin, 3)), endsAt: Date.parse(daysAfter(begin, 7)) };
  const fresh = makeRulerTicks({ ...times, now: begin });
  expect(fresh).toHaveLength(21);
  expect(fresh.filter(({ gives }) => gives === 'all')).toHaveLength(9);
  expect(fresh.some(({ isOver }) => isOver)).toBe(false);
  const afterADay = makeRulerTicks({ ...times, now: begin + 24 * hourMs - 1 });
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
    at: daysAfter(begin, 0),
    condition: null,
    refund: 1,
    forfeit: 0,
    reason: '',
  } as const;
  const last = { ended: { ...ended, refundState: null } };
  expect(endOfPause(last, begin)).toBe(daysAfter(begin, 7));
  expect(endOfPause(last, Date.parse(daysAfter(begin, 7)))).toBeNull();
  expect(endOfPause({ ended: { ...last.ended, as: 'seller-withdrew' } }, begin)).toBeNull();
  expect(endOfPause({ ended: null }, begin)).toBeNull();
  expect(endOfPause(null, begin)).toBeNull();
});
