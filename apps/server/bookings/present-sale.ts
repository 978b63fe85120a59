import type { Sale } from '@carhouse/contract/sales';
import type { BookingOnRecord } from '@carhouse/database/bookings/bookings';
import { hasEnded, hasReceipt } from '@carhouse/domain/booking/booking-policy';
import { dollarsFromCents } from '@carhouse/domain/money/money';
import { stamp } from '@carhouse/domain/text/stamp';

/**
 * A booking as the seller of its car sees it. A buyer's dispute with their bank is not shown to the seller, nor is the buyer's
 * telephone number once the order has ended.
 */
export function presentSale(booking: BookingOnRecord): Sale {
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
    bookedAt: booking.createdAt.toISOString(),
    time: stamp(booking.createdAt),
    paidAt: booking.paidAt?.toISOString() ?? null,
    closeReason: booking.closeReason,
    refund: booking.refund,
    receipt: hasReceipt(booking.status),
  };
}
