import type { BookingOnRecord, BookingWithReason, NumbersOfCar } from '@carhouse/database/bookings/bookings';
import { hasEnded } from '@carhouse/domain/booking/booking-policy';
import { readViewing, type Viewing } from '@carhouse/domain/booking/read-viewing';
import { type CalendarMethod, viewingEvent, viewingStart } from '@carhouse/domain/booking/viewing-event';
import { formatMoney } from '@carhouse/domain/money/money';
import type { OutboxKind } from '@carhouse/domain/payment/outbox';
import { singaporeDay } from '@carhouse/domain/text/singapore-day';
import type { CalendarFile } from '@carhouse/mail/mailer';

/** Maximum number of calendar files of one mail. */
export const mostFiles = 20;

const dayParts = {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'Asia/Singapore',
} as const;
const dayText = new Intl.DateTimeFormat('en-SG', dayParts);
const timeText = new Intl.DateTimeFormat('en-SG', {
  ...dayParts,
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** What a mail says about an order. */
export type MailedOrder = {
  readonly booking: BookingOnRecord;
  /** For a mail about a sale: the other buyers' orders of the car, which it ended. */
  readonly lost: readonly BookingWithReason[];
  /** The display name of the listing's brand, which only admins choose; undefined when the brand was deleted. */
  readonly brand: string | undefined;
  readonly numbers: NumbersOfCar | undefined;
  readonly publicUrl: string;
  /** When the mail is sent. */
  readonly now: Date;
};

/**
 * Names the car of a booking by facts that hold no text of a user: `Ferrari of 2021, 14,200 km, for $868,000`. The booking
 * is that of the order, or another buyer's booking of the same car; only its price is used.
 */
export function carInMail({ brand, numbers }: MailedOrder, { price }: BookingWithReason): string {
  const year = numbers?.registeredOn == null ? '' : ` of ${numbers.registeredOn.slice(0, 4)}`;
  const distance = numbers?.mileageKm == null ? '' : `, ${numbers.mileageKm.toLocaleString('en-SG')} km,`;
  return `${brand ?? 'car'}${year}${distance} for ${formatMoney(price)}`;
}

/**
 * The proposed time of a viewing that is still to come, such as `Sat, 28 Nov 2026, 15:00`, or only its day; undefined when
 * the text of the booking names no day.
 */
export function proposedTime({ booking, now }: MailedOrder): string | undefined {
  const viewing = comingViewing(booking, now);
  if (viewing === undefined) return undefined;
  const start = viewingStart(viewing);
  return start === undefined ? dayText.format(new Date(viewing.day)) : timeText.format(start);
}

/** Only the day and the time are taken from the free text of a booking. */
function comingViewing({ meetingDate, createdAt }: BookingWithReason, now: Date): Viewing | undefined {
  const viewing = readViewing(meetingDate, createdAt);
  return viewing === undefined || viewing.day < singaporeDay(now) ? undefined : viewing;
}

/** A mail of these kinds says that the order goes on. Each of the others says that an order has ended, or a charge was returned. */
const ongoing: readonly OutboxKind[] = ['booked', 'receipt', 'sold'];

/**
 * The calendar files of a mail about an order. While the order goes on, its viewing is added. Every mail about the end of an
 * order removes it, whatever ended it. A mail can be sent after the order has changed again, so the status of the booking
 * decides too: an ended order adds no viewing, and a returned charge of an open order removes none.
 *
 * The seller gets no mail of their own about each order that another buyer's payment ended, so the mail about the sale
 * removes those viewings as well.
 */
export function viewingFiles(kind: OutboxKind, order: MailedOrder): readonly CalendarFile[] {
  const isOngoing = ongoing.includes(kind);
  const fits = isOngoing !== hasEnded(order.booking.status);
  const files = [
    ...(fits ? viewingFile(order, order.booking, isOngoing ? 'PUBLISH' : 'CANCEL') : []),
    ...(kind === 'sold' ? order.lost.flatMap((each) => viewingFile(order, each, 'CANCEL')) : []),
  ];
  return files.slice(0, mostFiles);
}

/**
 * The lines of a mail that say what its calendar files do; none without files.
 * @param writer who wrote the time of the viewing, as the reader calls them: `you` or `the buyer`.
 */
export function calendarHint(files: readonly CalendarFile[], writer: string): readonly string[] {
  const has = (method: CalendarMethod): boolean => files.some((file) => file.method === method);
  return [
    ...(has('PUBLISH')
      ? [`The attached file puts the viewing into your calendar. Its time is read from what ${writer} wrote: check it.`]
      : []),
    ...(has('CANCEL') ? ['An attached file takes each viewing that no longer takes place out of your calendar.'] : []),
  ];
}

/**
 * The viewing of a booking, when its free text names a day that is not yet past; nothing otherwise. A viewing of an earlier
 * day stays in the calendar: it took place.
 */
function viewingFile(order: MailedOrder, booking: BookingWithReason, method: CalendarMethod): readonly CalendarFile[] {
  const { publicUrl, now } = order;
  const viewing = comingViewing(booking, now);
  if (viewing === undefined) return [];
  const text = viewingEvent({
    uid: `viewing-${booking.id}`,
    viewing,
    summary: `Viewing: ${carInMail(order, booking)}`,
    description: `The order: ${publicUrl}/orders/${booking.id}`,
    method,
    now,
  });
  return [{ method, text }];
}
