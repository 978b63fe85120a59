import type { OrderPage } from '@carhouse/contract/orders';
import { readPhoneNumber } from '@carhouse/contract/phone-number';
import type { Actor } from '@carhouse/domain/account/account';
import { bookingPartyOf, hasEnded, hasReceipt } from '@carhouse/domain/booking/booking-policy';
import { orderStateOf } from '@carhouse/domain/booking/order-lifecycle';
import { readViewing } from '@carhouse/domain/booking/read-viewing';
import { isPublic } from '@carhouse/domain/listing/listing-policy';
import { dollarsFromCents, fitsCard } from '@carhouse/domain/money/money';
import type { OrderWithSteps } from './show-order-page.ts';

/**
 * The page of an order, as its buyer, its seller or an admin sees it. The seller's telephone number is read from their
 * account now. An order that has ended shows no telephone number: buyer and seller have no reason to call each other.
 */
export function presentOrderPage(actor: Actor, { booking, steps, around }: OrderWithSteps): OrderPage {
  const { snapshot, status } = booking;
  const ended = hasEnded(status);
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
    buyer: {
      name: snapshot.buyerName,
      email: snapshot.buyerEmail,
      ...(ended ? {} : withPhone(booking.buyerNumber)),
    },
    seller: {
      name: snapshot.sellerName,
      email: snapshot.sellerEmail,
      ...(ended ? {} : withPhone(around.sellerNumber ?? '')),
    },
    steps: steps.map(({ step, actorId, at }) => ({
      step,
      by: actorId === booking.buyerId ? 'buyer' : 'seller',
      at: at.toISOString(),
    })),
  };
}

function withPhone(number: string): { readonly number: string; readonly phone: string | null } {
  return { number, phone: readPhoneNumber(number) ?? null };
}
