import { findWaitingRefund, hasOtherAdmin } from '@carhouse/database/approvals/approvals';
import { recordAudit } from '@carhouse/database/audit/audit';
import { lockBooking, markBookingRefunded } from '@carhouse/database/bookings/bookings';
import { inTransaction, type Transaction } from '@carhouse/database/connection/transaction';
import { listPostingsOfCause } from '@carhouse/database/ledger/ledger-entries';
import { changeListingStatus, lockListing } from '@carhouse/database/listings/listings';
import { findChargeMoneyPlace } from '@carhouse/database/payments/disputes';
import { lockAttempt } from '@carhouse/database/payments/payment-attempts';
import { findPayment, listPaymentsOfBooking, type Payment } from '@carhouse/database/payments/payments';
import {
  listDueRefundIntentIds,
  listRefundsOfBooking,
  sumRefundsByOneAdmin,
} from '@carhouse/database/payments/refunds';
import { findSale, lockSale } from '@carhouse/database/sales/sales';
import type { Actor } from '@carhouse/domain/account/account';
import type { CurrentAdmin } from '@carhouse/domain/account/current-actor';
import { type Approval, refundSumWindowMs } from '@carhouse/domain/approval/approval';
import type { AuditEvent } from '@carhouse/domain/audit/audit-event';
import { bookingLifecycle } from '@carhouse/domain/booking/booking-lifecycle';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { requireId } from '@carhouse/domain/ids/id';
import type { LedgerEntry } from '@carhouse/domain/ledger/ledger-entry';
import { makeUndoneSaleEntry } from '@carhouse/domain/ledger/payment-entries';
import { advance } from '@carhouse/domain/lifecycle/lifecycle';
import { advanceListing } from '@carhouse/domain/listing/listing-lifecycle';
import type { RefundState } from '@carhouse/domain/payment/payment';
import { attemptLifecycle } from '@carhouse/domain/payment/payment-lifecycle';
import { assertRefundable } from '@carhouse/domain/payment/payment-method';
import { sumParts } from '@carhouse/domain/payment/payment-plan';
import { sortRefunds } from '@carhouse/domain/payment/refund-rules';
import { authoriseAdmin } from '../accounts/authorise-actor.ts';
import { requestApproval } from '../approvals/ask-approval.ts';
import { closeExpiredApproval } from '../approvals/expire-approval.ts';
import { endBankParts } from '../bank-parts/end-bank-parts.ts';
import type { Context } from '../context.ts';
import { recordEntries } from '../ledger/record-entries.ts';
import { advanceSale } from '../sales/advance-sale.ts';
import { endComplaint } from '../sales/decide-complaint.ts';
import { undoSellerPayment } from '../seller-payments/undo-seller-payment.ts';
import { announceToBuyerAndSeller } from './announce-payment.ts';
import { type ChargeToRefund, recordDueRefund } from './record-due-refund.ts';
import { trySendRefund } from './refund-charge.ts';
import { undoDeposit } from './undo-deposit.ts';

export type RefundResult = {
  readonly payment: Payment;
  readonly state: RefundState;
  readonly reason: string;
};

/**
 * A request for a refund that a second admin must approve, because the admin's refunds of one day exceed the configured
 * amount.
 */
export type RefundRequest = { readonly payment: Payment; readonly approval: Approval };

/**
 * Refunds in full the charges of a paid booking, for an admin. A seller who has money from a bank sends it back to the
 * bank. One transaction marks the booking as refunded, withdraws the listing (its seller may relist it) and records the
 * refund as due. After the transaction the refund is sent to the card provider. A charge whose dispute is lost is not
 * refunded, because the buyer already has its money. The refund of such a charge is `void`. A repeated call returns the
 * existing refund. After a lost dispute about a cancelled order, the forfeit of a part of the deposit is undone
 * (`undoDeposit`). `id` is the id of the payment or of its booking.
 * @throws DomainError NOT_FOUND, ILLEGAL_TRANSITION, CHARGE_DISPUTED (a bank has withdrawn the money and has not
 * decided, or has decided about a part of it only), REFUND_PERIOD_OVER, and the errors of `authoriseAdmin`.
 */
