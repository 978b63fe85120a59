import { toSingaporeDay } from '../text/singapore-day.ts';
import type { Booking } from './booking.ts';
import { readViewing, type Viewing } from './read-viewing.ts';

/** An upcoming meeting. `viewing` is undefined when the text of the meeting names no day. */
export type UpcomingViewing = { readonly viewing: Viewing | undefined };

/**
 * Returns the upcoming viewing of an order whose car has not been viewed yet; undefined when the viewing is not
 * upcoming. A viewing on a past day is not upcoming. A viewing without a known day counts as upcoming until the
 * payment.
 * @param booking an order of which neither the viewing nor a later step is marked.
 */
export function findUpcomingViewing(
  booking: Pick<Booking, 'status' | 'meetingDate' | 'createdAt'>,
  now: Date,
): UpcomingViewing | undefined {
  if (booking.status !== 'unpaid' && booking.status !== 'paid') return undefined;
  if (booking.meetingDate.trim() === '') return undefined;
  const viewing = readViewing(booking.meetingDate, booking.createdAt);
  if (viewing === undefined) return booking.status === 'unpaid' ? { viewing } : undefined;
  return viewing.day < toSingaporeDay(now) ? undefined : { viewing };
}

/**
 * Returns the upcoming meetings among the given meetings, the earliest first. Meetings whose day is unknown come last,
 * in the order of the input.
 */
export function listUpcomingViewings<Meeting extends Pick<Booking, 'status' | 'meetingDate' | 'createdAt'>>(
  meetings: readonly Meeting[],
  now: Date,
): readonly Meeting[] {
  return meetings
    .flatMap((meeting) => {
      const upcomingViewing = findUpcomingViewing(meeting, now);
      return upcomingViewing === undefined ? [] : [{ meeting, at: makeStartSortKey(upcomingViewing.viewing) }];
    })
    .toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
    .map(({ meeting }) => meeting);
}

/**
 * A sort key: its order is the order of the viewings by day and time. A viewing without a time comes after the viewings
 * with a time on its day.
 */
function makeStartSortKey(viewing: Viewing | undefined): string {
  if (viewing === undefined) return '~';
  return `${viewing.day} ${viewing.minute === null ? '~' : String(viewing.minute).padStart(4, '0')}`;
}
