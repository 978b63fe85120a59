import { makeAuditStatement } from '@carhouse/database/audit/audit';
import { requireChangedRow, type Statement } from '@carhouse/database/connection/statement';
import {
  makeActivateReservationStatement,
  makeReservationBoughtStatement,
  makeSetDeadlinesStatement,
  type ReservationForSettlement,
} from '@carhouse/database/reservations/reservations';
import type { Booking, BookingId } from '@carhouse/domain/booking/booking';
import { advance } from '@carhouse/domain/lifecycle/lifecycle';
import { makeTerms, reservationLifecycle } from '@carhouse/domain/reservation/reservation';
import type { Context } from '../context.ts';
import { makePaymentMailStatement } from '../payments/announce-payment.ts';

/**
 * Returns the changes that begin a reservation when its deposit is paid; no changes for a later part, or when the
 * price has no reservation.
 */
export function makeDepositStatements(
  context: Context,
  settledDeposit: {
    readonly booking: Pick<Booking, 'id' | 'buyerId' | 'sellerId'>;
    readonly reservation: ReservationForSettlement | undefined;
    readonly paidAt: Date;
  },
): readonly Statement[] {
  const { booking, reservation, paidAt } = settledDeposit;
  if (reservation?.state !== 'started') return [];
  const terms = makeTerms(reservation.deposit, reservation.conditions, paidAt);
  const state = advance(reservationLifecycle, reservation.state, 'pay-deposit', 'payment');
  return [
    requireChangedRow(makeActivateReservationStatement(booking.id, terms, paidAt)),
    makeSetDeadlinesStatement(booking.id, terms),
    makeAuditStatement(context, {
      actorId: null,
      noun: 'reservation',
      action: 'pay-deposit',
      nounId: booking.id,
      before: { state: reservation.state },
      after: { state, endsAt: terms.endsAt.toISOString(), freeUntil: terms.freeUntil.toISOString() },
    }),
    makePaymentMailStatement(
      context,
      [booking.buyerId, booking.sellerId].map((recipientId) => ({
        kind: 'reserved',
        bookingId: booking.id,
        recipientId,
      })),
    ),
  ];
}

/**
 * Returns the changes that end a reservation with the sale of its car; no changes for a booking without a reservation.
 */
export function makeReservedSaleStatements(
  context: Context,
  bookingId: BookingId,
  reservation: ReservationForSettlement | undefined,
): readonly Statement[] {
  if (reservation === undefined) return [];
  const state = advance(reservationLifecycle, reservation.state, 'buy', 'payment');
  return [
    requireChangedRow(makeReservationBoughtStatement(bookingId)),
    makeAuditStatement(context, {
      actorId: null,
      noun: 'reservation',
      action: 'buy',
      nounId: bookingId,
      before: { state: reservation.state },
      after: { state },
    }),
  ];
}
