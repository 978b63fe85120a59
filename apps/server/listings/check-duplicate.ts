import { findAccount } from '@carhouse/database/accounts/accounts';
import type { Transaction } from '@carhouse/database/connection/transaction';
import {
  type CarTraits,
  findOwnDuplicate,
  type OwnDuplicate,
  recordDuplicates,
} from '@carhouse/database/listings/duplicates';
import { findSharedLimitStart } from '@carhouse/domain/account/seller-trust';
import { findPlate } from '@carhouse/domain/car/plate';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { duplicateTexts, markedAsSoldMessage } from '@carhouse/domain/listing/duplicate';
import type { Listing } from '@carhouse/domain/listing/listing';
import type { Context } from '../context.ts';

/** The attributes of a listing that is about to go on sale, by which duplicates are found. */
export type OfferedCar = Pick<
  Listing,
  'id' | 'brand' | 'title' | 'description' | 'yearOfPurchase' | 'resalePrice' | 'images'
> & { readonly facts: Pick<Listing['facts'], 'mileageKm'>; readonly seller: Pick<Listing['seller'], 'id'> };

/**
 * Refuses a car that its seller already has on sale. For a new seller, a car that they marked as sold is a duplicate
 * too, because its page is still public (decisions 0066 and 0067). The caller must have locked the seller. The listing
 * may be saved before or after this call.
 * @throws DomainError DUPLICATE_LISTING with the id of the first listing in `errors`.
 */
export async function assertNoDuplicate(context: Context, trx: Transaction, car: OfferedCar): Promise<void> {
  const ownDuplicate = await findDuplicateOfSeller(context, trx, car);
  if (ownDuplicate === undefined) return;
  const detail = ownDuplicate.isMarkedSale ? markedAsSoldMessage : duplicateTexts[ownDuplicate.reason];
  const errors = [{ path: '_id', code: ownDuplicate.reason, message: ownDuplicate.id }];
  throw new DomainError('DUPLICATE_LISTING', { detail, errors });
}

/**
 * Checks that an edit of a listing does not make it a duplicate. A listing that was a duplicate before the edit, from
 * an import or an older version of the server, may still be edited.
 */
export async function assertNoNewDuplicate(
  context: Context,
  trx: Transaction,
  originalOffer: OfferedCar,
  editedOffer: OfferedCar,
): Promise<void> {
  if ((await findDuplicateOfSeller(context, trx, originalOffer)) === undefined)
    await assertNoDuplicate(context, trx, editedOffer);
}

async function findDuplicateOfSeller(
  context: Context,
  trx: Transaction,
  car: OfferedCar,
): Promise<OwnDuplicate | undefined> {
  const seller = await findAccount(trx, car.seller.id);
  const soldMarksCountedSince = seller && findSharedLimitStart(seller, context.config.trust, context.now());
  return findOwnDuplicate(trx, makeCarTraits(car), soldMarksCountedSince);
}

/** Records for the admins which listings of other sellers are similar to this listing, whose row must exist. */
export async function recordSimilarListings(trx: Transaction, car: OfferedCar, now: Date): Promise<void> {
  await recordDuplicates(trx, makeCarTraits(car), now);
}

function makeCarTraits(car: OfferedCar): CarTraits {
  const { id, seller, brand, title, yearOfPurchase, resalePrice, facts, images } = car;
  return {
    id,
    sellerId: seller.id,
    brand,
    title,
    yearOfPurchase,
    resalePrice,
    mileageKm: facts.mileageKm,
    plate: findPlate(`${title}\n${car.description}`),
    images,
  };
}
