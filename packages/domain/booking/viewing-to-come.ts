import { singaporeDay } from '../text/singapore-day.ts';
import type { Booking } from './booking.ts';
import { readViewing, type Viewing } from './read-viewing.ts';

/** A meeting that is to come. `viewing` is undefined when the text of the meeting names no day. */
export type ViewingToCome = { readonly viewing: Viewing | undefined };

/**
 * Returns the viewing of an order whose car has not been viewed yet; undefined when it is not to come. A viewing on a
 * past day is not to come. A viewing without a day counts as to come until the payment, because its day is unknown.
 * @param booking an order of which neither the viewing nor a later step is marked.
 */
export function findViewingToCome(
  booking: Pick<Booking, 'status' | 'meetingDate' | 'createdAt'>,
  now: Date,
): ViewingToCome | undefined {
  if (booking.status !== 'unpaid' && booking.status !== 'paid') return undefined;
  if (booking.meetingDate.trim() === '') return undefined;
  const viewing = readViewing(booking.meetingDate, booking.createdAt);
  if (viewing === undefined) return booking.status === 'unpaid' ? { viewing } : undefined;
  return viewing.day < singaporeDay(now) ? undefined : { viewing };
}

/**
 * Returns the meetings among these that are to come, the earliest first. Meetings whose day is unknown come last, in
 * the order of the input.
 */
export function sortViewingsToCome<Meeting extends Pick<Booking, 'status' | 'meetingDate' | 'createdAt'>>(
  meetings: readonly Meeting[],
  now: Date,
): readonly Meeting[] {
  return meetings
    .flatMap((meeting) => {
      const viewingToCome = findViewingToCome(meeting, now);
      return viewingToCome === undefined ? [] : [{ meeting, at: startKeyOf(viewingToCome.viewing) }];
    })
    .toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
    .map(({ meeting }) => meeting);
}

/**
 * A text that sorts viewings by day and time. A viewing without a time comes after the viewings with a time on its day.
 */
function startKeyOf(viewing: Viewing | undefined): string {
  if (viewing === undefined) return '~';
  return `${viewing.day} ${viewing.minute === null ? '~' : String(viewing.minute).padStart(4, '0')}`;
}
