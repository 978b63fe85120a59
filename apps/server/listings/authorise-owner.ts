import { hasPaidBooking } from '@carhouse/database/bookings/bookings';
import type { Transaction } from '@carhouse/database/connection/transaction';
import { lockListing } from '@carhouse/database/listings/listings';
import type { CurrentActor, CurrentAdmin } from '@carhouse/domain/account/current-actor';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { requireId } from '@carhouse/domain/ids/id';
import type { Listing } from '@carhouse/domain/listing/listing';
import { findListingParty, isEditable } from '@carhouse/domain/listing/listing-policy';

/**
 * Locks one of the owner's listings that is not sold.
 * @throws DomainError NOT_FOUND (an unknown listing or another seller's), CAR_ALREADY_SOLD.
 */
export async function lockOwnListing(trx: Transaction, actor: CurrentActor, id: string): Promise<Listing> {
  const listing = await lockManagedListing(trx, actor, id);
  if (findListingParty(actor, listing) !== 'seller') throw new DomainError('NOT_FOUND');
  return listing;
}

/**
 * Locks one of the owner's listings that the owner may put on sale again. A sold listing is locked only when its seller
 * marked it as sold, without a payment through Car House.
 * @throws DomainError NOT_FOUND (an unknown listing or another seller's), CAR_ALREADY_SOLD (a user has paid for it).
 */
export async function lockRelistableListing(trx: Transaction, actor: CurrentActor, id: string): Promise<Listing> {
  const car = await lockListing(trx, requireId<'listing'>(id), 'own');
  if (car === undefined || findListingParty(actor, car.listing) !== 'seller') throw new DomainError('NOT_FOUND');
  return assertNotPaidFor(trx, car.listing);
}

/**
 * Locks a listing that an admin wants to hide, in any status. A sold listing can be hidden only if its seller marked it
 * as sold, without a payment on this site.
 * @throws DomainError NOT_FOUND, CAR_ALREADY_SOLD (a user has paid for it).
 */
export async function lockHideableListing(trx: Transaction, admin: CurrentAdmin, id: string): Promise<Listing> {
  const car = await lockListing(trx, requireId<'listing'>(id), 'own');
  if (car === undefined || findListingParty(admin, car.listing) === null) throw new DomainError('NOT_FOUND');
  return assertNotPaidFor(trx, car.listing);
}

async function assertNotPaidFor(trx: Transaction, listing: Listing): Promise<Listing> {
  if (listing.status === 'sold' && (await hasPaidBooking(trx, listing.id))) throw new DomainError('CAR_ALREADY_SOLD');
  return listing;
}

/** Locks a listing for its seller or for an admin. @throws DomainError NOT_FOUND for any other user, CAR_ALREADY_SOLD. */
export async function lockManagedListing(trx: Transaction, actor: CurrentActor, id: string): Promise<Listing> {
  const car = await lockListing(trx, requireId<'listing'>(id), 'own');
  if (car === undefined || findListingParty(actor, car.listing) === null) throw new DomainError('NOT_FOUND');
  if (!isEditable(car.listing.status)) throw new DomainError('CAR_ALREADY_SOLD');
  return car.listing;
}
