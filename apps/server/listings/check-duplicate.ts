import type { Transaction } from '@carhouse/database/connection/transaction';
import { type CarTraits, findOwnDuplicate, noteDuplicates } from '@carhouse/database/listings/duplicates';
import { findPlate } from '@carhouse/domain/car/plate';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { duplicateTexts } from '@carhouse/domain/listing/duplicate';
import type { Listing } from '@carhouse/domain/listing/listing';

/** The attributes of a listing that is about to go on sale, by which duplicates are found. */
export type OfferedCar = Pick<
  Listing,
  'id' | 'brand' | 'title' | 'description' | 'yearOfPurchase' | 'resalePrice' | 'images'
> & { readonly facts: Pick<Listing['facts'], 'mileageKm'>; readonly seller: Pick<Listing['seller'], 'id'> };

/**
 * Refuses a car that its seller already has on sale, and records similar listings of other sellers for the admins. The
 * caller must have locked the seller. The listing may be saved before or after this call, but its row must exist before the
 * records are written.
 * @throws DomainError DUPLICATE_LISTING with the id of the first listing in `errors`.
 */
export async function assertNoDuplicate(trx: Transaction, car: OfferedCar): Promise<void> {
  const found = await findOwnDuplicate(trx, comparedTraitsOf(car));
  if (found === undefined) return;
  const detail = duplicateTexts[found.reason];
  const errors = [{ path: '_id', code: found.reason, message: found.id }];
  throw new DomainError('DUPLICATE_LISTING', { detail, errors });
}

/**
 * Refuses a duplicate when a listing is edited. A listing that was already a duplicate before the edit, from an import or an
 * older version, may still be edited.
 */
export async function assertNoNewDuplicate(trx: Transaction, before: OfferedCar, after: OfferedCar): Promise<void> {
  if ((await findOwnDuplicate(trx, comparedTraitsOf(before))) === undefined) await assertNoDuplicate(trx, after);
}

/** Records for the admins which listings of other sellers are similar to this listing, whose row must exist. */
export async function noteLookAlikes(trx: Transaction, car: OfferedCar, now: Date): Promise<void> {
  await noteDuplicates(trx, comparedTraitsOf(car), now);
}

function comparedTraitsOf(car: OfferedCar): CarTraits {
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
