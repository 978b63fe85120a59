import { describe, expect, it } from 'vitest';
import type { AccountId, Actor, Role } from '../account/account.ts';
import { isDomainError } from '../errors/domain-error.ts';
import type { ListingStatus } from '../listing/listing.ts';
import { assertMayBook } from './booking-policy.ts';
import { openBookingsMaximum } from './booking-rules.ts';

const seller = 'seller' as AccountId;

function refusal(situation: {
  role?: Role | null;
  isOwnListing?: boolean;
  status?: ListingStatus;
  hidden?: boolean;
  open?: number;
}): string | undefined {
  const {
    role = 'Buyer',
    isOwnListing = false,
    status = 'available',
    hidden: isHidden = false,
    open: openBookingCount = 0,
  } = situation;
  const actor: Actor = {
    accountId: isOwnListing ? seller : ('buyer' as AccountId),
    sessionId: null,
    email: 'b@x.example',
    name: 'B',
    role,
  };
  try {
    assertMayBook(actor, { status, sellerId: seller, isHidden }, openBookingCount);
    return undefined;
  } catch (error) {
    return isDomainError(error) ? error.code : String(error);
  }
}

describe('booking a car', () => {
  it('is open to a buyer with fewer than five open bookings', () => {
    expect(openBookingsMaximum).toBe(5);
    for (const openBookingCount of [0, 1, 4]) expect(refusal({ open: openBookingCount })).toBeUndefined();
    expect(refusal({ open: 5 })).toBe('BOOKING_LIMIT');
    expect(refusal({ open: 6 })).toBe('BOOKING_LIMIT');
  });

  it.each(['Seller', 'admin', null] as const)('is refused to the role %s', (role) => {
    expect(refusal({ role })).toBe('ROLE_REQUIRED');
  });

  it("is refused for a car of one's own, whatever else holds", () => {
    expect(refusal({ isOwnListing: true, role: 'Seller' })).toBe('OWN_LISTING');
    expect(refusal({ isOwnListing: true, status: 'sold', open: 9 })).toBe('OWN_LISTING');
  });

  it('is refused once the car is sold, or not on offer', () => {
    expect(refusal({ status: 'sold' })).toBe('CAR_ALREADY_SOLD');
    expect(refusal({ status: 'withdrawn' })).toBe('CAR_NOT_AVAILABLE');
    expect(refusal({ status: 'draft' })).toBe('CAR_NOT_AVAILABLE');
    expect(refusal({ hidden: true })).toBe('CAR_NOT_AVAILABLE');
  });
});
