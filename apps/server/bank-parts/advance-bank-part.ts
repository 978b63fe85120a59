import { recordAudit } from '@carhouse/database/audit/audit';
import { lockBooking } from '@carhouse/database/bookings/bookings';
import type { Transaction } from '@carhouse/database/connection/transaction';
import { forgetSentBankMails } from '@carhouse/database/outbox/outbox';
import { type BankPartStatement, changeBankPart, lockBankParts } from '@carhouse/database/payments/bank-parts';
import { prolongReservation } from '@carhouse/database/payments/payment-parts';
import type { StoredReservation } from '@carhouse/database/reservations/reservations';
import type { AccountId, Actor } from '@carhouse/domain/account/account';
import type { Booking, BookingId } from '@carhouse/domain/booking/booking';
import { findBookingParty } from '@carhouse/domain/booking/booking-policy';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { advance } from '@carhouse/domain/lifecycle/lifecycle';
import {
  type BankPart,
  type BankPartEvent,
  type BankPartParty,
  bankPartLifecycle,
  computeAnswerDeadline,
} from '@carhouse/domain/payment/bank-part';
import type { Context } from '../context.ts';

export type LockedBankPart = {
  readonly booking: Booking & { readonly reservedUntil: Date | null };
  readonly part: BankPart;
  readonly party: 'buyer' | 'seller' | 'admin';
};

/**
 * Locks a booking and then its bank part, for the buyer, the seller or an admin.
 * @throws DomainError NOT_FOUND for other users, and for a price without a bank part.
 */
export async function lockBankPartOfOrder(trx: Transaction, actor: Actor, id: BookingId): Promise<LockedBankPart> {
  const booking = await lockBooking(trx, id);
  const party = booking === undefined ? null : findBookingParty(actor, booking);
  const [part] = await lockBankParts(trx, [id]);
  if (booking === undefined || party === null || part === undefined) throw new DomainError('NOT_FOUND');
  return { booking, part, party };
}

/**
 * Checks that the time of a reservation is not over. The reconciler may not have ended an overdue reservation yet. A
 * statement that is made after this time does not decide who gets the deposit (decision 0085).
 * @throws DomainError ILLEGAL_TRANSITION.
 */
export function assertReservationNotOver({ reservedUntil }: { readonly reservedUntil: Date | null }, now: Date): void {
  if (reservedUntil !== null && reservedUntil <= now)
    throw new DomainError('ILLEGAL_TRANSITION', { detail: 'The time of the reservation is over.' });
}

/**
 * Extends a reservation with a deposit so that at least 24 hours are left. In this time the seller can answer a
 * statement of the buyer, or the buyer a refusal of the seller (decision 0090). The booking must be locked.
 */
export async function extendReservationForAnswer(
  context: Pick<Context, 'now'>,
  trx: Transaction,
  reservation: Pick<StoredReservation, 'bookingId' | 'terms'> | undefined,
): Promise<void> {
  if (reservation?.terms == null) return;
  await prolongReservation(trx, reservation.bookingId, computeAnswerDeadline(context.now(), reservation.terms.endsAt));
}

/**
 * Advances a locked bank part by one event of its lifecycle, and writes an audit entry. The audit entry contains no
 * name of a bank, no reference and no reason, because audit entries can never be deleted. The caller sends a mail to
 * the party who must act next.
 * @throws DomainError ILLEGAL_TRANSITION, ROLE_REQUIRED.
 */
export async function advanceBankPart(
  context: Pick<Context, 'now' | 'newId'>,
  trx: Transaction,
  part: Pick<BankPart, 'partId' | 'bookingId' | 'state' | 'amount'>,
  step: {
    readonly event: BankPartEvent;
    readonly party: BankPartParty;
    /** Null when the end of the order causes the event, and not a user. */
    readonly actorId: AccountId | null;
    readonly statement: BankPartStatement;
  },
): Promise<void> {
  const to = advance(bankPartLifecycle, part.state, step.event, step.party);
  await forgetSentBankMails(trx, part.bookingId);
  await changeBankPart(trx, part.partId, { from: part.state, to, now: context.now() }, step.statement);
  await recordAudit(context, trx, {
    actorId: step.actorId,
    noun: 'bank_part',
    action: step.event,
    nounId: part.partId,
    before: { state: part.state },
    after: { state: to, bookingId: part.bookingId, cents: part.amount.toString() },
  });
}
