import type { OrderPage } from '@carhouse/contract/orders';
import { readPhoneNumber } from '@carhouse/contract/phone-number';
import type { UndonePayment } from '@carhouse/database/bookings/order-steps';
import type { Actor } from '@carhouse/domain/account/account';
import { hideDeletedAddress } from '@carhouse/domain/account/deleted-account';
import { publicName } from '@carhouse/domain/account/public-name';
import { findBookingParty, hasEndedWithoutSale, hasReceipt } from '@carhouse/domain/booking/booking-policy';
import { findOrderState } from '@carhouse/domain/booking/order-lifecycle';
import { readViewing } from '@carhouse/domain/booking/read-viewing';
import { findUndoDeadline } from '@carhouse/domain/booking/undo-payment';
import { isPublic } from '@carhouse/domain/listing/listing-policy';
import { checkCardFit, dollarsFromCents } from '@carhouse/domain/money/money';
import type { BusinessMode } from '@carhouse/domain/payment/business-mode';
import { toSingaporeDay } from '@carhouse/domain/text/singapore-day';
import { presentBankPart } from '../bank-parts/present-bank-part.ts';
import { presentCarFigures } from '../listings/present-figures.ts';
import { presentPaymentInstructions } from '../payment-instructions/present-payment-instructions.ts';
import { presentReservation } from '../reservations/present-reservation.ts';
import { presentSaleOfOrder } from '../sales/present-sale-of-order.ts';
import type { PaymentWithStanding } from '../seller-payments/list-payments.ts';
import type { OrderWithSteps } from './show-order-page.ts';

/**
 * Returns the data of the page of an order, as its buyer, its seller or an admin sees it. The seller's telephone
 * number is the current one of their account. When the order has ended, no telephone number is returned, because buyer
 * and seller no longer have a reason to call each other.
 */
export function presentOrderPage(
  actor: Actor,
  {
    booking,
    steps,
    undonePayment,
    sale,
    reservation,
    bankPart,
    bankPartObstacle,
    orderPageFacts,
    paymentInstructions,
    payment,
  }: OrderWithSteps & { readonly payment: PaymentWithStanding | null },
  { now, businessMode }: { readonly now: Date; readonly businessMode: BusinessMode },
): OrderPage {
  const { snapshot, status } = booking;
  const hasOrderEnded = hasEndedWithoutSale(status);
  const state = findOrderState(status, steps);
  const undoableUntil = findUndoDeadline({ state, steps, hasUndonePayment: undonePayment !== undefined });
  const partyOfReader = findBookingParty(actor, booking) ?? 'admin';
  const isCarShown = isPublic(orderPageFacts.car.status) && orderPageFacts.sellerStatus === 'active';
  return {
    _id: booking.id,
    side: partyOfReader,
    status,
    state,
    productId: booking.listingId,
    productCategory: snapshot.brand,
    productModel: snapshot.title,
    productImg: snapshot.image ?? '',
    productImgSize: booking.imageSize,
    carShown: isCarShown,
    sellerSuspended: orderPageFacts.sellerStatus === 'suspended',
    car: presentCarFigures(orderPageFacts.car, toSingaporeDay(now)),
    resellPrice: dollarsFromCents(booking.price),
    payableByCard: checkCardFit(booking.price) !== 'too-small',
    inParts: booking.inParts,
    reservedUntil: status === 'unpaid' ? (booking.reservedUntil?.toISOString() ?? null) : null,
    paidOutside: booking.paidOutside,
    paymentUndoableUntil:
      partyOfReader === 'seller' && undoableUntil !== null && now <= undoableUntil ? undoableUntil.toISOString() : null,
    undonePayment: undonePayment === undefined ? null : presentUndonePayment(undonePayment),
    paymentInstructions: presentPaymentInstructions(paymentInstructions),
    location: snapshot.location,
    meetingDate: booking.meetingDate,
    viewing: readViewing(booking.meetingDate, booking.createdAt) ?? null,
    bookedAt: booking.createdAt.toISOString(),
    paidAt: booking.paidAt?.toISOString() ?? null,
    paidWith: booking.paidWith,
    closedAt: orderPageFacts.closedAt?.toISOString() ?? null,
    closeReason: booking.closeReason,
    refund: booking.refund,
    receipt: hasReceipt(status, booking.paidOutside),
    buyer: {
      name: snapshot.buyerName,
      email: hideDeletedAddress(snapshot.buyerEmail),
      ...(hasOrderEnded ? {} : presentPhoneNumber(booking.buyerNumber)),
    },
    seller: {
      name: snapshot.sellerName,
      email: hideDeletedAddress(snapshot.sellerEmail),
      ...(hasOrderEnded ? {} : presentPhoneNumber(orderPageFacts.sellerPhoneNumber ?? '')),
    },
    sellerVerified: orderPageFacts.sellerVerified,
    sellerPage: isCarShown ? publicName(booking.sellerId) : null,
    sale: sale === null ? null : presentSaleOfOrder(sale, partyOfReader, payment),
    bankPart: bankPart && presentBankPart(bankPart, booking, actor.accountId),
    bankPartObstacle,
    reservation: reservation && presentReservation(reservation, now, businessMode),
    steps: steps.map(({ step, actorId, at }) => ({
      step,
      by: actorId === booking.buyerId ? 'buyer' : 'seller',
      at: at.toISOString(),
    })),
  };
}

function presentUndonePayment({ markedAt, undoneAt }: UndonePayment): NonNullable<OrderPage['undonePayment']> {
  return { markedAt: markedAt.toISOString(), undoneAt: undoneAt.toISOString() };
}

function presentPhoneNumber(number: string): { readonly number: string; readonly phone: string | null } {
  return { number, phone: readPhoneNumber(number) ?? null };
}
