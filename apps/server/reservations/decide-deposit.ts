import { recordAudit } from '@carhouse/database/audit/audit';
import type { Transaction } from '@carhouse/database/connection/transaction';
import { findChargeMoneyPlace } from '@carhouse/database/payments/disputes';
import type { Payment } from '@carhouse/database/payments/payments';
import {
  type EndedReservation,
  lockReservation,
  saveReservationEnd,
} from '@carhouse/database/reservations/reservations';
import { insertDepositSale } from '@carhouse/database/sales/sales';
import type { AccountId } from '@carhouse/domain/account/account';
import type { BookingId } from '@carhouse/domain/booking/booking';
import type { LedgerEntry } from '@carhouse/domain/ledger/ledger-entry';
import { makeForfeitEntry } from '@carhouse/domain/ledger/payment-entries';
import { advance } from '@carhouse/domain/lifecycle/lifecycle';
import { type Cents, cents } from '@carhouse/domain/money/money';
import type { PaymentId } from '@carhouse/domain/payment/payment';
import { decideRefund, type Outcome, reservationLifecycle } from '@carhouse/domain/reservation/reservation';
import { endRuleByOutcome } from '@carhouse/domain/reservation/reservation-rule';
import type { Context } from '../context.ts';

/** A reservation that the transaction has just ended, and the payment of its deposit. */
export type DecidedDeposit = EndedReservation & { readonly bookingId: BookingId; readonly depositPaymentId: PaymentId };

/**
 * Ends the active reservation of a booking that is being cancelled, and decides by its terms which part of the deposit
 * is refunded. The buyer forfeits nothing of a deposit that the buyer's bank has taken back, or whose charge the
 * provider does not know. The booking must be locked.
 * @param payments the payments of the booking in the order in which they were made. The first payment is the deposit.
 * @returns undefined when the booking has no active reservation.
 */
export async function decideDeposit(
  context: Pick<Context, 'now' | 'newId'>,
  trx: Transaction,
  bookingId: BookingId,
  cancellation: {
    readonly outcome: Outcome;
    readonly actorId: AccountId | null;
    readonly payments: readonly Payment[];
    readonly voidPaymentId?: PaymentId | undefined;
  },
): Promise<DecidedDeposit | undefined> {
  const reservation = await lockReservation(trx, bookingId);
  if (reservation?.state !== 'active' || reservation.terms === null) return undefined;
  const [deposit] = cancellation.payments;
  if (deposit === undefined) throw new Error(`the reservation of booking ${bookingId} has no deposit`);
  const now = context.now();
  const { outcome } = cancellation;
  const newState = advance(reservationLifecycle, reservation.state, 'end', endRuleByOutcome[outcome.end].by);
  const isMoneyKept =
    deposit.id !== cancellation.voidPaymentId && (await findChargeMoneyPlace(trx, deposit)) !== 'taken-back';
  const depositDivision = isMoneyKept
    ? decideRefund(reservation.terms, outcome, now)
    : { refund: reservation.deposit, forfeit: cents(0) };
  const condition = outcome.end === 'condition-failed' ? outcome.condition : null;
  const endedReservation: EndedReservation = { end: outcome.end, condition, at: now, ...depositDivision };
  await saveReservationEnd(trx, bookingId, endedReservation);
  await recordAudit(context, trx, {
    actorId: cancellation.actorId,
    noun: 'reservation',
    action: outcome.end,
    nounId: bookingId,
    before: { state: reservation.state },
    after: {
      state: newState,
      condition,
      refundCents: depositDivision.refund.toString(),
      forfeitCents: depositDivision.forfeit.toString(),
    },
  });
  return { ...endedReservation, bookingId, depositPaymentId: deposit.id };
}

/**
 * Saves the forfeited part of a deposit as a sale of the seller, who is then paid as for every confirmed sale.
 * @returns the ledger entry of the forfeited part, which the caller saves with its other entries.
 */
export async function forfeitDeposit(
  context: Pick<Context, 'now' | 'newId'>,
  trx: Transaction,
  deposit: Payment,
  { forfeit, sellerId }: { readonly forfeit: Cents; readonly sellerId: AccountId },
): Promise<LedgerEntry> {
  const { bookingId, buyerId, currency } = deposit;
  const order = { bookingId, buyerId, sellerId, currency };
  await insertDepositSale(
    trx,
    { ...order, paymentId: deposit.id, price: forfeit, paidAt: deposit.paidAt },
    context.now(),
  );
  await recordAudit(context, trx, {
    actorId: null,
    noun: 'sale',
    action: 'forfeit-deposit',
    nounId: bookingId,
    after: { state: 'confirmed', cents: forfeit.toString() },
  });
  return makeForfeitEntry({ ...order, amount: forfeit }, deposit.id);
}
