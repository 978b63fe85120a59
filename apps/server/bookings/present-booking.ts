import type { Order } from '@carhouse/contract/bookings';
import { dollarsFromCents, fitsCard } from '@carhouse/domain/money/money';
import { stamp } from '@carhouse/domain/text/stamp';
import type { OpenOrder } from './list-orders.ts';

/** A booking in the field names of the specification, as its buyer sees it. */
export function presentBooking(booking: OpenOrder): Order {
  const { snapshot, hold } = booking;
  return {
    _id: booking.id,
    productId: booking.listingId,
    productImg: snapshot.image ?? '',
    productCategory: snapshot.brand,
    productModel: snapshot.title,
    resellPrice: dollarsFromCents(booking.price),
    sellerName: snapshot.sellerName,
    sellerEmail: snapshot.sellerEmail,
    sellerLocation: snapshot.location,
    meetingDate: booking.meetingDate,
    buyerNumber: booking.buyerNumber,
    buyerName: snapshot.buyerName,
    buyerEmail: snapshot.buyerEmail,
    paid: booking.status === 'paid',
    status: booking.status,
    bookedAt: booking.createdAt.toISOString(),
    time: stamp(booking.createdAt),
    payableByCard: fitsCard(booking.price) === 'fits',
    closeReason: booking.closeReason,
    refund: booking.refund,
    disputed: booking.disputed,
    productImgSize: booking.imageSize,
    hold: hold && { by: hold.own ? 'you' : 'another', until: hold.until.toISOString() },
  };
}