export async function refundPayment(
  context: Context,
  actor: Actor,
  id: string,
  reason: string,
): Promise<RefundResult | RefundRequest> {
  const payment = await findPayment(context.database, requireId<'payment'>(id));
  if (payment === undefined) throw new DomainError('NOT_FOUND');
  const sale = await findSale(context.database, payment.bookingId);
  if (sale?.kind === 'deposit') {
    await inTransaction(context.database, async (trx) => {
      const admin = await authoriseAdmin(context, trx, actor);
      await undoDeposit(context, trx, { admin, bookingId: sale.bookingId, reason });
    });
    return { payment: { ...payment, amount: sale.price }, state: 'void', reason };
  }
  const refundApproval = await inTransaction(context.database, async (trx) => {
    const admin = await authoriseAdmin(context, trx, actor);
    return undoSaleOrRequestRefund(context, trx, { admin, payment, reason, isVoid: false });
  });
  if (refundApproval !== null) {
    const payments = await listPaymentsOfBooking(context.database, payment.bookingId);
    return { payment: { ...payment, amount: sumParts(payments) }, approval: refundApproval };
  }
  for (const intentId of await listDueRefundIntentIds(context.database, [payment.bookingId]))
    await trySendRefund(context, intentId);
  const refunds = await listRefundsOfBooking(context.database, payment.bookingId);
  const [refund] = sortRefunds(refunds);
  if (refund === undefined) throw new DomainError('INTERNAL');
  return { payment: { ...payment, amount: sumParts(refunds) }, state: refund.state, reason: refund.reason };
}

/**
 * Undoes a sale inside a transaction, or asks a second admin to approve it when the admin's refunds of a day become
 * more than the limit.
 * @returns the request for approval; null when the sale is undone.
 * @throws the errors of `undoSaleWithRefund`.
 */
export async function undoSaleOrRequestRefund(
  context: Context,
  trx: Transaction,
  refundInput: RefundInput,
): Promise<Approval | null> {
  if (await needsSecondAdmin(context, trx, refundInput)) return requestRefund(context, trx, refundInput);
  await undoSaleWithRefund(context, trx, refundInput);
  return null;
}

/**
 * Whether a second admin must approve a refund. The amount of the refund is added to the refunds that this admin made
 * alone in the last 24 hours, so that many small refunds count like a large one (decision 0039). The part that a bank
 * has paid counts towards the sum, because the seller must send this part back. Charges that are not refunded do not
 * count: their disputes are lost, or the provider does not know them (`isVoid`).
 */
async function needsSecondAdmin(
  context: Context,
  trx: Transaction,
  { admin, payment: { id, bookingId }, isVoid }: RefundInput,
): Promise<boolean> {
  let refundAmount: bigint = (await findSale(trx, bookingId))?.bankPart ?? 0n;
  for (const payment of await listPaymentsOfBooking(trx, bookingId)) {
    if (isVoid && payment.id === id) continue;
    if ((await findChargeMoneyPlace(trx, payment)) !== 'taken-back') refundAmount += payment.amount;
  }
  if (refundAmount === 0n) return false;
  const refundWindowStart = new Date(context.now().getTime() - refundSumWindowMs);
  // The admin's account is locked, so this sum includes all earlier refunds of the admin.
  const recentRefundSum = await sumRefundsByOneAdmin(trx, admin, refundWindowStart);
  return (
    recentRefundSum + refundAmount > context.config.refundApprovalThreshold &&
    (await hasOtherAdmin(trx, admin, context.now()))
  );
}

/**
 * Asks a second admin to approve a refund.
 * @returns the approval request, which may exist already; null when the payment is already refunded.
 */
async function requestRefund(context: Context, trx: Transaction, refundInput: RefundInput): Promise<Approval | null> {
  const lockedRows = await lockRowsOfRefund(context, trx, refundInput);
  if (lockedRows === null) return null;
  const { payment, reason, admin, isVoid } = refundInput;
  const waitingRefund = await findWaitingRefund(trx, payment.id);
  const now = context.now();
  if (waitingRefund !== undefined && waitingRefund.expiresAt > now) return waitingRefund;
  // An expired request can no longer be decided, so a new one replaces it.
  if (waitingRefund !== undefined) await closeExpiredApproval(context, trx, waitingRefund);
  return requestApproval(context, trx, admin, { kind: 'refund', paymentId: payment.id, reason, isVoid });
}

/**
 * The data of a refund. `isVoid`: whether the provider does not know the charge of this payment. When the provider does
 * not know the charge, the sale is undone without a refund of this charge. The parts of the price whose charges the
 * provider knows are refunded as usual.
 */
export type RefundInput = {
  readonly admin: CurrentAdmin;
  readonly payment: Payment;
  readonly reason: string;
  readonly isVoid: boolean;
};

