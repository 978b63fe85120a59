import type { Order } from '@carhouse/contract/bookings';
import { hideDeletedAddress } from '@carhouse/domain/account/deleted-account';
import { isPublic } from '@carhouse/domain/listing/listing-policy';
import { checkCardFit, dollarsFromCents } from '@carhouse/domain/money/money';
import { toSingaporeDay } from '@carhouse/domain/text/singapore-day';
import { formatTimestamp } from '@carhouse/domain/text/stamp';
import { presentCarFigures } from '../listings/present-figures.ts';
import { presentPaymentInstructions } from '../payment-instructions/present-payment-instructions.ts';
import type { OrderWithCurrentState } from './list-orders.ts';

/** Returns a booking in the field names of the specification, as its buyer sees it. */
export function presentBooking(booking: OrderWithCurrentState, now: Date): Order {
  const { snapshot, hold, car } = booking;
  return {
    _id: booking.id,
    productId: booking.listingId,
    productImg: snapshot.image ?? '',
    productCategory: snapshot.brand,
    productModel: snapshot.title,
    resellPrice: dollarsFromCents(booking.price),
    sellerName: snapshot.sellerName,
    sellerEmail: hideDeletedAddress(snapshot.sellerEmail),
    sellerLocation: snapshot.location,
    meetingDate: booking.meetingDate,
    buyerNumber: booking.buyerNumber,
    buyerName: snapshot.buyerName,
    buyerEmail: snapshot.buyerEmail,
    paid: booking.status === 'paid',
    status: booking.status,
    bookedAt: booking.createdAt.toISOString(),
    time: formatTimestamp(booking.createdAt),
    payableByCard: checkCardFit(booking.price) !== 'too-small',
    inParts: booking.inParts,
    paidWith: booking.paidWith,
    ...booking.progress,
    paymentInstructions: presentPaymentInstructions(booking.paymentInstructions),
    closeReason: booking.closeReason,
    refund: booking.refund,
    disputed: booking.disputed,
    sellerSuspended: booking.sellerStatus === 'suspended',
    productImgSize: booking.imageSize,
    car: presentCarFigures(car, toSingaporeDay(now)),
    carShown: isPublic(car.status) && booking.sellerStatus === 'active',
    hold: hold && { by: hold.isOwn ? 'you' : 'another', until: hold.endsAt.toISOString() },
  };
}
