import type { Actor } from '@carhouse/core/account/account';
import { DomainError } from '@carhouse/core/errors/domain-error';
import { parseId } from '@carhouse/core/ids/id';
import type { ListingId } from '@carhouse/core/listing/listing';
import { insertAdvertisement } from '@carhouse/database/advertisements';
import { lockListing } from '@carhouse/database/listings';
import { inTransaction } from '@carhouse/database/transaction';
import { authoriseActor } from '../accounts/authorise-actor.ts';
import type { Context } from '../context.ts';

/** Advertises an own available car; again changes nothing. @throws DomainError NOT_FOUND (another's), CAR_ALREADY_SOLD, CAR_NOT_AVAILABLE. */
export async function addAdvertisement(context: Context, actor: Actor, id: string): Promise<ListingId> {
  const listingId = parseId<'listing'>(id);
  if (listingId === undefined) throw new DomainError('NOT_FOUND');
  return inTransaction(context.database, async (trx) => {
    await authoriseActor(context, trx, actor);
    const car = await lockListing(trx, listingId, 'share');
    if (car === undefined || car.listing.seller.id !== actor.accountId) throw new DomainError('NOT_FOUND');
    if (car.listing.status === 'sold') throw new DomainError('CAR_ALREADY_SOLD');
    if (car.listing.status !== 'available') throw new DomainError('CAR_NOT_AVAILABLE');
    await insertAdvertisement(trx, listingId, context.now());
    return listingId;
  });
}
