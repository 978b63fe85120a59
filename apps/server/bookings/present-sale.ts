import type { Sale } from '@carhouse/contract/sales';
import type { BookingOnRecord } from '@carhouse/database/bookings/bookings';
import { hasEnded, hasReceipt } from '@carhouse/domain/booking/booking-policy';
import { type OrderStep, orderStateOf } from '@carhouse/domain/booking/order-lifecycle';
import { dollarsFromCents } from '@carhouse/domain/money/money';
import { formatTimestamp } from '@carhouse/domain/text/stamp';

/**
 * Returns a booking as the seller of its car sees it. The seller does not see whether the buyer's bank disputes the
 * charge. After the order has ended, the seller no longer sees the buyer's telephone number.
 */
export function presentSale(booking: BookingOnRecord, steps: readonly OrderStep[]): Sale {
  const { snapshot } = booking;
  return {
    _id: booking.id,
    productId: booking.listingId,
    productModel: snapshot.title,
    productCategory: snapshot.brand,
    productImg: snapshot.image ?? '',
    productImgSize: booking.imageSize,
    resellPrice: dollarsFromCents(booking.price),
    buyerName: snapshot.buyerName,
    buyerEmail: snapshot.buyerEmail,
    ...(hasEnded(booking.status) ? {} : { buyerNumber: booking.buyerNumber }),
    meetingDate: booking.meetingDate,
    status: booking.status,
    state: orderStateOf(booking.status, steps),
    bookedAt: booking.createdAt.toISOString(),
    time: formatTimestamp(booking.createdAt),
    paidAt: booking.paidAt?.toISOString() ?? null,
    closeReason: booking.closeReason,
    refund: booking.refund,
    receipt: hasReceipt(booking.status, booking.paidOutside),
  };
}
