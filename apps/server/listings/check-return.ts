import type { Transaction } from '@carhouse/database/connection/transaction';
import type { Account } from '@carhouse/domain/account/account';
import { DomainError, isDomainError } from '@carhouse/domain/errors/domain-error';
import type { Listing } from '@carhouse/domain/listing/listing';
import { removeExcessAdvertisement } from '../advertisements/remove-advertisement.ts';
import type { Context } from '../context.ts';
import { assertNoDuplicate, recordSimilarListings } from './check-duplicate.ts';
import { assertRoomForCar } from './check-new-offer.ts';

/**
 * The messages of refusals for an admin. The messages of these errors in other cases are written for the seller of the
 * listing.
 */
const refusalTextsForAdmins = {
  CARS_LIMIT: 'Its seller has as many cars on sale as they may have. The car stays hidden until there is room for it.',
  DUPLICATE_LISTING:
    'Its seller has the same car on sale in another listing. The car stays hidden while that one is on sale.',
} as const;

/**
 * Checks that a listing that was on sale before may be on sale again: its seller has room for one more listing, and
 * does not have the same car on sale already. Similar listings of other sellers are recorded for the admins. If the
 * seller already has as many advertisements as they may have, the listing's advertisement ends. Call this function
 * after the seller and the listing are locked and before the status is saved.
 * @param messageAddressee the person who reads the message of a refusal.
 * @throws DomainError CARS_LIMIT, DUPLICATE_LISTING.
 */
export async function assertMayReturnToSale(
  context: Context,
  trx: Transaction,
  seller: Account,
  car: Listing,
  messageAddressee: 'seller' | 'admin',
): Promise<void> {
  try {
    await assertRoomForCar(context, trx, seller);
    await assertNoDuplicate(context, trx, car);
  } catch (error) {
    if (messageAddressee === 'seller' || !isDomainError(error)) throw error;
    if (error.code !== 'CARS_LIMIT' && error.code !== 'DUPLICATE_LISTING') throw error;
    throw new DomainError(error.code, { detail: refusalTextsForAdmins[error.code] });
  }
  await recordSimilarListings(trx, car, context.now());
  await removeExcessAdvertisement(context, trx, seller, car.id);
}
