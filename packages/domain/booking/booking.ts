import type { AccountId } from '../account/account.ts';
import type { Id } from '../ids/id.ts';
import type { ListingId } from '../listing/listing.ts';
import type { Cents } from '../money/money.ts';

export const bookingStatuses = ['unpaid', 'paid', 'cancelled', 'refunded'] as const;
export type BookingStatus = (typeof bookingStatuses)[number];
export type BookingId = Id<'booking'>;

/** A buyer's order of one car, with a copy of the data shown to them when they booked. */
export type Booking = {
  readonly id: BookingId;
  readonly listingId: ListingId;
  readonly buyerId: AccountId;
  readonly sellerId: AccountId;
  readonly status: BookingStatus;
  readonly price: Cents;
  readonly meetingDate: string;
  readonly buyerNumber: string;
  readonly createdAt: Date;
  readonly paidAt: Date | null;
  readonly snapshot: BookingSnapshot;
};

export type BookingSnapshot = {
  readonly image: string | null;
  readonly brand: string;
  readonly title: string;
  readonly sellerName: string;
  readonly sellerEmail: string;
  readonly location: string;
  readonly buyerName: string;
  readonly buyerEmail: string;
};
