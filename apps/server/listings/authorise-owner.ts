import type { Transaction } from '@carhouse/database/connection/transaction';
import { lockListing } from '@carhouse/database/listings/listings';
import type { CurrentActor } from '@carhouse/domain/account/current-actor';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { parseId } from '@carhouse/domain/ids/id';
import type { Listing } from '@carhouse/domain/listing/listing';

/** Locks an own car that is not sold. @throws DomainError NOT_FOUND (another's, or none), CAR_ALREADY_SOLD. */
export async function lockOwnListing(trx: Transaction, actor: CurrentActor, id: string): Promise<Listing> {
  const listing = await lockManagedListing(trx, actor, id);
  if (listing.seller.id !== actor.accountId) throw new DomainError('NOT_FOUND');
  return listing;
}

/** The same for an admin too, whose the car need not be. */
export async function lockManagedListing(trx: Transaction, actor: CurrentActor, id: string): Promise<Listing> {
  const listingId = parseId<'listing'>(id);
  const car = listingId && (await lockListing(trx, listingId, 'own'));
  const mayManage = car?.listing.seller.id === actor.accountId || actor.role === 'admin';
  if (car === undefined || !mayManage) throw new DomainError('NOT_FOUND');
  if (car.listing.status === 'sold') throw new DomainError('CAR_ALREADY_SOLD');
  return car.listing;
}
