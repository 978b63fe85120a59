import { validationTexts } from '@carhouse/contract/validation-texts';
import { recordAudit } from '@carhouse/database/audit/audit';
import { inTransaction } from '@carhouse/database/connection/transaction';
import { replaceListingImages } from '@carhouse/database/images/images';
import { hasListing, insertListing } from '@carhouse/database/listings/listing-writes';
import type { Actor } from '@carhouse/domain/account/account';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import type { ListingId } from '@carhouse/domain/listing/listing';
import type { ListingTerms } from '@carhouse/domain/listing/listing-terms';
import { authoriseConfirmed } from '../accounts/authorise-confirmed.ts';
import type { Context } from '../context.ts';
import { resolveImages } from '../images/resolve-images.ts';
import { assertNoDuplicate, recordSimilarListings } from './check-duplicate.ts';
import { assertBelowDailyLimit, assertListableBrand, assertRoomForCar, findNewestSortTime } from './check-new-offer.ts';

export type NewListingInput = {
  /**
   * The id of the new listing. All repetitions of a request under one idempotency key have the same listing id. A
   * repetition that finds a listing with this id returns that listing.
   */
  readonly id: ListingId;
  readonly terms: ListingTerms;
  /** URLs of the seller's uploads, cover first, and the request field that contains them. */
  readonly images: { readonly urls: readonly string[]; readonly field: string };
  readonly status: 'draft' | 'available';
};

/**
 * Puts a car on sale, or saves it as a draft. The server sets seller, time and status (docs/reliability.md I14).
 * @throws DomainError EMAIL_UNCONFIRMED, BRAND_CLOSED, LISTING_LIMIT, CARS_LIMIT, DUPLICATE_LISTING, IMAGE_NOT_YOURS,
 *   INVALID (no image), UNAUTHENTICATED.
 */
export async function createListing(context: Context, actor: Actor, car: NewListingInput): Promise<ListingId> {
  const { id, terms, images, status } = car;
  if (status !== 'draft') assertHasImage(images.urls);
  return inTransaction(context.database, async (trx) => {
    const now = context.now();
    const { actor: currentActor, account: seller } = await authoriseConfirmed(context, trx, actor);
    await assertBelowDailyLimit(trx, currentActor, now, id);
    // Once the seller is locked, an earlier repetition of the same request has finished.
    if (await hasListing(trx, id)) return id;
    if (status === 'available') await assertRoomForCar(context, trx, seller);
    await assertListableBrand(trx, terms.brand);
    const imageKeys = await resolveImages(trx, actor.accountId, images.urls, images.field);
    const car = { id, seller, ...terms, images: imageKeys };
    if (status === 'available') await assertNoDuplicate(context, trx, car);
    const newestSortTime = status === 'available' ? await findNewestSortTime(context, trx, actor.accountId, now) : null;
    await insertListing(trx, { id, sellerId: actor.accountId, terms, status, now, newestAt: newestSortTime });
    await replaceListingImages(trx, id, [...new Set(imageKeys)]);
    if (status === 'available') await recordSimilarListings(trx, car, now);
    await recordAudit(context, trx, {
      actorId: actor.accountId,
      action: 'create',
      noun: 'listing',
      nounId: id,
      after: { status, priceCents: String(terms.resalePrice) },
    });
    return id;
  });
}

/** @throws DomainError INVALID when a listing on sale would have no image. */
export function assertHasImage(images: readonly string[], field = 'images'): void {
  if (images.length > 0) return;
  const message = validationTexts.imageRequired;
  throw new DomainError('INVALID', { detail: message, errors: [{ path: field, code: 'required', message }] });
}
