import { recordAudit } from '@carhouse/database/audit/audit';
import { countOpenBookingsOfCars } from '@carhouse/database/bookings/bookings';
import type { Transaction } from '@carhouse/database/connection/transaction';
import { replaceListingImages } from '@carhouse/database/images/images';
import { updateListing } from '@carhouse/database/listings/listing-writes';
import type { Actor } from '@carhouse/domain/account/account';
import { assertPriceUnchanged } from '@carhouse/domain/booking/booking-rules';
import type { Listing, ListingId } from '@carhouse/domain/listing/listing';
import { describesAnotherCar, haveTermsChanged, type ListingTerms } from '@carhouse/domain/listing/listing-terms';
import type { Cents } from '@carhouse/domain/money/money';
import { readImageKey } from '@carhouse/images/image-url';
import { authoriseConfirmed } from '../accounts/authorise-confirmed.ts';
import type { Context } from '../context.ts';
import { resolveImages } from '../images/resolve-images.ts';
import { changeFreeCar, type FreeCarOutcome, findReleasableHold } from '../payments/release-car.ts';
import { assertFactorProved } from '../second-factor/authorise-factor-change.ts';
import { lockOwnListing } from './authorise-owner.ts';
import { assertNoNewDuplicate, recordSimilarListings } from './check-duplicate.ts';
import { assertListableBrand } from './check-new-offer.ts';
import { assertHasImage } from './create-listing.ts';

export type EditedListing = { readonly terms: ListingTerms; readonly images: readonly string[] };

/**
 * Changes the terms and images of the seller's listing. Open bookings keep their price (docs/reliability.md I5). While a
 * buyer is paying, only description, location and images can change.
 * @throws DomainError NOT_FOUND (another seller's listing), CAR_ALREADY_SOLD, CAR_RESERVED (price or facts during a hold),
 * BRAND_CLOSED, EMAIL_UNCONFIRMED, DUPLICATE_LISTING, IMAGE_NOT_YOURS, INVALID (a car on sale without an image),
 * SECOND_FACTOR_PROOF_REQUIRED (another price for a booked car, by a seller who has a second factor).
 */
export async function changeListing(
  context: Context,
  actor: Actor,
  id: string,
  editedListing: EditedListing,
): Promise<ListingId> {
  const { id: changedListingId } = await saveChange(context, actor, id, {
    computeNewTerms: () => editedListing.terms,
    resolveNewImages: (trx, car) => {
      // An imported listing may have no image, and may be edited without adding one.
      if (car.status !== 'draft' && car.images.length > 0) assertHasImage(editedListing.images);
      return resolveChosenImages(trx, actor, car, editedListing.images);
    },
  });
  return changedListingId;
}

/**
 * Changes the price of the seller's listing and nothing else, under the rules of `changeListing`.
 * @param priceChange.seenPrice the price that the seller saw. If it differs from the current price, the listing was
 * changed meanwhile. @returns 0 when the listing already has the new price. @throws DomainError NOT_FOUND (another
 * seller's listing), CAR_ALREADY_SOLD, CAR_RESERVED, PRICE_CHANGED, EMAIL_UNCONFIRMED, DUPLICATE_LISTING,
 * SECOND_FACTOR_PROOF_REQUIRED.
 */
export async function changePrice(
  context: Context,
  actor: Actor,
  priceChange: { readonly id: string; readonly seenPrice: Cents; readonly price: Cents },
): Promise<0 | 1> {
  const { changed } = await saveChange(context, actor, priceChange.id, {
    computeNewTerms: (car) => {
      if (car.resalePrice !== priceChange.price) assertPriceUnchanged(priceChange.seenPrice, car.resalePrice);
      return { ...car, resalePrice: priceChange.price };
    },
    resolveNewImages: (_trx, car) => Promise.resolve(car.images),
  });
  return changed;
}

/**
 * A change of a listing, as two functions. They receive the locked listing and return its new terms and the keys of its
 * new images.
 */
type ListingChangeFunctions = {
  readonly computeNewTerms: (car: Listing) => ListingTerms;
  /** Keys of the images after the change. */
  readonly resolveNewImages: (trx: Transaction, car: Listing) => Promise<readonly string[]>;
};

/**
 * Locks the seller and the listing, checks the change and saves it.
 * @returns `changed` 0 when the listing already has the new terms and images. When the listing already has the new
 * terms and images, nothing is saved.
 */
async function saveChange(
  context: Context,
  actor: Actor,
  id: string,
  { computeNewTerms, resolveNewImages }: ListingChangeFunctions,
): Promise<{ readonly id: ListingId; readonly changed: 0 | 1 }> {
  return changeFreeCar(context, async (trx): Promise<FreeCarOutcome<{ id: ListingId; changed: 0 | 1 }>> => {
    const { actor: seller } = await authoriseConfirmed(context, trx, actor);
    const car = await lockOwnListing(trx, seller, id);
    const terms = computeNewTerms(car);
    const now = context.now();
    if (describesAnotherCar(car, terms)) {
      const releasableAttempt = await findReleasableHold(trx, car.id, now);
      if (releasableAttempt !== undefined) return { kind: 'releasable', attempt: releasableAttempt };
    }
    if (terms.brand !== car.brand) await assertListableBrand(trx, terms.brand);
    if (terms.resalePrice !== car.resalePrice) await assertMayChangePrice(context, trx, seller, car.id);
    const images = await resolveNewImages(trx, car);
    // A request that changes nothing saves nothing: no version, no audit entry and no modification time.
    const areImagesEqual = images.join() === car.images.join();
    if (!haveTermsChanged(car, terms) && areImagesEqual) return { kind: 'done', value: { id: car.id, changed: 0 } };
    const changedListing = { ...terms, id: car.id, seller: car.seller, images };
    if (car.status === 'available') await assertNoNewDuplicate(context, trx, car, changedListing);
    await updateListing(trx, car.id, terms, now);
    if (!areImagesEqual) await replaceListingImages(trx, car.id, images);
    if (car.status === 'available') await recordSimilarListings(trx, changedListing, now);
    await recordAudit(context, trx, {
      actorId: actor.accountId,
      action: 'change',
      noun: 'listing',
      nounId: car.id,
      before: { priceCents: String(car.resalePrice) },
      after: { priceCents: String(terms.resalePrice) },
    });
    return { kind: 'done', value: { id: car.id, changed: 1 } };
  });
}

/**
 * Checks the second factor before the price of a booked car changes. A seller without a second factor may change the
 * price with the sign-in alone.
 * @throws DomainError SECOND_FACTOR_PROOF_REQUIRED.
 */
async function assertMayChangePrice(
  context: Context,
  trx: Transaction,
  seller: Actor,
  listingId: ListingId,
): Promise<void> {
  const bookings = await countOpenBookingsOfCars(trx, [listingId]);
  if (bookings.size > 0) await assertFactorProved(context, trx, seller);
}

/**
 * Returns the keys of the images that the seller has chosen. The listing may keep images that it already has, even when
 * another user uploaded them. The seller must have uploaded every image that the listing does not have yet.
 */
async function resolveChosenImages(
  trx: Transaction,
  actor: Actor,
  car: Listing,
  images: readonly string[],
): Promise<readonly string[]> {
  const imageKeys = images.map((image) => readImageKey(image) ?? image);
  const newKeys = imageKeys.filter((key) => !car.images.includes(key));
  await resolveImages(trx, actor.accountId, newKeys, 'images');
  return [...new Set(imageKeys)];
}
