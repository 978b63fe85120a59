import type { Transaction } from '@carhouse/database/connection/transaction';
import { type CarTraits, findOwnDuplicate, noteDuplicates } from '@carhouse/database/listings/duplicates';
import { findPlate } from '@carhouse/domain/car/plate';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { duplicateTexts } from '@carhouse/domain/listing/duplicate';
import type { Listing } from '@carhouse/domain/listing/listing';

/** A car that is about to be on sale. */
export type OfferedCar = Pick<
  Listing,
  'id' | 'brand' | 'title' | 'description' | 'yearOfPurchase' | 'resalePrice' | 'images'
> & { readonly facts: Pick<Listing['facts'], 'mileageKm'>; readonly seller: Pick<Listing['seller'], 'id'> };

/**
 * Refuses a car that its seller has on sale already, and records similar cars of other sellers for the admins. Call it behind the lock
 * of the seller. The car may be saved before or after, but the records need its row.
 * @throws DomainError DUPLICATE_LISTING with the id of the first car in `errors`.
 */
export async function assertNoDuplicate(trx: Transaction, car: OfferedCar): Promise<void> {
  const found = await findOwnDuplicate(trx, traitsOf(car));
  if (found === undefined) return;
  const detail = duplicateTexts[found.reason];
  const errors = [{ path: '_id', code: found.reason, message: found.id }];
  throw new DomainError('DUPLICATE_LISTING', { detail, errors });
}

/**
 * The same for a car that is edited. A car that was a duplicate before, from an import or an older version, may still be edited.
 */
export async function assertNoNewDuplicate(trx: Transaction, before: OfferedCar, after: OfferedCar): Promise<void> {
  if ((await findOwnDuplicate(trx, traitsOf(before))) === undefined) await assertNoDuplicate(trx, after);
}

/** Records for the admins which cars of other sellers look like this one; the car's row must exist. */
export async function noteLookAlikes(trx: Transaction, car: OfferedCar, now: Date): Promise<void> {
  await noteDuplicates(trx, traitsOf(car), now);
}

function traitsOf(car: OfferedCar): CarTraits {
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
    images: images,
  };
}
