import type { BookingOnRecord, BookingWithReason } from '@carhouse/database/bookings/bookings';
import { hasEnded } from '@carhouse/domain/booking/booking-policy';
import { readViewing } from '@carhouse/domain/booking/read-viewing';
import { type CalendarMethod, viewingEvent } from '@carhouse/domain/booking/viewing-event';
import { formatMoney } from '@carhouse/domain/money/money';
import type { OutboxKind } from '@carhouse/domain/payment/outbox';
import { singaporeDay } from '@carhouse/domain/text/singapore-day';
import type { CalendarFile } from '@carhouse/mail/mailer';

/** What a mail says about an order. */
export type MailedOrder = {
  readonly booking: BookingOnRecord;
  /** For a mail about a sale: the other buyers' orders of the car, which it ended. */
  readonly lost: readonly BookingWithReason[];
  /** The display name of the listing's brand, which only admins choose; undefined when the brand was deleted. */
  readonly brand: string | undefined;
  readonly publicUrl: string;
  /** When the mail is sent. */
  readonly now: Date;
};

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
  return [
    ...(fits ? viewingFile(order, order.booking, isOngoing ? 'PUBLISH' : 'CANCEL') : []),
    ...(kind === 'sold' ? order.lost.flatMap((each) => viewingFile(order, each, 'CANCEL')) : []),
  ];
}

/** The lines of a mail that say what its calendar files do; none without files. */
export function calendarHint(files: readonly CalendarFile[]): readonly string[] {
  const has = (method: CalendarMethod): boolean => files.some((file) => file.method === method);
  return [
    ...(has('PUBLISH')
      ? ['The attached file puts the viewing into your calendar. Its time is read from what the buyer wrote: check it.']
      : []),
    ...(has('CANCEL') ? ['An attached file takes each viewing that no longer takes place out of your calendar.'] : []),
  ];
}

/**
 * The viewing of a booking, when its free text names a day that is not yet past; nothing otherwise. Only the time is taken
 * from the text. A viewing of an earlier day stays in the calendar: it took place.
 */
function viewingFile(
  { brand, publicUrl, now }: MailedOrder,
  booking: BookingWithReason,
  method: CalendarMethod,
): readonly CalendarFile[] {
  const viewing = readViewing(booking.meetingDate, booking.createdAt);
  if (viewing === undefined || viewing.day < singaporeDay(now)) return [];
  const text = viewingEvent({
    uid: `viewing-${booking.id}`,
    viewing,
    summary: `Viewing: ${brand ?? 'car'} for ${formatMoney(booking.price)}`,
    description: `The order: ${publicUrl}/orders/${booking.id}`,
    method,
    now,
  });
  return [{ method, text }];
}
