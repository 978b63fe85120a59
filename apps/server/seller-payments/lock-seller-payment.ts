import { lockBooking } from '@carhouse/database/bookings/bookings';
import type { Transaction } from '@carhouse/database/connection/transaction';
import { lockSale } from '@carhouse/database/sales/sales';
import { lockTransferOfSale } from '@carhouse/database/seller-payments/transfers';
import type { BookingId } from '@carhouse/domain/booking/booking';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import type { Sale } from '@carhouse/domain/sale/sale';
import type { SellerTransfer } from '@carhouse/domain/seller-payment/seller-transfer';

export type LockedSellerPayment = { readonly sale: Sale; readonly transfer: SellerTransfer | undefined };

/** Locks a booking, its sale and its transfer, in this order. @throws DomainError INTERNAL when there is no sale. */
export async function lockSellerPayment(trx: Transaction, bookingId: BookingId): Promise<LockedSellerPayment> {
  const booking = await lockBooking(trx, bookingId);
  const sale = booking && (await lockSale(trx, bookingId));
  if (sale === undefined) throw new DomainError('INTERNAL');
  return { sale, transfer: await lockTransferOfSale(trx, bookingId) };
}
