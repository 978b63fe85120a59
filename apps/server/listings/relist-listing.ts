import { recordAudit } from '@carhouse/database/audit/audit';
import { inTransaction, type Transaction } from '@carhouse/database/connection/transaction';
import { changeListingStatus } from '@carhouse/database/listings/listings';
import type { Actor } from '@carhouse/domain/account/account';
import type { CurrentActor } from '@carhouse/domain/account/current-actor';
import type { Listing } from '@carhouse/domain/listing/listing';
import { advanceListing } from '@carhouse/domain/listing/listing-lifecycle';
import { authoriseConfirmed } from '../accounts/authorise-confirmed.ts';
import type { Context } from '../context.ts';
import { lockRelistableListing } from './authorise-owner.ts';
import { assertMayReturnToSale } from './check-return.ts';

/**
 * Puts on sale again one of the seller's withdrawn listings, or a listing that they marked as sold by mistake. The sale
 * of such a listing is undone first. The listing keeps its posting time, so withdrawing and relisting does not move it
 * to the top of a list. The advertisement of the listing continues only within the seller's limit of advertisements.
 * @returns 0 when the listing is already on sale.
 * @throws DomainError NOT_FOUND, CAR_ALREADY_SOLD, ILLEGAL_TRANSITION, HIDDEN_BY_ADMIN, EMAIL_UNCONFIRMED, CARS_LIMIT,
 *   DUPLICATE_LISTING.
 */
export async function relistListing(context: Context, actor: Actor, id: string): Promise<0 | 1> {
  return inTransaction(context.database, async (trx) => {
    const { actor: currentActor, account: seller } = await authoriseConfirmed(context, trx, actor);
    const car = await lockRelistableListing(trx, currentActor, id);
    if (car.status === 'available') return 0;
    const listingAfterUndo =
      car.status === 'sold' ? await changeStatus(context, trx, currentActor, car, 'undo-sale') : car;
    // The status is checked first, so that the error for a draft names the status and not a limit.
    advanceListing(listingAfterUndo.status, 'relist', 'seller');
    await assertMayReturnToSale(context, trx, seller, listingAfterUndo, 'seller');
    await changeStatus(context, trx, currentActor, listingAfterUndo, 'relist');
    return 1;
  });
}

async function changeStatus(
  context: Context,
  trx: Transaction,
  seller: CurrentActor,
  car: Listing,
  action: 'undo-sale' | 'relist',
): Promise<Listing> {
  const nextStatus = advanceListing(car.status, action, 'seller');
  await changeListingStatus(trx, car.id, car.status, nextStatus, context.now());
  await recordAudit(context, trx, {
    actorId: seller.accountId,
    action,
    noun: 'listing',
    nounId: car.id,
    before: { status: car.status },
    after: { status: nextStatus },
  });
  return { ...car, status: nextStatus };
}
