import type { AccountId } from '@carhouse/domain/account/account';
import type { BookingId } from '@carhouse/domain/booking/booking';
import type { ListingId } from '@carhouse/domain/listing/listing';
import type { Cents } from '@carhouse/domain/money/money';
import type { PartPayer, PaymentPart, PaymentPartId } from '@carhouse/domain/payment/payment-plan';
import type { ReservationOutcome } from '@carhouse/domain/reservation/reservation-rule';
import type { Database } from '../connection/connect.ts';
import { hasChangedOneRow, type Statement } from '../connection/statement.ts';
import type { Transaction } from '../connection/transaction.ts';
import { insertBankPart } from './bank-parts.ts';

/**
 * A part of a price, and whether the part is paid. A part is paid when a charge has paid it, even if the charge was
 * refunded later, or when an admin has confirmed the bank part.
 */
export type StoredPart = PaymentPart & { readonly isPaid: boolean };

/**
 * Lists the current parts of a booking's price in their order. The list of parts is empty when one charge pays the
 * whole price.
 */
export async function listParts(
  database: Database | Transaction,
  bookingId: BookingId,
): Promise<readonly StoredPart[]> {
  const rows = await database
    .selectFrom('payment_part')
    .leftJoin('payment', 'payment.part_id', 'payment_part.id')
    .leftJoin('bank_part', 'bank_part.part_id', 'payment_part.id')
    .select(['payment_part.id', 'payment_part.number', 'payment_part.amount_cents', 'payment_part.payer'])
    .select(['payment.id as payment_id', 'bank_part.state as bank_state'])
    .where('payment_part.booking_id', '=', bookingId)
    .where('payment_part.replaced_at', 'is', null)
    .orderBy('payment_part.number')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    number: row.number,
    amount: row.amount_cents,
    payer: row.payer,
    isPaid: row.payment_id !== null || row.bank_state === 'confirmed',
  }));
}

/** Does what `listParts` does, for a pipelined transaction that has locked the booking. */
export function makeSelectPartsOfBookingStatement(bookingId: BookingId): Statement<readonly StoredPart[]> {
  return {
    name: 'settle-parts',
    text: `SELECT part.id, part.number, part.amount_cents, part.payer,
        payment.id IS NOT NULL OR coalesce(bank_part.state = 'confirmed', false) AS is_paid
      FROM payment_part part LEFT JOIN payment ON payment.part_id = part.id LEFT JOIN bank_part ON bank_part.part_id = part.id
      WHERE part.booking_id = $1 AND part.replaced_at IS NULL ORDER BY part.number`,
    values: [bookingId],
    read: ({ rows }) =>
      rows.map((row) => ({
        id: row.id,
        number: row.number,
        amount: row.amount_cents,
        payer: row.payer,
        isPaid: row.is_paid,
      })),
  };
}

/**
 * A part that is not saved yet; its position in the list becomes its number. When a part has no payer, the buyer pays
 * it.
 */
export type NewPart = { readonly id: PaymentPartId; readonly amount: Cents; readonly payer?: PartPayer };

/**
 * Replaces the parts of a booking's price; no parts mean that one charge pays it. The booking must be locked.
 * @throws a violation of `payment_part_kept` when a charge has paid a part or can still pay it, and of `bank_part_kept`
 *   when the buyer has stated that a bank has paid its part.
 */
export async function replaceParts(
  trx: Transaction,
  bookingId: BookingId,
  parts: readonly NewPart[],
  now: Date,
): Promise<void> {
  // Parts to which no charge refers are removed, so that a booking has at most as many old parts as charges.
  await trx
    .deleteFrom('payment_part')
    .where('booking_id', '=', bookingId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payment_attempt')
            .select('payment_attempt.id')
            .whereRef('payment_attempt.part_id', '=', 'payment_part.id'),
        ),
      ),
    )
    .execute();
  await trx
    .updateTable('payment_part')
    .set({ replaced_at: now })
    .where('booking_id', '=', bookingId)
    .where('replaced_at', 'is', null)
    .execute();
  await trx
    .updateTable('booking')
    .set({ in_parts: parts.length > 0 })
    .where('id', '=', bookingId)
    .execute();
  if (parts.length === 0) return;
  await trx
    .insertInto('payment_part')
    .values(
      parts.map(({ id, amount, payer }, index) => ({
        id,
        booking_id: bookingId,
        number: index + 1,
        amount_cents: amount,
        created_at: now,
        replaced_at: null,
        payer: payer ?? 'buyer',
      })),
    )
    .execute();
  for (const { id, amount, payer } of parts)
    if (payer === 'bank') await insertBankPart(trx, { id, bookingId, amount }, now);
}

