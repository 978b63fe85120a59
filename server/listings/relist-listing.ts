import type { Actor } from '@carhouse/core/account/account';
import { advance } from '@carhouse/core/lifecycle/lifecycle';
import { listingLifecycle } from '@carhouse/core/listing/listing-lifecycle';
import { writeAudit } from '@carhouse/database/audit';
import { changeListingStatus } from '@carhouse/database/listings';
import { inTransaction } from '@carhouse/database/transaction';
import { authoriseActor } from '../accounts/authorise-actor.ts';
import type { Context } from '../context.ts';
import { lockOwnListing } from './authorise-owner.ts';

/**
 * Puts an own withdrawn car on offer again. It keeps its time of posting, so nobody climbs to the top of a list by
 * withdrawing. @returns 0 when it is on offer already. @throws DomainError NOT_FOUND, CAR_ALREADY_SOLD, ILLEGAL_TRANSITION.
 */
export async function relistListing(context: Context, actor: Actor, id: string): Promise<0 | 1> {
  return inTransaction(context.database, async (trx) => {
    const car = await lockOwnListing(trx, await authoriseActor(context, trx, actor), id);
    if (car.status === 'available') return 0;
    const after = advance(listingLifecycle, car.status, 'relist');
    const now = context.now();
    await changeListingStatus(trx, car.id, car.status, after, now);
    await writeAudit(trx, {
      id: context.newId(),
      at: now,
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
