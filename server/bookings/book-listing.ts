import type { Actor } from '@carhouse/core/account/account';
import type { Booking, BookingId } from '@carhouse/core/booking/booking';
import { assertMayBook } from '@carhouse/core/booking/booking-rules';
import { DomainError } from '@carhouse/core/errors/domain-error';
import type { Listing, ListingId } from '@carhouse/core/listing/listing';
import { lockAccount } from '@carhouse/database/accounts';
import { countOpenBookings, findOpenBooking, insertBooking } from '@carhouse/database/bookings';
import { lockListing } from '@carhouse/database/listings';
import { inTransaction } from '@carhouse/database/transaction';
import type { Context } from '../context.ts';
import { coverUrl } from '../listings/present-listing.ts';

/**
 * Books a car at its price of this moment. Booking it again answers with the open booking.
 * @throws DomainError NOT_FOUND, and those of `assertMayBook`.
 */
export async function bookListing(
  context: Context,
  actor: Actor,
  given: { readonly listingId: ListingId; readonly meetingDate: string; readonly buyerNumber: string },
): Promise<BookingId> {
  return inTransaction(context.database, async (trx) => {
    // The buyer's row first: two tabs of one buyer wait for each other, so the limit of open bookings holds.
    const person = await lockAccount(trx, actor.accountId);
    if (person?.status !== 'active') throw new DomainError('UNAUTHENTICATED');
    const car = await lockListing(trx, given.listingId, 'share');
    if (car === undefined || car.hidden) throw new DomainError('NOT_FOUND');
    const open = await findOpenBooking(trx, actor.accountId, given.listingId);
    if (open !== undefined) return open.id;
    const { listing } = car;
    const openBookings = await countOpenBookings(trx, actor.accountId);
    assertMayBook(actor, { status: listing.status, sellerId: listing.seller.id, hidden: car.hidden }, openBookings);
    const booking = newBooking(context, actor, listing, given);
    await insertBooking(trx, booking);
    return booking.id;
  });
}

function newBooking(
  context: Context,
  actor: Actor,
  listing: Listing,
  given: { readonly meetingDate: string; readonly buyerNumber: string },
): Booking {
  return {
    id: context.newId(),
    listingId: listing.id,
    buyerId: actor.accountId,
    sellerId: listing.seller.id,
    status: 'unpaid',
    price: listing.resalePrice,
    meetingDate: given.meetingDate,
    buyerNumber: given.buyerNumber,
    createdAt: context.now(),
    paidAt: null,
    snapshot: {
      image: coverUrl(listing) || null,
      brand: listing.brand,
      title: listing.title,
      sellerName: listing.seller.name,
      sellerEmail: listing.seller.email,
      location: listing.location,
      buyerName: actor.name,
      buyerEmail: actor.email,
    },
  };
}