/** Undoes a sale inside a transaction. Nothing changes when the sale is already undone. */
export async function undoSaleWithRefund(context: Context, trx: Transaction, refundInput: RefundInput): Promise<void> {
  const { admin, reason } = refundInput;
  const lockedRows = await lockRowsOfRefund(context, trx, refundInput);
  if (lockedRows === null) return;
  const { car, booking, charges, statusOfBookingAfter: newBookingStatus } = lockedRows;
  const now = context.now();
  const isRefunded = charges.some(({ noRefundReason }) => noRefundReason !== 'lost-dispute');
  await markBookingRefunded(trx, booking.id, `${isRefunded ? 'Refunded' : 'Undone'} by Car House: ${reason}`, now);
  const sale = await lockSale(trx, booking.id);
  if (sale === undefined) throw new DomainError('INTERNAL');
  await advanceSale(context, trx, sale, 'refund', { party: 'admin', actorId: admin.accountId });
  await endComplaint(context, trx, sale, { outcome: 'refunded', text: reason, decidedBy: admin.accountId });
  const chargeEntries: LedgerEntry[] = [];
  for (const charge of charges) chargeEntries.push(...(await recordDueRefund(context, trx, charge)));
  // The reason is free text of an admin. The text is stored only in the refund, because an audit entry can never be
  // deleted.
  const record = (event: AuditEvent, nounId: string, before: string, after: string): Promise<void> =>
    recordAudit(context, trx, {
      ...event,
      actorId: admin.accountId,
      nounId,
      before: { status: before },
      after: { status: after },
    });
  await record({ noun: 'booking', action: 'refund' }, booking.id, booking.status, newBookingStatus);
  if (car.listing.status === 'sold') {
    const newListingStatus = advanceListing(car.listing.status, 'undo-sale', 'admin');
    await changeListingStatus(trx, car.listing.id, car.listing.status, newListingStatus, now);
    await record({ noun: 'listing', action: 'undo-sale' }, car.listing.id, car.listing.status, newListingStatus);
  }
  const isMoneyTakenBack = charges.some(({ noRefundReason }) => noRefundReason === 'lost-dispute');
  await announceToBuyerAndSeller(context, trx, isMoneyTakenBack ? 'charged-back' : 'refunded', {
    ...booking,
    bookingId: booking.id,
  });
  const order = { bookingId: booking.id, buyerId: booking.buyerId, amount: sale.price, currency: sale.currency };
  await recordEntries(context, trx, [
    ...(await undoSellerPayment(context, trx, sale, admin.accountId)),
    makeUndoneSaleEntry(order, sale.paymentId, await listPostingsOfCause(trx, 'sale', sale.paymentId)),
    ...(await endBankParts(context, trx, [{ ...sale, bookingId: booking.id }], admin.accountId)),
    ...chargeEntries,
  ]);
}

/**
 * Locks the rows that a refund changes.
 * @returns null when the payment is already refunded.
 * @throws the errors of `undoSaleWithRefund`.
 */
async function lockRowsOfRefund(context: Context, trx: Transaction, { payment, isVoid, reason, admin }: RefundInput) {
  const car = await lockListing(trx, payment.listingId, 'own');
  const booking = await lockBooking(trx, payment.bookingId);
  if (car === undefined || booking === undefined) throw new DomainError('INTERNAL');
  if (booking.status === 'refunded') return null;
  const newBookingStatus = advance(bookingLifecycle, booking.status, 'refund', 'admin');
  const charges: ChargeToRefund[] = [];
  for (const each of await listPaymentsOfBooking(trx, booking.id)) {
    const attempt = await lockAttempt(trx, each.attemptId);
    if (attempt === undefined) throw new DomainError('INTERNAL');
    const attemptAfter = advance(attemptLifecycle, attempt.state, 'give-back', 'admin');
    const isUnknownCharge = isVoid && each.id === payment.id;
    const money = isUnknownCharge ? 'kept' : await findChargeMoneyPlace(trx, each);
    if (money === 'disputed') throw new DomainError('CHARGE_DISPUTED');
    if (!isUnknownCharge && money === 'kept') assertRefundable(each, context.now());
    charges.push({
      payment: each,
      attempt,
      newAttemptState: attemptAfter,
      noRefundReason: isUnknownCharge ? 'unknown-charge' : money === 'taken-back' ? 'lost-dispute' : null,
      reason,
      actorId: admin.accountId,
    });
  }
  return { car, booking, charges, statusOfBookingAfter: newBookingStatus };
}
