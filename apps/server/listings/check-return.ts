import type { Transaction } from '@carhouse/database/connection/transaction';
import type { Account } from '@carhouse/domain/account/account';
import { DomainError, isDomainError } from '@carhouse/domain/errors/domain-error';
import type { Listing } from '@carhouse/domain/listing/listing';
import { removeExcessAdvertisement } from '../advertisements/remove-advertisement.ts';
import type { Context } from '../context.ts';
import { assertNoDuplicate, noteLookAlikes } from './check-duplicate.ts';
import { assertRoomForCar } from './check-new-offer.ts';

/** The refusals for an admin, who is not the seller that the usual messages speak to. */
const forAdmin = {
  CARS_LIMIT: 'Its seller has as many cars on sale as they may have. The car stays hidden until there is room for it.',
  DUPLICATE_LISTING:
    'Its seller has the same car on sale in another listing. The car stays hidden while that one is on sale.',
} as const;

/**
 * Checks whether a listing that was on sale before may be on sale again: the limit of its seller, and duplicates of their
 * own. Similar listings of other sellers are recorded for the admins. Its advertisement continues only within the limit of
 * its seller. Call it after the seller and the listing are locked and before the status is saved.
 * @param party whom the message of a refusal speaks to.
 * @throws DomainError CARS_LIMIT, DUPLICATE_LISTING.
 */
export async function checkReturn(
  context: Context,
  trx: Transaction,
  seller: Account,
  car: Listing,
  party: 'seller' | 'admin',
): Promise<void> {
  try {
    await assertRoomForCar(context, trx, seller);
    await assertNoDuplicate(trx, car);
  } catch (error) {
    if (party === 'seller' || !isDomainError(error)) throw error;
    if (error.code !== 'CARS_LIMIT' && error.code !== 'DUPLICATE_LISTING') throw error;
    throw new DomainError(error.code, { detail: forAdmin[error.code] });
  }
  await noteLookAlikes(trx, car, context.now());
  await removeExcessAdvertisement(context, trx, seller, car.id);
}
