import type { Sale } from '@carhouse/contract/sales';
import { hideDeletedAddress } from '@carhouse/domain/account/deleted-account';
import { hasEndedWithoutSale, hasReceipt } from '@carhouse/domain/booking/booking-policy';
import { dollarsFromCents } from '@carhouse/domain/money/money';
import { formatTimestamp } from '@carhouse/domain/text/stamp';
import type { SaleWithProgress } from './list-sales.ts';

/**
 * Returns a booking as the seller of its car sees it. A dispute of the buyer's bank is visible as soon as the dispute
 * freezes the sale. After the order has ended, the seller no longer sees the buyer's telephone number.
 */
export function presentSale({ booking, progress }: SaleWithProgress): Sale {
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
    buyerEmail: hideDeletedAddress(snapshot.buyerEmail),
    ...(hasEndedWithoutSale(booking.status) ? {} : { buyerNumber: booking.buyerNumber }),
    meetingDate: booking.meetingDate,
    status: booking.status,
    ...progress,
    bookedAt: booking.createdAt.toISOString(),
    time: formatTimestamp(booking.createdAt),
    paidAt: booking.paidAt?.toISOString() ?? null,
    closeReason: booking.closeReason,
    refund: booking.refund,
    receipt: hasReceipt(booking.status, booking.paidOutside),
  };
}
