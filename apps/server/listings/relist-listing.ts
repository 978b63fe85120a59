import { recordAudit } from '@carhouse/database/audit/audit';
import { inTransaction } from '@carhouse/database/connection/transaction';
import { changeListingStatus } from '@carhouse/database/listings/listings';
import type { Actor } from '@carhouse/domain/account/account';
import { advanceListing } from '@carhouse/domain/listing/listing-lifecycle';
import { authoriseConfirmed } from '../accounts/authorise-confirmed.ts';
import type { Context } from '../context.ts';
import { lockOwnListing } from './authorise-owner.ts';
import { checkReturn } from './check-return.ts';

/**
 * Puts one of the seller's withdrawn listings on sale again. The listing keeps its posting time, so withdrawing and
 * relisting does not move it to the top of a list. Its advertisement continues only within the seller's limit of
 * advertisements.
 * @returns 0 when the listing is already on sale.
 * @throws DomainError NOT_FOUND, CAR_ALREADY_SOLD, ILLEGAL_TRANSITION, HIDDEN_BY_ADMIN, EMAIL_UNCONFIRMED, CARS_LIMIT,
 *   DUPLICATE_LISTING.
 */
export async function relistListing(context: Context, actor: Actor, id: string): Promise<0 | 1> {
  return inTransaction(context.database, async (trx) => {
    const { actor: current, account: seller } = await authoriseConfirmed(context, trx, actor);
    const car = await lockOwnListing(trx, current, id);
    if (car.status === 'available') return 0;
    const after = advanceListing(car.status, 'relist', 'seller');
    await checkReturn(context, trx, seller, car, 'seller');
    await changeListingStatus(trx, car.id, car.status, after, context.now());
    await recordAudit(context, trx, {
      actorId: actor.accountId,
      action: 'relist',
      noun: 'listing',
      nounId: car.id,
      before: { status: car.status },
      after: { status: after },
    });
    return 1;
  });
}
