import { describe, expect, it } from 'vitest';
import { findVerificationEvent, listAdminEvents } from '../account/account-policy.ts';
import { approvalStates, listApprovalEvents } from '../approval/approval.ts';
import { bookingStatuses } from '../booking/booking.ts';
import { findBookerRefusal, hasReceipt, isOrderPayable } from '../booking/booking-policy.ts';
import { listAdminActs } from '../import/import-lifecycle.ts';
import { importStates } from '../import/import-states.ts';
import { listingStatuses } from '../listing/listing.ts';
import { findWisherRefusal, isEditable, isOnSale, isPublic } from '../listing/listing-policy.ts';

describe('what a screen offers', () => {
  it('of a listing depends on its status', () => {
    expect(listingStatuses.filter(isPublic)).toEqual(['available', 'sold']);
    expect(listingStatuses.filter(isOnSale)).toEqual(['available']);
    expect(listingStatuses.filter(isEditable)).toEqual(['draft', 'available', 'withdrawn', 'hidden']);
  });

  it('of a booking depends on its status', () => {
    expect(bookingStatuses.filter(isOrderPayable)).toEqual(['unpaid']);
    expect(bookingStatuses.filter((status) => hasReceipt(status, false))).toEqual(['paid', 'refunded']);
    expect(hasReceipt('paid', true)).toBe(false);
  });

  it('to buyers is to book the cars of others', () => {
    expect(findBookerRefusal('Buyer', false)).toBeNull();
    expect(findBookerRefusal('Seller', true)).toBe('OWN_LISTING');
    for (const role of ['Seller', 'admin', '', null] as const)
      expect(findBookerRefusal(role, false)).toBe('ROLE_REQUIRED');
  });

  it('to everybody after sign-up is to wish for the cars of others', () => {
    for (const role of ['Buyer', 'Seller', 'admin'] as const) {
      expect(findWisherRefusal(role, false)).toBeNull();
      expect(findWisherRefusal(role, true)).toBe('OWN_LISTING');
    }
    for (const role of ['', null] as const) expect(findWisherRefusal(role, false)).toBe('ROLE_REQUIRED');
  });

  it('to an admin is nothing with their own account', () => {
    expect(listAdminEvents('active', false)).toEqual(['suspend', 'delete']);
    expect(listAdminEvents('suspended', false)).toEqual(['reinstate', 'delete']);
    expect(listAdminEvents('active', true)).toEqual([]);
  });

  it('to an admin is to verify active sellers, and to end that for any', () => {
    expect(findVerificationEvent({ status: 'active', verified: false })).toBe('verify');
    expect(findVerificationEvent({ status: 'suspended', verified: false })).toBeNull();
    expect(findVerificationEvent({ status: 'suspended', verified: true })).toBe('unverify');
  });

  it('to an admin is to take their own request back, and to decide those of others', () => {
    expect(listApprovalEvents('waiting', false)).toEqual(['confirm', 'reject']);
    expect(listApprovalEvents('waiting', true)).toEqual(['withdraw']);
    for (const state of approvalStates.filter((otherState) => otherState !== 'waiting'))
      expect([...listApprovalEvents(state, true), ...listApprovalEvents(state, false)]).toEqual([]);
  });

  it('to an admin is to decide an import that waits, and to stop one that is under way', () => {
    const adminActionTexts = importStates.flatMap((state) =>
      listAdminActs(state).map((adminAct) => `${state}: ${adminAct}`),
    );
    expect(adminActionTexts.sort()).toEqual([
      'awaiting review: reject',
      'awaiting review: release',
      'checking: stop',
      'examining: stop',
      'running: stop',
      'withdrawing: stop',
    ]);
  });
});
