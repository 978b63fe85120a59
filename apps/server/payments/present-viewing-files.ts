import type { BookingRecord, NumericCarFacts, StoredBooking } from '@carhouse/database/bookings/bookings';
import { hasEndedWithoutSale } from '@carhouse/domain/booking/booking-policy';
import { readViewing, type Viewing } from '@carhouse/domain/booking/read-viewing';
import { type CalendarMethod, computeViewingStart, makeCalendarFile } from '@carhouse/domain/booking/viewing-event';
import { formatMoney } from '@carhouse/domain/money/money';
import type { OutboxKind } from '@carhouse/domain/payment/outbox';
import { toSingaporeDay } from '@carhouse/domain/text/singapore-day';
import type { CalendarFile } from '@carhouse/mail/mailer';
import type { MailedReservation } from '../reservations/read-mailed-reservation.ts';

/** Maximum number of calendar files of one mail. */
export const calendarFileCountMaximum = 20;

const dayFormatParts = {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'Asia/Singapore',
} as const;
const dayFormat = new Intl.DateTimeFormat('en-SG', dayFormatParts);
export const timeFormat = new Intl.DateTimeFormat('en-SG', {
  ...dayFormatParts,
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** The data from which a mail about an order is written. */
export type MailedOrder = {
  readonly booking: BookingRecord;
  /** For a mail about a sale: the other buyers' orders of the car, which the sale ended. */
  readonly lostBookings: readonly StoredBooking[];
  /** The display name of the listing's brand, which only admins choose; undefined when the brand was deleted. */
  readonly brand: string | undefined;
  readonly numericFacts: NumericCarFacts | undefined;
  /** For a mail about a reservation: the reservation, or the turn of the recipient; null otherwise. */
  readonly reservation: MailedReservation | null;
  readonly publicUrl: string;
  /** The time at which the mail is sent. */
  readonly now: Date;
};

/**
 * Returns a name of the car of a booking from facts that contain no text of a user: `Ferrari of 2021, 14,200 km, for
 * $868,000`. `booking` is the order's booking, or another buyer's booking of the same car; only its price is used.
 */
export function describeCarInMail({ brand, numericFacts }: MailedOrder, { price }: StoredBooking): string {
  const year = numericFacts?.registeredOn == null ? '' : ` of ${numericFacts.registeredOn.slice(0, 4)}`;
  const mileageText = numericFacts?.mileageKm == null ? '' : `, ${numericFacts.mileageKm.toLocaleString('en-SG')} km,`;
  return `${brand ?? 'car'}${year}${mileageText} for ${formatMoney(price)}`;
}

/**
 * Returns the proposed time of a future viewing, such as `Sat, 28 Nov 2026, 15:00`, or only its day; undefined when the
 * text of the booking names no future day.
 */
export function formatProposedTime({ booking, now }: MailedOrder): string | undefined {
  const upcomingViewing = findUpcomingViewing(booking, now);
  if (upcomingViewing === undefined) return undefined;
  const start = computeViewingStart(upcomingViewing);
  return start === undefined ? dayFormat.format(new Date(upcomingViewing.day)) : timeFormat.format(start);
}

/** Returns the viewing that the free text of a booking names, when it is not yet past. */
function findUpcomingViewing({ meetingDate, createdAt }: StoredBooking, now: Date): Viewing | undefined {
  const upcomingViewing = readViewing(meetingDate, createdAt);
  return upcomingViewing === undefined || upcomingViewing.day < toSingaporeDay(now) ? undefined : upcomingViewing;
}

/**
 * The kinds of mails about an order that has not ended. Mails of all other kinds say that an order has ended or a
 * charge was refunded.
 */
const kindsOfOpenOrders: readonly OutboxKind[] = ['booked', 'receipt', 'sold', 'reserved'];

/**
 * The calendar files of a mail about an order. The file of a mail about an order that continues adds the viewing to
 * the reader's calendar. The file of every mail about the end of an order removes the viewing. The order may have
 * changed again before the mail is sent, so the current status of the booking matters too: no viewing is added for an
 * ended order, and none is removed when a charge was refunded but the order is still open.
 *
 * When another buyer's payment ends an order, the seller gets no separate mail about the ended order, so the mail about
 * the sale removes its viewing as well.
 */
export function makeViewingFiles(kind: OutboxKind, order: MailedOrder): readonly CalendarFile[] {
  // A mail of the kind `your-turn` refers to the booking of another buyer, whose reservation has ended.
  if (kind === 'your-turn') return [];
  const isOpenOrderKind = kindsOfOpenOrders.includes(kind);
  const hasFileForKind = isOpenOrderKind !== hasEndedWithoutSale(order.booking.status);
  const files = [
    ...(hasFileForKind ? makeFilesOfViewing(order, order.booking, isOpenOrderKind ? 'PUBLISH' : 'CANCEL') : []),
    ...(kind === 'sold' ? order.lostBookings.flatMap((each) => makeFilesOfViewing(order, each, 'CANCEL')) : []),
  ];
  return files.slice(0, calendarFileCountMaximum);
}

/**
 * Returns the lines of a mail that explain its calendar files; no lines when the mail has no files.
 * @param writer the person who proposed the time of the viewing, as the mail calls them: `you` or `the buyer`.
 */
export function writeCalendarHint(files: readonly CalendarFile[], writer: string): readonly string[] {
  const hasMethod = (method: CalendarMethod): boolean => files.some((file) => file.method === method);
  return [
    ...(hasMethod('PUBLISH')
      ? [`The attached file puts the viewing into your calendar. Its time is read from what ${writer} wrote: check it.`]
      : []),
    ...(hasMethod('CANCEL')
      ? ['An attached file takes each viewing that no longer takes place out of your calendar.']
      : []),
  ];
}

/**
 * Returns the calendar file for the viewing of a booking, in a list of one. The returned list is empty when the
 * booking's free text names no day, or a day that is past. A past viewing stays in the calendar.
 */
function makeFilesOfViewing(
  order: MailedOrder,
  booking: StoredBooking,
  method: CalendarMethod,
): readonly CalendarFile[] {
  const { publicUrl, now } = order;
  const upcomingViewing = findUpcomingViewing(booking, now);
  if (upcomingViewing === undefined) return [];
  const text = makeCalendarFile({
    uid: `viewing-${booking.id}`,
    viewing: upcomingViewing,
    summary: `Viewing: ${describeCarInMail(order, booking)}`,
    description: `The order: ${publicUrl}/orders/${booking.id}`,
    method,
    now,
  });
  return [{ method, text }];
}
