import { findBookingFieldFaults } from '@carhouse/contract/booking-fields';
import { makeSessionLockStatement } from '@carhouse/database/accounts/sessions';
import {
  type BookableCar,
  makeBookedSellersStatement,
  makeBookingInsertStatement,
  makeBuyerLockStatement,
  makeCountedBookingsStatement,
  makeNetworkLockStatement,
  makeSellerLockStatement,
  makeSharedCarLockStatement,
} from '@carhouse/database/bookings/booking-statements';
import { inPipelinedTransaction } from '@carhouse/database/connection/pipelined-transaction';
import type { Actor } from '@carhouse/domain/account/account';
import { assertConfirmedEmail } from '@carhouse/domain/account/confirmed-email';
import { findNewAccountsStart } from '@carhouse/domain/account/seller-trust';
import type { Booking, BookingId } from '@carhouse/domain/booking/booking';
import { assertMayBook } from '@carhouse/domain/booking/booking-policy';
import {
  assertBookedSellerLimit,
  assertBookingPace,
  assertPriceUnchanged,
  bookingCountWindowMs,
  countBookingsOfSameKind,
} from '@carhouse/domain/booking/booking-rules';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import type { ListingId } from '@carhouse/domain/listing/listing';
import type { Cents } from '@carhouse/domain/money/money';
import { imageUrl } from '@carhouse/images/image-url';
import { assertSessionCurrent } from '../accounts/authorise-actor.ts';
import type { Context } from '../context.ts';
import { makePaymentMailStatement } from '../payments/announce-payment.ts';

export type NewBookingInput = {
  /**
   * The id of the new booking, which is the same for all repetitions of a request under one idempotency key. A
   * repetition of the request that finds a booking with this id returns that booking.
   */
  readonly id: BookingId;
  readonly listingId: ListingId;
  readonly meetingDate: string;
  readonly buyerNumber: string;
  /** The price that the buyer saw; undefined when the request names none. */
  readonly seenPrice?: Cents | undefined;
};

/**
 * Books a listing at its current price. A buyer who books the same listing again gets their open booking.
 *
 * Locks are taken in the usual order: the sign-up network of a new buyer, the buyer, their session, the seller, the
 * car. The lock on the buyer's row serialises bookings from two tabs, so that the limit of open bookings holds. The
 * lock on the network serialises bookings by its new accounts, so that the limit of booked sellers holds. Shared locks
 * on seller and listing allow other buyers to book at the same time. Until the commit, the shared locks prevent a
 * suspension or deletion of the seller, and a sale, hold or change of the listing. The seller is locked before the
 * listing, as in a suspension.
 * @throws DomainError BOOKING_INCOMPLETE, NOT_FOUND, EMAIL_UNCONFIRMED, PRICE_CHANGED, and the errors of
 * `assertMayBook`, `assertBookingPace`, `assertBookedSellerLimit` and `assertSessionCurrent`.
 */
export async function bookListing(context: Context, actor: Actor, input: NewBookingInput): Promise<BookingId> {
  const faults = findBookingFieldFaults(input);
  if (faults.length > 0) throw new DomainError('BOOKING_INCOMPLETE', { errors: faults });
  const now = context.now();
  const bookingPaceRules = context.config.bookingPace;
  const countWindowStart = new Date(now.getTime() - bookingCountWindowMs);
  const newAccountsSince = findNewAccountsStart(context.config.trust, now);
  const bookingStatements = {
    network: makeNetworkLockStatement(actor.accountId, newAccountsSince),
    buyer: makeBuyerLockStatement(actor.accountId),
    session: makeSessionLockStatement({ id: actor.sessionId, accountId: actor.accountId }, now),
    seller: makeSellerLockStatement(input.listingId),
    car: makeSharedCarLockStatement(input.listingId),
    counted: makeCountedBookingsStatement(actor.accountId, countWindowStart),
    sellersOfNetwork: makeBookedSellersStatement(actor.accountId, countWindowStart, newAccountsSince),
  };
  return inPipelinedTransaction(context.pool, bookingStatements, (results) => {
    const { buyer, session, car, counted, sellersOfNetwork } = results;
    assertSessionCurrent(actor, buyer, session);
    if (car === undefined || car.sellerStatus !== 'active') throw new DomainError('NOT_FOUND');
    const openBookings = counted.filter(({ isOpen }) => isOpen);
    const recentBookings = counted.filter(({ createdAt }) => createdAt > countWindowStart);
    const bookingOfSameCar = openBookings.find((each) => each.listingId === input.listingId);
    if (bookingOfSameCar !== undefined) return { save: [], answer: bookingOfSameCar.id };
    assertConfirmedEmail(buyer, context.config.trust.needsConfirmedEmail);
    assertMayBook(
      actor,
      { status: car.status, sellerId: car.sellerId, isHidden: false },
      countBookingsOfSameKind(openBookings, car.price),
    );
    const bookingTimes = recentBookings.map(({ createdAt }) => createdAt);
    const bookedSellerIds = [...new Set(recentBookings.map(({ sellerId }) => sellerId))];
    assertBookingPace(bookingTimes, bookingPaceRules, now);
    assertBookedSellerLimit(bookedSellerIds, car.sellerId, bookingPaceRules.sellersPerDay);
    assertBookedSellerLimit(sellersOfNetwork, car.sellerId, bookingPaceRules.sellersPerNetwork);
    assertPriceUnchanged(input.seenPrice, car.price);
    const booking = makeBooking(context, actor, car, input);
    const recipientIds = [booking.buyerId, booking.sellerId];
    const bookingMails = recipientIds.map((recipientId) => ({
      kind: 'booked' as const,
      bookingId: booking.id,
      recipientId,
    }));
    return {
      save: [makeBookingInsertStatement(booking), makePaymentMailStatement(context, bookingMails)],
      answer: booking.id,
    };
  });
}

function makeBooking(context: Context, actor: Actor, car: BookableCar, input: NewBookingInput): Booking {
  return {
    id: input.id,
    listingId: car.id,
    buyerId: actor.accountId,
    sellerId: car.sellerId,
    status: 'unpaid',
    price: car.price,
    meetingDate: input.meetingDate,
    buyerNumber: input.buyerNumber,
    createdAt: context.now(),
    paidAt: null,
    snapshot: {
      image: car.cover === null ? null : imageUrl(car.cover, 960),
      brand: car.brand,
      title: car.title,
      sellerName: car.sellerName,
      sellerEmail: car.sellerEmail,
      location: car.location,
      buyerName: actor.name,
      buyerEmail: actor.email,
    },
  };
}
