import { listSellerPayments } from '@carhouse/database/seller-payments/payment-lists';
import { decidePaymentStanding, type PaymentReason } from '@carhouse/domain/seller-payment/payment-standing';
import type { Context } from '../context.ts';

/**
 * The reasons for a stopped payment that an admin can remedy. A payment with any other reason waits for the buyer, the
 * seller or a complaint.
 */
const stoppedReasons: readonly PaymentReason[] = ['refused', 'payout-refused', 'returned'];
/** Number of payments that are read: the oldest payments, which have waited longest. */
const readPayments = 500;

/**
 * Counts, among the oldest payments to sellers, the payments that the provider has refused or the bank has sent back.
 */
export async function countStoppedPayments(context: Context): Promise<number> {
  const now = context.now();
  const payments = await listSellerPayments(context.database, { isOpen: true, order: 'oldest-first' }, readPayments);
  return payments.filter((payment) => stoppedReasons.includes(decidePaymentStanding(payment, now).reason)).length;
}
