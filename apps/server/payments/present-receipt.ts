import type { Receipt } from '@carhouse/contract/payments';
import type { BookingOnRecord } from '@carhouse/database/bookings/bookings';
import type { Payment } from '@carhouse/database/payments/payments';
import type { Refund } from '@carhouse/database/payments/refunds';
import { dollarsFromCents } from '@carhouse/domain/money/money';

/**
 * Returns the receipt of a paid order, with the names of users but without their e-mail addresses, and with the card's
 * brand and last four digits, if it was paid by card.
 */
export function presentReceipt(booking: BookingOnRecord, payment: Payment, refund: Refund | undefined): Receipt {
  const { snapshot } = booking;
  return {
    number: formatReceiptNumber(payment.receiptNumber),
    bookingId: booking.id,
    paymentId: payment.id,
    transactionId: payment.intentId,
    bookedAt: booking.createdAt.toISOString(),
    paidAt: payment.paidAt.toISOString(),
    buyerName: snapshot.buyerName,
    sellerName: snapshot.sellerName,
    productCategory: snapshot.brand,
    productModel: snapshot.title,
    location: snapshot.location,
    amount: dollarsFromCents(payment.amount),
    currency: payment.currency.toUpperCase(),
    method: payment.method,
    card: payment.card,
    refund:
      refund === undefined
        ? null
        : {
            state: refund.state,
            amount: dollarsFromCents(refund.amount),
            reason: refund.reason,
            orderedAt: refund.createdAt.toISOString(),
            completedAt: refund.state === 'succeeded' ? refund.updatedAt.toISOString() : null,
          },
  };
}

/** Formats a receipt number, such as `CH-00000042`. */
export function formatReceiptNumber(number: bigint): string {
  return `CH-${number.toString().padStart(8, '0')}`;
}