/** Reserves the car of a booking whose first part is paid. A reservation that has already begun keeps its end. */
export function makeReserveCarStatement(bookingId: BookingId, until: Date): Statement<boolean> {
  return {
    name: 'settle-reserve-car',
    text: 'UPDATE booking SET reserved_until = coalesce(reserved_until, $2) WHERE id = $1 AND status = $3',
    values: [bookingId, until, 'unpaid'],
    read: hasChangedOneRow,
  };
}

/** Lets the reservation of an unpaid booking last at least until a time. */
export async function prolongReservation(trx: Transaction, bookingId: BookingId, until: Date): Promise<void> {
  await trx
    .updateTable('booking')
    .set({ reserved_until: until })
    .where('id', '=', bookingId)
    .where('status', '=', 'unpaid')
    .where('reserved_until', '<', until)
    .execute();
}

/**
 * Saves how the reservation by a paid part has ended, on the cancelled booking. The end of a reservation with a deposit
 * is stored in a separate row instead.
 */
export async function saveReservationEnd(
  trx: Transaction,
  bookingId: BookingId,
  outcome: ReservationOutcome,
): Promise<void> {
  await trx.updateTable('booking').set({ reservation_end: outcome }).where('id', '=', bookingId).execute();
}

export type Reservation = { readonly bookingId: BookingId; readonly listingId: ListingId; readonly until: Date };

/** Finds the reservation of a car, if a buyer has paid a part of its price. */
export async function findReservation(
  database: Database | Transaction,
  listingId: ListingId,
): Promise<Reservation | undefined> {
  const [reservation] = await listReservations(database, [listingId]);
  return reservation;
}

/** Lists the reservations of these cars. */
export async function listReservations(
  database: Database | Transaction,
  listingIds: readonly ListingId[],
): Promise<readonly Reservation[]> {
  if (listingIds.length === 0) return [];
  const rows = await database
    .selectFrom('booking')
    .select(['id', 'listing_id', 'reserved_until'])
    .where('listing_id', 'in', [...listingIds])
    .where('reserved_until', 'is not', null)
    .execute();
  return rows.flatMap((row) =>
    row.reserved_until === null ? [] : [{ bookingId: row.id, listingId: row.listing_id, until: row.reserved_until }],
  );
}

/**
 * Returns when the last booking of a buyer was cancelled whose paid parts for this car were refunded; null when the
 * buyer had no such booking. A reservation that the seller has withdrawn does not count.
 */
export async function findRefundedReservationTime(
  trx: Transaction,
  of: { readonly buyerId: AccountId; readonly listingId: ListingId },
): Promise<Date | null> {
  const row = await trx
    .selectFrom('booking')
    .innerJoin('payment', 'payment.booking_id', 'booking.id')
    .select('booking.closed_at')
    .where('booking.buyer_id', '=', of.buyerId)
    .where('booking.listing_id', '=', of.listingId)
    .where('booking.status', '=', 'cancelled')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('reservation')
            .select('reservation.booking_id')
            .whereRef('reservation.booking_id', '=', 'booking.id')
            .where('reservation.end_kind', '=', 'seller-withdrew'),
        ),
      ),
    )
    .orderBy('booking.closed_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.closed_at ?? null;
}

/** Lists the reservations that have ended and have no open charge, the oldest first. */
export async function listEndedReservations(
  database: Database,
  now: Date,
  limit: number,
): Promise<readonly Reservation[]> {
  const rows = await database
    .selectFrom('booking')
    .select(['id', 'listing_id', 'reserved_until'])
    .where('reserved_until', '<=', now)
    // Reservations are excluded when the seller already has the money of a bank, because an admin decides about this
    // bank part first (decision 0083).
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('bank_part')
            .select('bank_part.part_id')
            .whereRef('bank_part.booking_id', '=', 'booking.id')
            .where('bank_part.state', '=', 'received'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payment_attempt')
            .select('payment_attempt.id')
            .whereRef('payment_attempt.booking_id', '=', 'booking.id')
            .where('payment_attempt.state', '=', 'open'),
        ),
      ),
    )
    .orderBy('reserved_until')
    .limit(limit)
    .execute();
  return rows.flatMap((row) =>
    row.reserved_until === null ? [] : [{ bookingId: row.id, listingId: row.listing_id, until: row.reserved_until }],
  );
}
