import { listSellerPayments } from '@carhouse/database/seller-payments/payment-lists';
import type { BookingId } from '@carhouse/domain/booking/booking';
import type { Context } from '../context.ts';
import { addStandings, type StandingPayment } from './list-payments.ts';

/**
 * Returns what the seller of one order is paid and where the money is; null for an order that was never paid. The caller has
 * checked that the reader is the seller or an admin.
 */
export async function showPayment(context: Context, bookingId: BookingId): Promise<StandingPayment | null> {
  const payments = await listSellerPayments(context.database, { bookingId, order: 'newest-first' }, 1);
  const [payment = null] = await addStandings(context, payments);
  return payment;
}
