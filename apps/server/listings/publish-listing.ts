import { recordAudit } from '@carhouse/database/audit/audit';
import { inTransaction } from '@carhouse/database/connection/transaction';
import { postDraft } from '@carhouse/database/listings/listing-writes';
import type { Actor } from '@carhouse/domain/account/account';
import { requireId } from '@carhouse/domain/ids/id';
import { advanceListing } from '@carhouse/domain/listing/listing-lifecycle';
import { authoriseConfirmed } from '../accounts/authorise-confirmed.ts';
import type { Context } from '../context.ts';
import { lockOwnListing } from './authorise-owner.ts';
import { assertNoDuplicate, recordSimilarListings } from './check-duplicate.ts';
import { assertBelowDailyLimit, assertListableBrand, assertRoomForCar, findNewestSortTime } from './check-new-offer.ts';
import { assertHasImage } from './create-listing.ts';

/**
 * Puts one of the seller's drafts on sale, with the current time as its posting time.
 * @returns 0 when the listing is already on sale.
 * @throws DomainError NOT_FOUND, CAR_ALREADY_SOLD, ILLEGAL_TRANSITION, BRAND_CLOSED, LISTING_LIMIT, CARS_LIMIT,
 *   DUPLICATE_LISTING, INVALID (no image).
 */
export async function publishListing(context: Context, actor: Actor, id: string): Promise<0 | 1> {
  const listingId = requireId<'listing'>(id);
  return inTransaction(context.database, async (trx) => {
    const now = context.now();
    const { actor: seller, account } = await authoriseConfirmed(context, trx, actor);
    await assertBelowDailyLimit(trx, seller, now, listingId);
    const car = await lockOwnListing(trx, seller, id);
    if (car.status === 'available') return 0;
    const nextStatus = advanceListing(car.status, 'publish', 'seller');
    await assertRoomForCar(context, trx, account);
    await assertListableBrand(trx, car.brand);
    assertHasImage(car.images);
    await assertNoDuplicate(context, trx, car);
    await recordSimilarListings(trx, car, now);
    const newestSortTime = await findNewestSortTime(context, trx, seller.accountId, now);
    await postDraft(trx, car.id, { now, newestAt: newestSortTime });
    await recordAudit(context, trx, {
      actorId: seller.accountId,
      action: 'publish',
      noun: 'listing',
      nounId: car.id,
      before: { status: car.status },
      after: { status: nextStatus },
    });
    return 1;
  });
}
