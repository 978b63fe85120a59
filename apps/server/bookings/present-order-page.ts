import type { OrderPage } from '@carhouse/contract/orders';
import { readPhoneNumber } from '@carhouse/contract/phone-number';
import type { Actor } from '@carhouse/domain/account/account';
import { bookingPartyOf, hasReceipt } from '@carhouse/domain/booking/booking-policy';
import { orderStateOf } from '@carhouse/domain/booking/order-lifecycle';
import { readViewing } from '@carhouse/domain/booking/read-viewing';
import { isPublic } from '@carhouse/domain/listing/listing-policy';
import { dollarsFromCents, fitsCard } from '@carhouse/domain/money/money';
import type { OrderWithSteps } from './show-order-page.ts';

/**
 * The page of an order, as its buyer, its seller or an admin sees it. The seller's telephone number is read from their
 * account now, and is shown only while the order is open or paid.
 */
export function presentOrderPage(actor: Actor, { booking, steps, around }: OrderWithSteps): OrderPage {
  const { snapshot, status } = booking;
  const isLive = status === 'unpaid' || status === 'paid';
  return {
    _id: booking.id,
    side: bookingPartyOf(actor, booking) ?? 'admin',
    status,
    state: orderStateOf(status, steps),
    productId: booking.listingId,
    productCategory: snapshot.brand,
    productModel: snapshot.title,
    productImg: snapshot.image ?? '',
    productImgSize: booking.imageSize,
    carShown: isPublic(around.listingStatus),
    resellPrice: dollarsFromCents(booking.price),
    payableByCard: fitsCard(booking.price) === 'fits',
    location: snapshot.location,
    meetingDate: booking.meetingDate,
    viewing: readViewing(booking.meetingDate, booking.createdAt) ?? null,
    bookedAt: booking.createdAt.toISOString(),
    paidAt: booking.paidAt?.toISOString() ?? null,
    closedAt: around.closedAt?.toISOString() ?? null,
    closeReason: booking.closeReason,
    refund: booking.refund,
    receipt: hasReceipt(status),
    buyer: withPhone(snapshot.buyerName, snapshot.buyerEmail, booking.buyerNumber),
    seller: withPhone(snapshot.sellerName, snapshot.sellerEmail, isLive ? (around.sellerNumber ?? '') : ''),
    steps: steps.map(({ step, actorId, at }) => ({
      step,
      by: actorId === booking.buyerId ? 'buyer' : 'seller',
      at: at.toISOString(),
    })),
  };
}

function withPhone(name: string, email: string, number: string): OrderPage['buyer'] {
  return { name, email, number, phone: readPhoneNumber(number) ?? null };
}
