import { inTransaction } from '@carhouse/database/connection/transaction';
import { lockListing } from '@carhouse/database/listings/listings';
import { countWishes, findWishId, insertWish, lockWishes } from '@carhouse/database/wishes/wishes';
import type { Actor } from '@carhouse/domain/account/account';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import type { Listing, ListingId } from '@carhouse/domain/listing/listing';
import { assertMayWish } from '@carhouse/domain/listing/listing-policy';
import { type WishId, type WishSnapshot, type WishToRestore, wishesMaximum } from '@carhouse/domain/wish/wish';
import { authoriseActor } from '../accounts/authorise-actor.ts';
import type { Context } from '../context.ts';
import { makeCoverUrl } from '../listings/present-listing.ts';
import { digestSnapshot } from './digest-snapshot.ts';

/**
 * Adds a listing to the actor's wish list. A repeated call returns the same wish.
 * @param removedWish the removed wish that is restored: it keeps its id, time and price
 * @throws DomainError NOT_FOUND (the actor may not see the listing, and no removed wish shows it as it is now), OWN_LISTING,
 *   ROLE_REQUIRED (the actor has no role yet), WISH_LIMIT.
 */
export async function addWish(
  context: Context,
  actor: Actor,
  listingId: ListingId,
  removedWish?: WishToRestore,
): Promise<WishId> {
  const { role } = actor;
  if (role === null) throw new DomainError('ROLE_REQUIRED');
  return inTransaction(context.database, async (trx) => {
    // With this lock, concurrent calls of one user wait for each other, so the limit holds and no wish is stored twice.
    await lockWishes(trx, actor.accountId);
    // This lock and the lock of the listing's seller are shared locks. With exclusive locks, two sellers who wish for
    // each other's listings would deadlock.
    await authoriseActor(context, trx, actor, 'shared');
    const car = await lockListing(trx, listingId, 'share');
    if (car === undefined) throw new DomainError('NOT_FOUND');
    const currentSnapshot = makeSnapshot(car.listing);
    // A wish for a car that is no longer public can be restored only if its new copy of the car equals the removed
    // copy. With a different copy, the wish would show its user data of a car that they may not read.
    if (removedWish?.digest !== digestSnapshot(currentSnapshot))
      assertMayWish(actor, { ...car.listing, isHidden: car.isHidden });
    const existingWish = await findWishId(trx, actor.accountId, listingId);
    if (existingWish !== undefined) return existingWish;
    if ((await countWishes(trx, actor.accountId)) >= wishesMaximum) throw new DomainError('WISH_LIMIT');
    const id: WishId = removedWish?.id ?? context.newId();
    const snapshot = { ...currentSnapshot, resalePrice: removedWish?.resalePrice ?? currentSnapshot.resalePrice };
    const wish = { id, listingId, wisherRole: role, wishedAt: removedWish?.wishedAt ?? context.now(), snapshot };
    await insertWish(trx, actor.accountId, wish);
    return id;
  });
}

function makeSnapshot(listing: Listing): WishSnapshot {
  return {
    image: makeCoverUrl(listing) || null,
    brand: listing.brand,
    title: listing.title,
    author: listing.seller.name,
    authorEmail: listing.seller.email,
    location: listing.location,
    originalPrice: listing.originalPrice,
    resalePrice: listing.resalePrice,
    yearsOfUse: listing.yearsOfUse,
    yearOfPurchase: listing.yearOfPurchase,
    description: listing.description,
    postedAt: listing.postedAt,
  };
}
