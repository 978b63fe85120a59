import { recordAudit } from '@carhouse/database/audit/audit';
import { inTransaction } from '@carhouse/database/connection/transaction';
import { findHiddenListing, saveListingShownAgain } from '@carhouse/database/listings/hidden-listings';
import type { Actor } from '@carhouse/domain/account/account';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { requireId } from '@carhouse/domain/ids/id';
import { advanceListing, hidingEndEventByStatus } from '@carhouse/domain/listing/listing-lifecycle';
import { authoriseAdminForAccounts } from '../accounts/authorise-actor.ts';
import type { Context } from '../context.ts';
import { lockManagedListing } from './authorise-owner.ts';
import { assertMayReturnToSale } from './check-return.ts';

/**
 * Shows a hidden listing again, for an admin. A listing that was on sale is on sale again with its old posting time, if
 * the limits of its seller allow it. A listing that was a draft becomes a draft again. A listing that its seller had
 * withdrawn or marked as sold becomes withdrawn. Bookings that were cancelled stay cancelled.
 * @returns 0 when the listing is on sale already.
 * @throws DomainError NOT_FOUND, CAR_ALREADY_SOLD, ILLEGAL_TRANSITION (not hidden), CARS_LIMIT, DUPLICATE_LISTING, and
 * the errors of `authoriseAdmin`.
 */
export async function unhideListing(context: Context, actor: Actor, id: string): Promise<0 | 1> {
  const listingId = requireId<'listing'>(id);
  return inTransaction(context.database, async (trx) => {
    // Accounts are locked before listings. The seller of a listing never changes.
    const sellerId = (await findHiddenListing(trx, listingId))?.sellerId;
    const sellerIds = sellerId === undefined ? [] : [sellerId];
    const { admin, accounts } = await authoriseAdminForAccounts(context, trx, actor, sellerIds);
    const car = await lockManagedListing(trx, admin, id);
    if (car.status === 'available') return 0;
    const statusBeforeHiding = (await findHiddenListing(trx, listingId))?.back ?? 'available';
    const nextStatus = advanceListing(car.status, hidingEndEventByStatus[statusBeforeHiding], 'admin');
    const seller = accounts.find((account) => account.id === sellerId);
    if (seller === undefined) throw new DomainError('NOT_FOUND');
    if (nextStatus === 'available') await assertMayReturnToSale(context, trx, seller, car, 'admin');
    await saveListingShownAgain(trx, car.id, statusBeforeHiding, context.now());
    await recordAudit(context, trx, {
      actorId: admin.accountId,
      action: 'show',
      noun: 'listing',
      nounId: car.id,
      before: { status: car.status },
      after: { status: nextStatus },
    });
    return 1;
  });
}
