import { inTransaction } from '@carhouse/database/connection/transaction';
import { replaceListingImages } from '@carhouse/database/images/images';
import { lockListing } from '@carhouse/database/listings/listings';
import type { Actor } from '@carhouse/domain/account/account';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { requireId } from '@carhouse/domain/ids/id';
import { readImageKey } from '@carhouse/images/image-url';
import { authoriseActor } from '../accounts/authorise-actor.ts';
import type { Context } from '../context.ts';
import { assertNoNewDuplicate, recordSimilarListings } from '../listings/check-duplicate.ts';
import { assertHasImage } from '../listings/create-listing.ts';
import { resolveImages } from './resolve-images.ts';

/**
 * Replaces the images of a seller's car. The first image becomes the cover. Images that the car already has may stay,
 * even if another user uploaded them. The seller must have uploaded every image that the car does not have yet.
 * @returns the keys of the images, cover first.
 * @throws DomainError NOT_FOUND for another seller's car, CAR_ALREADY_SOLD, INVALID when an image is named twice or a
 *   car on sale would lose its last image, IMAGE_NOT_YOURS, DUPLICATE_LISTING when the seller has another car of the
 *   same model with the same image.
 */
export async function replaceImages(
  context: Context,
  actor: Actor,
  listingId: string,
  images: readonly string[],
): Promise<readonly string[]> {
  const id = requireId<'listing'>(listingId);
  const imageKeys = images.map((image) => readImageKey(image) ?? image);
  if (new Set(imageKeys).size < imageKeys.length) {
    throw new DomainError('INVALID', {
      errors: [{ path: 'photos', code: 'duplicate', message: 'A picture is named twice' }],
    });
  }
  return inTransaction(context.database, async (trx) => {
    await authoriseActor(context, trx, actor);
    const lockedListing = await lockListing(trx, id, 'own');
    if (lockedListing === undefined || lockedListing.isHidden || lockedListing.listing.seller.id !== actor.accountId) {
      throw new DomainError('NOT_FOUND');
    }
    if (lockedListing.listing.status === 'sold') throw new DomainError('CAR_ALREADY_SOLD');
    const currentImageKeys = new Set(lockedListing.listing.images);
    // A car on sale that has images must keep at least one image. The same rule applies when a listing is edited.
    if (lockedListing.listing.status !== 'draft' && currentImageKeys.size > 0) assertHasImage(imageKeys, 'photos');
    const newKeys = imageKeys.filter((key) => !currentImageKeys.has(key));
    await resolveImages(trx, actor.accountId, newKeys, 'photos');
    const changedListing = { ...lockedListing.listing, images: imageKeys };
    const isOnSale = lockedListing.listing.status === 'available';
    if (isOnSale) await assertNoNewDuplicate(context, trx, lockedListing.listing, changedListing);
    await replaceListingImages(trx, id, imageKeys);
    if (isOnSale) await recordSimilarListings(trx, changedListing, context.now());
    return imageKeys;
  });
}
