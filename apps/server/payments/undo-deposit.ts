import { lockBooking } from '@carhouse/database/bookings/bookings';
import type { Transaction } from '@carhouse/database/connection/transaction';
import { listDisputes } from '@carhouse/database/payments/disputes';
import { findPayment } from '@carhouse/database/payments/payments';
import { findRefundOfIntent } from '@carhouse/database/payments/refunds';
import { insertComplaint } from '@carhouse/database/sales/complaints';
import { lockSale } from '@carhouse/database/sales/sales';
import type { CurrentAdmin } from '@carhouse/domain/account/current-actor';
import type { BookingId } from '@carhouse/domain/booking/booking';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { makeUndoneForfeitEntry } from '@carhouse/domain/ledger/payment-entries';
import { cents } from '@carhouse/domain/money/money';
import { locateChargeMoney } from '@carhouse/domain/payment/dispute-rules';
import { isRefundSent } from '@carhouse/domain/payment/refund-rules';
import type { Context } from '../context.ts';
import { recordEntries } from '../ledger/record-entries.ts';
import { advanceSale } from '../sales/advance-sale.ts';
import { endComplaint } from '../sales/decide-complaint.ts';
import { undoSellerPayment } from '../seller-payments/undo-seller-payment.ts';
import { announcePayment } from './announce-payment.ts';

/**
 * Undoes a forfeited deposit whose dispute is lost, for an admin: the bank has given the seller's part to the buyer, so
 * the seller does not get it too. Money that the seller was already transferred goes back or becomes a debt, as with
 * every refund. The booking stays cancelled, and the recorded division of the deposit does not change. The function
 * changes nothing when the deposit is already undone.
 * @throws DomainError ILLEGAL_TRANSITION (no dispute: a forfeited deposit is not given back), CHARGE_DISPUTED (a bank
 * has not decided, or has decided about a smaller part only).
 */
export async function undoDeposit(
  context: Context,
  trx: Transaction,
  {
    admin,
    bookingId,
    reason,
  }: { readonly admin: CurrentAdmin; readonly bookingId: BookingId; readonly reason: string },
): Promise<void> {
  await lockBooking(trx, bookingId);
  const sale = await lockSale(trx, bookingId);
  if (sale === undefined || sale.kind !== 'deposit') throw new DomainError('INTERNAL');
  if (sale.state === 'refunded') return;
  const payment = await findPayment(trx, sale.paymentId);
  if (payment === undefined) throw new DomainError('INTERNAL');
  // The money that the bank has taken back is first counted against the buyer's part of the deposit. If that part was
  // refunded, only the seller's part can be lost.
  const refund = await findRefundOfIntent(trx, payment.intentId);
  const unsentRefundAmount = refund === undefined || isRefundSent(refund.state) ? 0n : refund.amount;
  const money = locateChargeMoney(await listDisputes(trx, payment.intentId), cents(sale.price + unsentRefundAmount));
  if (money === 'disputed') throw new DomainError('CHARGE_DISPUTED');
  if (money === 'kept') {
    const detail = 'The buyer has forfeited this part of the deposit, so it is not given back.';
    throw new DomainError('ILLEGAL_TRANSITION', { detail });
  }
  await advanceSale(context, trx, sale, 'refund', { party: 'admin', actorId: admin.accountId });
  // A sale that has been transferred is not frozen. For a sale that was already transferred, the complaint only stores
  // the reason, which buyer and seller read.
  if (sale.state !== 'frozen') {
    const complaint = { id: context.newId<'complaint'>(), bookingId, ground: 'dispute', buyerText: null } as const;
    await insertComplaint(trx, { ...complaint, openedAt: context.now() });
  }
  await endComplaint(context, trx, sale, { outcome: 'refunded', text: reason, decidedBy: admin.accountId });
  await announcePayment(context, trx, 'charged-back', [{ bookingId, recipientId: sale.sellerId }]);
  const { sellerId, buyerId, price: amount, currency } = sale;
  await recordEntries(context, trx, [
    ...(await undoSellerPayment(context, trx, sale, admin.accountId)),
    makeUndoneForfeitEntry({ bookingId, buyerId, sellerId, amount, currency }, sale.paymentId),
  ]);
}
