import { lockBooking } from '@carhouse/database/bookings/bookings';
import type { Transaction } from '@carhouse/database/connection/transaction';
import { lockSale } from '@carhouse/database/sales/sales';
import { lockTransfersOfSale } from '@carhouse/database/seller-payments/transfers';
import type { BookingId } from '@carhouse/domain/booking/booking';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import type { Sale } from '@carhouse/domain/sale/sale';
import type { SellerTransfer } from '@carhouse/domain/seller-payment/seller-transfer';

/** A sale with its transfers that were not refused. */
export type LockedSellerPayment = { readonly sale: Sale; readonly transfers: readonly SellerTransfer[] };

/** Locks a booking, its sale and its transfers, in this order. @throws DomainError INTERNAL when there is no sale. */
export async function lockSellerPayment(trx: Transaction, bookingId: BookingId): Promise<LockedSellerPayment> {
  const booking = await lockBooking(trx, bookingId);
  const sale = booking && (await lockSale(trx, bookingId));
  if (sale === undefined) throw new DomainError('INTERNAL');
  return { sale, transfers: await lockTransfersOfSale(trx, bookingId) };
}

/**
 * Performs the same locking as `lockSellerPayment`, for the sale of a transfer.
 * @returns also the current state of the transfer itself; undefined when the transfer was refused.
 */
export async function lockTransfer(
  trx: Transaction,
  { id, bookingId }: Pick<SellerTransfer, 'id' | 'bookingId'>,
): Promise<LockedSellerPayment & { readonly transfer: SellerTransfer | undefined }> {
  const lockedPayment = await lockSellerPayment(trx, bookingId);
  return { ...lockedPayment, transfer: lockedPayment.transfers.find((each) => each.id === id) };
}
