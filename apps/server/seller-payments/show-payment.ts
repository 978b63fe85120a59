import { listSellerPayments } from '@carhouse/database/seller-payments/payment-lists';
import type { BookingId } from '@carhouse/domain/booking/booking';
import type { Context } from '../context.ts';
import { addPaymentStandings, type PaymentWithStanding } from './list-payments.ts';

/**
 * Returns the payment to the seller of an order and where the money is; null for an order that was never paid. The
 * caller has checked that the reader is the seller or an admin.
 */
export async function showPayment(context: Context, bookingId: BookingId): Promise<PaymentWithStanding | null> {
  const payments = await listSellerPayments(context.database, { bookingId, order: 'newest-first' }, 1);
  const [payment = null] = await addPaymentStandings(context, payments);
  return payment;
}
