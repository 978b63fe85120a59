import { describe, expect, it } from 'vitest';
import { findUpcomingViewing, listUpcomingViewings } from './viewing-to-come.ts';

/** A Thursday in Singapore. */
const now = new Date('2026-11-26T04:00:00Z');
const createdAt = new Date('2026-11-20T04:00:00Z');
const meeting = (meetingDate: string, status: 'unpaid' | 'paid' | 'cancelled' | 'refunded' = 'unpaid') => ({
  meetingDate,
  status,
  createdAt,
});

describe('a viewing to come', () => {
  it.each([
    ['today', meeting('26 Nov, 3 pm'), true],
    ['a later day', meeting('28 November'), true],
    ['a day that has passed', meeting('25 Nov'), false],
    ['a later day of a paid order', meeting('28 Nov', 'paid'), true],
    ['a text without a day', meeting('any time'), true],
    ['a text without a day after the payment', meeting('any time', 'paid'), false],
    ['no text', meeting(' '), false],
    ['a cancelled order', meeting('28 Nov', 'cancelled'), false],
    ['a refunded order', meeting('28 Nov', 'refunded'), false],
  ])('is decided by the day and the status: %s', (_case, booking, isUpcoming) => {
    expect(findUpcomingViewing(booking, now) !== undefined).toBe(isUpcoming);
  });

  it('comes first when it is the earliest; one without a day comes last', () => {
    const meetings = ['any time', '28 Nov', '28 Nov, 3 pm', '27 Nov', '25 Nov', '28 Nov, 9 am'].map((text) =>
      meeting(text),
    );
    expect(listUpcomingViewings(meetings, now).map(({ meetingDate }) => meetingDate)).toEqual([
      '27 Nov',
      '28 Nov, 9 am',
      '28 Nov, 3 pm',
      '28 Nov',
      'any time',
    ]);
  });
});
